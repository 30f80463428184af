// Arrow keys in a table whose cells are buttons (`data-cell`): from a row into its cells, between them, and back to the row.
import { useEffect } from "react";

const cellsOf = (row: Element | null): HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])];

/** The row above or below, skipping headings and expanded parts. */
const neighbour = (row: Element, step: "previousElementSibling" | "nextElementSibling"): Element | null => {
  let next = row[step];
  while (next && !next.hasAttribute("aria-rowindex")) next = next[step];
  return next;
};

const move = (event: KeyboardEvent): void => {
  const target = event.target as Element;
  const row = target.closest<HTMLElement>("tr[aria-rowindex]");
  const cells = cellsOf(row);
  const at = cells.indexOf(target as HTMLElement);
  if (!row || (at < 0 && target !== row)) return;
  const to: Record<string, HTMLElement | undefined> = {
    ArrowRight: cells[at + 1],
    ...(at >= 0 && {
      ArrowLeft: cells[at - 1] ?? row,
      ArrowUp: cellsOf(neighbour(row, "previousElementSibling"))[at],
      ArrowDown: cellsOf(neighbour(row, "nextElementSibling"))[at],
    }),
  };
  if (!to[event.key]) return;
  event.preventDefault();
  to[event.key]?.focus();
};

/** Separate from the table, whose code every screen loads. */
export function useCellKeys(): void {
  useEffect(() => {
    addEventListener("keydown", move);
    return () => removeEventListener("keydown", move);
  }, []);
}
