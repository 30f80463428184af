// Guards of unsaved work, which ask before the user leaves, and covers of a screen, such as dialogs, which Back closes.
import { useEffect, useEffectEvent } from "react";

type Ask = () => Promise<boolean>;

/** A guard for each form or dialog with unsaved work, a dialog after its screen; only the last one asks. */
const guards: Ask[] = [];

const drop = (guard: Ask): void => {
  if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
};

/** Functions that close the covers of the screen that are not in the address, the topmost last. */
const covers: (() => void)[] = [];

/** Whether Back, before it may leave, asks or closes something. */
export const staysOnBack = (): boolean => covers.length + guards.length > 0;

/** Closes the topmost cover; false if there is none. */
export const closeTopCover = (): boolean => {
  const close = covers.at(-1);
  close?.();
  return close !== undefined;
};

/** Calls `leave`, at once if nothing is unsaved; otherwise only if the user agrees. */
export const confirmLeave = async (leave: () => void): Promise<void> => {
  const guard = guards.at(-1);
  if (guard && !(await guard())) return;
  if (guard) drop(guard);
  leave();
};

/** While `on`, Back calls `close` and stays on the screen. */
export function useCloseOnBack(on: boolean, close: () => void): void {
  const cover = useEffectEvent(close);
  useEffect(() => {
    if (!on) return;
    covers.push(cover);
    return () => void covers.splice(covers.indexOf(cover), 1);
  }, [on]);
}

/** While `dirty`, leaving by a link, by Back, by logging out or, where that loses something, by closing the tab asks first. */
export function useLeaveGuard(dirty: boolean, ask: Ask, loses: () => boolean = () => true): void {
  const guard = useEffectEvent(ask);
  const warn = useEffectEvent((event: BeforeUnloadEvent) => loses() && event.preventDefault());
  useEffect(() => {
    if (!dirty) return;
    guards.push(guard);
    addEventListener("beforeunload", warn);
    return () => {
      drop(guard);
      removeEventListener("beforeunload", warn);
    };
  }, [dirty]);
}
