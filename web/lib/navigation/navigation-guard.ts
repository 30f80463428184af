// Steps through the history: every way out of what is not saved yet asks first, and Back closes what lies over a screen.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";
import { newEmitter } from "../emitter.ts";

type Ask = () => Promise<boolean>;
type History = ReturnType<typeof createBrowserHistory>;

/** Those with something unsaved, a dialog after the screen it stands on; the last one asks. */
const guards: Ask[] = [];

const drop = (guard: Ask): void => {
  if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
};

/** What lies over the screen without being in the address: Back closes the last one, and takes nobody anywhere. */
const covers: (() => void)[] = [];

/** Goes, unless somebody with something unsaved would rather stay. */
export const confirmLeave = async (go: () => void): Promise<void> => {
  const guard = guards.at(-1);
  if (guard && !(await guard())) return;
  if (guard) drop(guard);
  go();
};

let destination: string | undefined;
const steps = newEmitter();

/** Path of the last step; the router shows it a moment later, once its screen has come. Undefined before the first. */
export const useDestination = (): string | undefined => useSyncExternalStore(steps.watch, () => destination);

/**
 * The browser's history, for the router. The person's own Back closes what covers the screen, or asks, as links do; a
 * redirect (replace) and a step back the product takes itself (go), after saving, do neither.
 */
export const guardedHistory = (): History => {
  const inner = createBrowserHistory({ v5Compat: true });
  let own = false;
  const push: History["push"] = (to, state) => {
    if (guards.length) void confirmLeave(() => inner.push(to, state));
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
    /** Steps from where one was, until the browser is back there. */
    let away = 0;
    return inner.listen((update) => {
      const { delta } = update;
      if (returned) {
        // Somebody who presses Back again meanwhile is one more step away.
        if (delta && delta * away > 0) inner.go(-delta);
        away += delta ?? 0;
        if (away === 0) returned();
        return;
      }
      const stays = (covers.length > 0 || guards.length > 0) && !own && update.action === "POP";
      own = false;
      if (!stays || !delta) return arrive(update);
      // The browser has gone already: back to where one was, and then again if nothing lies there and the answer is yes.
      returned = () => {
        returned = undefined;
        const close = covers.at(-1);
        if (close) close();
        else void confirmLeave(() => go(delta));
      };
      away = delta;
      inner.go(-delta);
    });
  };
  return Object.assign(Object.create(inner), { push, go, listen });
};

/** While it is on, Back closes it. */
export function useCloseOnBack(on: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!on) return;
    const cover = () => latest.current();
    covers.push(cover);
    return () => void covers.splice(covers.indexOf(cover), 1);
  }, [on]);
}

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
