// The refused entry that a screen was opened for, to be corrected in its form.
import { useLocation } from "react-router-dom";
import { Failure } from "#shared/failure.ts";
import { type Entry, entries, isRefused, type OnceRoute, useEntries } from "../lib/outbox/entry.ts";
import { readEntries } from "../lib/outbox/store.ts";
import type { Ask } from "../ui/dialog/confirm.tsx";

const isOpened = (entry: Entry, seq: number | undefined, route: OnceRoute): boolean =>
  entry.seq === seq && isRefused(entry) && entry.route === route;

export function useOpenedEntry(route: OnceRoute): Entry | undefined {
  const { state } = useLocation();
  return useEntries().find((entry) => isOpened(entry, state?.entry, route));
}

/** Also after a reload, when the entries are not read yet. */
export const readOpenedEntry = async (seq: number, route: OnceRoute): Promise<Entry | undefined> => {
  await readEntries();
  return entries().find((entry) => isOpened(entry, seq, route));
};

export const refusalOf = ({ refusal }: Entry): Failure =>
  new Failure(refusal?.code ?? "BAD_REQUEST", ...(refusal?.details ?? []));

export interface Correction<V, B> {
  /** The place of the entry in the outbox. */
  seq: number;
  route: OnceRoute;
  form: { dirty: boolean; correct: (entry: number, values: V, failure: Failure) => void };
  /** Makes the values of the form from the body that was sent. */
  valuesOf: (body: B, entry: Entry) => V;
  /** Places details that name no field of the form. */
  failureOf?: ((failure: Failure) => Failure) | undefined;
  confirm: Ask;
}

/** Fills the form, after a question if that would replace a draft. */
export const correctIn = async <V, B>(correction: Correction<V, B>): Promise<void> => {
  const { seq, route, form, valuesOf, failureOf = (failure) => failure, confirm } = correction;
  const entry = await readOpenedEntry(seq, route);
  if (!entry) return;
  const question = {
    title: "Open the refused entry",
    text: "This form has input that was not submitted. Replace it with the refused entry?",
    action: "Replace",
  };
  if (form.dirty && !(await confirm(question))) return;
  form.correct(seq, valuesOf(entry.input.body as B, entry), failureOf(refusalOf(entry)));
};
