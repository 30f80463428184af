// Leaving what is not saved yet: every way out of a screen asks first, Back and closing the tab included.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";
import { newWatchers } from "./watchers.ts";

type Ask = () => Promise<boolean>;
type History = ReturnType<typeof createBrowserHistory>;

/** Those with something unsaved, a dialog after the screen it stands on; the last one asks. */
const guards: Ask[] = [];

const drop = (guard: Ask): void => {
  if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
};

/** Goes, unless somebody with something unsaved would rather stay. */
export const leave = async (go: () => void): Promise<void> => {
  const guard = guards.at(-1);
  if (guard && !(await guard())) return;
  if (guard) drop(guard);
  go();
};

let destination: string | undefined;
const steps = newWatchers();

/** Path of the last step; the router shows it a moment later, once its screen has come. Undefined before the first. */
export const useDestination = (): string | undefined => useSyncExternalStore(steps.watch, () => destination);

/**
 * The browser's history, for the router. Links and the person's own Back ask; a redirect (replace) and a step back
 * the product takes itself (go), after saving, do not.
 */
export const guardedHistory = (): History => {
  const inner = createBrowserHistory({ v5Compat: true });
  let own = false;
  const push: History["push"] = (to, state) => {
    if (guards.length) void leave(() => inner.push(to, state));
    else inner.push(to, state);
  };
  const go: History["go"] = (steps) => {
    own = true;
    inner.go(steps);
  };
  const listen: History["listen"] = (listener) => {
    let returned: (() => void) | undefined;
    const arrive: typeof listener = (update) => {
      destination = update.location.pathname;
      steps.tell();
      listener(update);
    };
    return inner.listen((update) => {
      if (returned) return returned();
      const asks = guards.length > 0 && !own && update.action === "POP";
      own = false;
      if (!asks || !update.delta) return arrive(update);
      // The browser has gone already: back to where one was, and then again if the answer is yes.
      const { delta } = update;
      returned = () => {
        returned = undefined;
        void leave(() => go(delta));
      };
      inner.go(-delta);
    });
  };
  return Object.assign(Object.create(inner), { push, go, listen });
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While dirty, leaving asks. */
export function useLeaveGuard(dirty: boolean, ask: Ask): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!dirty) return;
    const guard: Ask = () => latest.current();
    guards.push(guard);
    addEventListener("beforeunload", warn);
    return () => {
      drop(guard);
      removeEventListener("beforeunload", warn);
    };
  }, [dirty]);
}
