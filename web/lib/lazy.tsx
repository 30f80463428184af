// Screens, whose code loads when they are opened, and the rest of a feature, which loads when the browser is idle.
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { readText, writeText } from "./stored.ts";
import { toast } from "./toast.ts";
import { whenIdle } from "./when-idle.ts";

export type LazyScreen<P> = ComponentType<P> & { preload: () => Promise<void> };

const entryOf = (page: string): string | undefined => /<script[^>]*\bsrc="([^"]+)"/.exec(page)?.[1];

/** The entry of the app on the server now; undefined without a network, or if the answer is not the app's page. */
const servedEntry = async (): Promise<string | undefined> => {
  try {
    const response = await fetch("/index.html", { cache: "no-store", signal: AbortSignal.timeout(15_000) });
    return response.ok ? entryOf(await response.text()) : undefined;
  } catch {
    return undefined;
  }
};

/** Without a network a reload would replace the app by the browser's error page. */
const reloadIf = async (isOf: (entry: string) => boolean, cause: unknown): Promise<never> => {
  const served = await servedEntry();
  if (served === undefined || !isOf(served)) throw cause;
  location.reload();
  return new Promise(() => undefined);
};

/** A browser may request a module only once: after a failure only a reload tries again. */
export const reloadForModule = (cause: unknown): Promise<never> => reloadIf(() => true, cause);

/** After a deployment the old file may be gone. Reloads once for each part, to prevent a loop. */
const isOutdated = (reloadedKey: string) => (served: string) => {
  if (served === entryOf(document.documentElement.outerHTML) || readText("sessionStorage", reloadedKey)) return false;
  writeText("sessionStorage", reloadedKey, "yes");
  return true;
};

type Missing = ComponentType<{ retry: () => void }>;
const missing: { Part?: Missing } = {};
/** Sets the component that is shown for a part that could not be loaded; the shell provides it. */
export const setMissingPart = (Part: Missing): void => {
  missing.Part = Part;
};

type Module<N extends string> = Record<N, ComponentType<never>>;
type PropsOf<C> = C extends ComponentType<infer P> ? P & object : never;

const loader = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
  before: ReactNode,
  begin = (task: () => void) => task(),
) => {
  type Part = ComponentType<PropsOf<M[N]>>;
  const loaded: { part?: Part } = {};
  const reloadedKey = `reloaded for ${name}`;
  const fetchPart = async (): Promise<Part> => {
    loaded.part = (await load())[name] as unknown as Part;
    writeText("sessionStorage", reloadedKey, undefined);
    return loaded.part;
  };
  const nothing = () => undefined;
  const fetch = () => fetchPart().catch((cause) => reloadIf(isOutdated(reloadedKey), cause));
  const fetchAgain = () => fetchPart().catch(reloadForModule);

  function Part(props: PropsOf<M[N]>) {
    const [Shown, setShown] = useState(() => loaded.part);
    const [failed, setFailed] = useState(false);
    const show = (part: Promise<Part>) => {
      setFailed(false);
      part.then(
        (next) => setShown(() => next),
        () => {
          setFailed(true);
          toast.error("No connection, try again", "lazy");
        },
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once.
    useEffect(() => {
      if (!Shown) begin(() => show(fetch()));
    }, []);
    if (Shown) return <Shown {...props} />;
    return failed && missing.Part ? <missing.Part retry={() => show(fetchAgain())} /> : before;
  }
  return { loaded, fetch, Part, preload: () => fetchPart().then(nothing, nothing) };
};

/**
 * `lazyComponent(() => import("./x.tsx"), "X")`: the export X of that module, loaded soon after the module that names it, and
 * `before` until then.
 * `before` may have `data-opening`: codes that are scanned meanwhile wait for the dialog.
 * Without Suspense, since React would hold it back until 300 ms after the last fallback.
 */
export const lazyComponent = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
  before: ReactNode = null,
): ComponentType<PropsOf<M[N]>> => {
  const { Part, preload } = loader(load, name, before);
  whenIdle(() => void preload());
  return Part;
};

/** The same for a part that stands on the screen from the start: it waits until the first data are there. */
export const laterComponent = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
  before: ReactNode = null,
): ComponentType<PropsOf<M[N]>> => loader(load, name, before, whenIdle).Part;

/** A screen: Suspense keeps the previous one until it is loaded; one that is loaded already is drawn at once. */
export const lazyScreen = <M extends Module<N>, N extends string & keyof M>(
  load: () => Promise<M>,
  name: N,
): LazyScreen<PropsOf<M[N]>> => {
  const { loaded, fetch, Part, preload } = loader(load, name, null);
  const Lazy = lazy(async () => ({ default: await fetch().catch(() => Part) })) as unknown as typeof Part;
  function Screen(props: PropsOf<M[N]>) {
    const [Shown] = useState(() => loaded.part ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Screen, { preload });
};
