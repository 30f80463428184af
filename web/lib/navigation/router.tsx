// The router, and the only file that uses its private parts. The public way, createBrowserRouter with useBlocker, was
// tried with 7.18.5: 16 KB more, two quick Backs leave the address and the screen on different pages, and of several
// blockers only the last is asked. tests/web/lib/navigation/router.test.ts shows what an upgrade must keep.
import { type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  type Location,
  UNSAFE_NavigationContext as NavigationContext,
} from "react-router-dom";
import { newEmitter } from "../emitter.ts";
import { closeTopCover, confirmLeave, staysOnBack } from "./navigation-guard.ts";

type History = ReturnType<typeof createBrowserHistory>;

/** Milliseconds: Chromium drops a step that is asked for while the user's own Back is under way, without an event. */
const retryAfter = 200;

let destination: string | undefined;
const arrivals = newEmitter();

/** Path of the last navigation, which the router shows once its screen has loaded; undefined before the first. */
export const useDestination = (): string | undefined => useSyncExternalStore(arrivals.subscribe, () => destination);

/**
 * The browser's history. The user's own Back closes a cover of the screen, or asks about unsaved work, as links do. A
 * redirect (replace) and the product's own step back after saving (go) do neither.
 */
const guardedHistory = (): History => {
  const inner = createBrowserHistory({ v5Compat: true });
  let ownStep = false;
  const push: History["push"] = (to, state) => void confirmLeave(() => inner.push(to, state));
  const go: History["go"] = (delta) => {
    ownStep = true;
    inner.go(delta);
  };
  const listen: History["listen"] = (listener) => {
    const arrive: typeof listener = (update) => {
      destination = update.location.pathname;
      arrivals.emit();
      listener(update);
    };
    let onReturn: (() => void) | undefined;
    /** Steps from the screen's own history entry to the browser's current one. */
    let away = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stepHome = () => {
      inner.go(-away);
      retry = setTimeout(stepHome, retryAfter);
    };
    return inner.listen((update) => {
      const delta = update.delta ?? 0;
      if (onReturn) {
        away += delta;
        // Another Back was pressed before the browser returned, or the step of the return was dropped.
        if (delta * away > 0) return;
        clearTimeout(retry);
        if (away === 0) onReturn();
        else stepHome();
        return;
      }
      const stays = staysOnBack() && !ownStep && update.action === "POP";
      ownStep = false;
      if (!stays || !delta) return arrive(update);
      // The browser has left already. It returns, and leaves again if nothing covers the screen and the user agrees.
      onReturn = () => {
        onReturn = undefined;
        if (!closeTopCover()) void confirmLeave(() => go(delta));
      };
      away = delta;
      stepHome();
    });
  };
  return Object.assign(Object.create(inner), { push, go, listen });
};

export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(guardedHistory);
  return <HistoryRouter history={history}>{children}</HistoryRouter>;
}

/** Reads the location as it is now; `useLocation` lags until the screen has been drawn. */
export function useCurrentLocation(): () => Location {
  const navigator = useContext(NavigationContext).navigator as unknown as { location: Location };
  return useCallback(() => navigator.location, [navigator]);
}

/** Whether this visit has an earlier screen to step back to: the router numbers its entries. */
export const hasPreviousScreen = (): boolean => history.state?.idx > 0;
