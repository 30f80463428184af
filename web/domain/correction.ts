// The refused entry that a screen was opened for, to be corrected in its form. The state of the history entry names it.
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Failure } from "#shared/failure.ts";
import { asideOf, type Entry, type OnceRoute } from "../lib/outbox/entry.ts";
import { entries, useEntries } from "../lib/outbox/outbox.ts";
import { store } from "../lib/queue/device.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";

/** A form may be that of several calls. */
type Routes = OnceRoute | readonly OnceRoute[];

const isOpened = (entry: Entry, key: string | undefined, routes: Routes): boolean =>
  entry.key === key && [routes].flat().includes(entry.route) && asideOf(entry) !== undefined;

export function useOpenedEntry(route: OnceRoute): Entry | undefined {
  const { state } = useLocation();
  return useEntries().find((entry) => isOpened(entry, state?.entry, route));
}

/** Waits for the stored entries to be read, since the page may have just been reloaded. */
export const readOpenedEntry = async (key: string, routes: Routes): Promise<Entry | undefined> => {
  await store.read();
  return entries().find((entry) => isOpened(entry, key, routes));
};

export const refusalOf = (entry: Entry): Failure => {
  const { code, details } = asideOf(entry)?.refusal ?? { code: "BAD_REQUEST", details: [] };
  return new Failure(code, ...details);
};

/** Fills the form with the refused entry that it was opened for, after a question if that would replace a draft. */
export function useCorrection<V, B>(
  routes: Routes,
  form: { frame: { dirty: boolean }; correct: (entry: string, values: V, failure: Failure) => void },
  /** Makes the values of the form from the body that was sent. */
  valuesOf: (body: B, entry: Entry) => V,
  /** Places details that name no field of the form. */
  failureOf: (failure: Failure) => Failure = (failure) => failure,
): void {
  const key: string | undefined = useLocation().state?.entry;
  const confirm = useConfirm();
  const correct = async (key: string): Promise<void> => {
    const entry = await readOpenedEntry(key, routes);
    if (!entry) return;
    const question = {
      title: "Open the refused entry",
      text: "This form has input that was not submitted. Replace it with the refused entry?",
      action: "Replace",
    };
    if (form.frame.dirty && !(await confirm(question))) return;
    form.correct(key, valuesOf(entry.input.body as B, entry), failureOf(refusalOf(entry)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry.
  useEffect(() => {
    if (key !== undefined) void correct(key);
  }, [key]);
}
