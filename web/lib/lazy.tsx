// Screens and dialogs whose code loads when they are needed, or a moment before.
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { toast } from "./toast.ts";

export type LazyComponent<P> = ComponentType<P> & { preload: () => Promise<void> };

/**
 * After a deploy the old chunk may be gone: one silent reload fetches the new names, and a second failure of the same
 * part is shown. Offline it is shown at once, since a reload would replace the product by the browser's error page.
 */
const reloadOnce = (mark: string, cause: unknown): Promise<never> => {
  if (!navigator.onLine || sessionStorage.getItem(mark)) throw cause;
  sessionStorage.setItem(mark, "yes");
  location.reload();
  return new Promise(() => undefined);
};

type Module<N extends string> = Record<N, ComponentType<never>>;
type PropsOf<C> = C extends ComponentType<infer P> ? P & object : never;

const loader = <M extends Module<N>, N extends string & keyof M>(load: () => Promise<M>, name: N) => {
  type Part = ComponentType<PropsOf<M[N]>>;
  const loaded: { part?: Part } = {};
  const mark = `reloaded for ${name}`;
  const fetch = async (): Promise<Part> => {
    loaded.part = (await load())[name] as unknown as Part;
    sessionStorage.removeItem(mark);
    return loaded.part;
  };
  const nothing = () => undefined;
  return {
    loaded,
    fetch: () => fetch().catch((cause) => reloadOnce(mark, cause)),
    preload: () => fetch().then(nothing, nothing),
  };
};

/**
 * `lazyComponent(() => import("./x.tsx"), "X")`: the export X of that module, and `before` until it is loaded. If it
 * cannot be loaded, a toast says so and the screen stays as it is.
 * `before` may have `data-opening`: codes that are scanned meanwhile wait for the dialog.
 * Without Suspense, since React would hold it back until 300 ms after the last fallback.
 */
export const lazyComponent = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
  before: ReactNode = null,
): LazyComponent<PropsOf<M[N]>> => {
  const { loaded, fetch, preload } = loader(load, name);
  function Part(props: PropsOf<M[N]>) {
    const [Shown, setShown] = useState(() => loaded.part);
    useEffect(() => {
      if (!Shown)
        fetch().then(
          (part) => setShown(() => part),
          // A browser requests a module only once, so only a reload can try again.
          () => toast.error("A part of this screen could not be loaded. Reload the page.", "lazy"),
        );
    }, [Shown]);
    return Shown ? <Shown {...props} /> : before;
  }
  return Object.assign(Part, { preload });
};

/** A screen: Suspense keeps the previous one until it is loaded; one that is loaded already is drawn at once. */
export const lazyScreen = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
): LazyComponent<PropsOf<M[N]>> => {
  const { loaded, fetch, preload } = loader(load, name);
  const Lazy = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<PropsOf<M[N]>>;
  function Screen(props: PropsOf<M[N]>) {
    const [Shown] = useState(() => loaded.part ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Screen, { preload });
};
