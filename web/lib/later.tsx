// Screens and dialogs that load when they are needed, or a moment before.
import { type ComponentType, lazy } from "react";

export type Later<P> = ComponentType<P> & { preload: () => void };

/** After a deploy the old chunk may be gone: one silent reload fetches the new names; a second failure is shown. */
const orReload = async <T,>(load: () => Promise<T>): Promise<T> => {
  const loaded = await load().then(
    (module) => ({ module }),
    (cause: unknown) => ({ cause }),
  );
  if ("module" in loaded) {
    sessionStorage.removeItem("reloaded");
    return loaded.module;
  }
  if (sessionStorage.getItem("reloaded")) throw loaded.cause;
  sessionStorage.setItem("reloaded", "yes");
  location.reload();
  return new Promise(() => undefined);
};

type PropsOf<C> = C extends ComponentType<infer P> ? P : never;

/** `later(() => import("./x.tsx"), "X")`: the component named X of that module. */
export const later = <M extends Record<N, ComponentType<never>>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
): Later<PropsOf<M[N]>> => {
  const Lazy = lazy(async () => ({ default: (await orReload(load))[name] as ComponentType<PropsOf<M[N]>> }));
  const preload = () => void load().catch(() => undefined);
  return Object.assign(Lazy as unknown as ComponentType<PropsOf<M[N]>>, { preload });
};
