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

/** `later(() => import("./x.tsx"), "X")`: the component named X of that module. */
export const later = <P extends object, N extends string>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
): Later<P> => {
  const Lazy = lazy(async () => ({ default: (await orReload(load))[name] }));
  return Object.assign(Lazy as unknown as ComponentType<P>, { preload: () => void load().catch(() => undefined) });
};
