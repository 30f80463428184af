// Spreadsheets as users provide them: a chosen file, one dropped on the screen, or cells copied from a spreadsheet.
import { useContext, useEffect, useRef, useState } from "react";
import { fileLimit } from "#shared/limits.ts";
import { DialogContext, topDialog } from "../../lib/top-dialog.ts";

/** For a file input; what a file is, its content says to the server. */
export const spreadsheetTypes = ".xlsx,.csv,.tsv,.txt,.tab,text/*,application/vnd.ms-excel";

/** Why a file cannot be a spreadsheet. */
export const fileProblem = ({ size }: File): string | undefined =>
  size > fileLimit.bytes ? fileLimit.message : undefined;

/** Cells of several rows or columns, and not just text for the field that has the focus. */
const isCells = (text: string): boolean => /\t|\S[^\S\n]*\n+[^\S\n]*\S/.test(text);

const pasted = "Pasted cells";

/** The name to show for a spreadsheet: that of its file, none for pasted cells. */
export const spreadsheetName = ({ name }: File): string => (name.startsWith(pasted) ? pasted : name);

/** The file of a paste or a drop; pasted cells become one. */
const fileOf = (data: DataTransfer | null): File | undefined => {
  const [file] = data?.files ?? [];
  if (file) return file;
  const text = data?.getData("text/plain") ?? "";
  return isCells(text) ? new File([text], `${pasted}.tsv`, { type: "text/tab-separated-values" }) : undefined;
};

/** Text of several lines belongs in a field of several lines. */
const takesLines = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement;

/**
 * Takes spreadsheets dropped or pasted anywhere on the screen, or in the caller's dialog; none without a function.
 * Returns whether a file is being dragged over it.
 */
export function useSpreadsheetInput(onFile: ((file: File) => void) | undefined): boolean {
  const latest = useRef(onFile);
  latest.current = onFile;
  const within = useContext(DialogContext);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const isOnTop = () => latest.current !== undefined && within.current === topDialog();
    const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
      const file = isOnTop() && !event.defaultPrevented ? fileOf(data) : undefined;
      if (!file) return;
      event.preventDefault();
      latest.current?.(file);
    };
    const drag = (event: DragEvent) => {
      if (!isOnTop() || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => takesLines(event.target) || take(event, event.clipboardData);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("dragover", drag, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("drop", drop, { signal });
    addEventListener("paste", paste, { signal });
    return () => listening.abort();
  }, [within]);
  return over;
}
