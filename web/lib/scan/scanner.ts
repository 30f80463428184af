// Codes of wedge scanners, for the part of the screen that takes them.
import { useContext, useEffectEvent, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { DialogContext } from "../top-dialog.ts";
import "./keys.ts";
import { type Arrival, type Taker, takers } from "./takers.ts";

type OnScan = (code: string, arrival: Arrival) => void;

function useTaker(onScan: OnScan | undefined, within: Taker["within"], takesNew?: boolean): void {
  // Drawn at once: the next code, or digit, meets what this one has changed.
  const take = useEffectEvent((...scan: Parameters<OnScan>) => flushSync(() => onScan?.(...scan)));
  const on = onScan !== undefined;
  // Before paint: as soon as the screen is visible, a scan may come.
  useLayoutEffect(() => {
    if (!on) return;
    const taker = { within, take, takesNew };
    takers.push(taker);
    return () => void takers.splice(takers.indexOf(taker), 1);
  }, [on, within, takesNew]);
}

/**
 * Calls back with each scanned code, unless a dialog covers the caller. Of several callers the last one takes it. `takesNew`:
 * also with codes that no product has from fields that hold texts.
 */
export const useScanner = (onScan: OnScan | undefined, takesNew?: boolean): void =>
  useTaker(onScan, useContext(DialogContext), takesNew);

export const useUnclaimedScans = (onScan: (code: string) => void): void => useTaker(onScan, undefined);

/** useScanner as a component, for inside a dialog. */
export function Scanner({ onScan, takesNew }: { onScan: OnScan | undefined; takesNew?: boolean }): null {
  useScanner(onScan, takesNew);
  return null;
}
