// Leaving what is not saved yet: every way out of a screen asks first, Back and closing the tab included.
import { useEffect, useRef } from "react";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";

type Ask = () => Promise<boolean>;
type History = ReturnType<typeof createBrowserHistory>;

/** The screen that asks; there is one screen. */
let guard: Ask | undefined;

const orAsk = async (go: () => void): Promise<void> => {
  const asked = guard;
  if (asked && !(await asked())) return;
  if (guard === asked) guard = undefined;
  go();
};

/** The browser's history, for the router. A redirect (replace) is the product's own and never asks. */
export const guardedHistory = (): History => {
  const inner = createBrowserHistory({ v5Compat: true });
  const push: History["push"] = (to, state) => {
    if (guard) void orAsk(() => inner.push(to, state));
    else inner.push(to, state);
  };
  const listen: History["listen"] = (listener) => {
    let returned: (() => void) | undefined;
    return inner.listen((update) => {
      if (returned) return returned();
      if (!guard || !update.delta) return listener(update);
      // The browser has gone already: back to where one was, and then again if the answer is yes.
      const { delta } = update;
      returned = () => {
        returned = undefined;
        void orAsk(() => inner.go(delta));
      };
      inner.go(-delta);
    });
  };
  return Object.assign(Object.create(inner), { push, listen });
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While dirty, leaving asks; what it returns lets go, for leaving on purpose. */
export function useLeaveGuard(dirty: boolean, ask: Ask): () => void {
  const latest = useRef(ask);
  latest.current = ask;
  const release = useRef(() => {});
  useEffect(() => {
    if (!dirty) return;
    const mine: Ask = () => latest.current();
    guard = mine;
    addEventListener("beforeunload", warn);
    release.current = () => {
      if (guard === mine) guard = undefined;
      removeEventListener("beforeunload", warn);
    };
    return () => release.current();
  }, [dirty]);
  return () => release.current();
}
