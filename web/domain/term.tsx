// A term or its figure, dotted: a press explains it with its own numbers.
import { type ReactNode, useState } from "react";
import type { Product } from "#shared/product.ts";
import { numberText } from "../lib/format.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import type { Column } from "../ui/table/columns.ts";
import { type More, numberColumn } from "./columns.tsx";
import style from "./term.module.css";
import type { Terms } from "./term-text.ts";

const TermPopup = lazyComponent(() => import("./term-popup.tsx"), "TermPopup");

interface Props<W extends keyof Terms> {
  what: W;
  of: Parameters<Terms[W]>[0];
  /** In a row that opens something: arrow keys lead to it. */
  cell?: boolean;
  /** Not dotted: a picture. */
  plain?: boolean;
  children: ReactNode;
}

export function Term<W extends keyof Terms>({ cell = false, plain = false, children, ...asked }: Props<W>) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className={style.term}
        data-plain={plain || undefined}
        aria-haspopup="dialog"
        {...(cell && { tabIndex: -1, "data-cell": true })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {children}
      </button>
      {anchor && <TermPopup {...asked} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}

/** A column of numbers that explain themselves. */
export const termColumn = <Row extends Product>(
  head: string,
  what: "drr" | "minimum",
  of: (row: Row) => number,
  { text = (row) => numberText(of(row)), ...more }: More<Row> & { text?: (row: Row) => ReactNode },
): Column<Row> =>
  numberColumn(head, of, {
    cell: (row) => (
      <Term cell what={what} of={row}>
        {text(row)}
      </Term>
    ),
    paper: text,
    ...more,
  });
