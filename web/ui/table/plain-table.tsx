// A small table for a card or a dialog: few rows, no sorting.
import type { ReactNode } from "react";
import style from "./plain-table.module.css";

interface HeadCell {
  /** Unique in its table. */
  key: string;
  content: ReactNode;
  /** Numbers stand right. */
  right?: boolean;
  /** For screen readers only, where the cells explain themselves. */
  srOnly?: boolean;
}

/** A text is its own key. */
type Head = string | HeadCell;

/** The head of a column of numbers. */
export const numeric = (content: string): HeadCell => ({ key: content, content, right: true });

interface PlainRow {
  key: string;
  cells: readonly ReactNode[];
}

interface Props {
  /** Its accessible name. */
  label: string;
  head: readonly Head[];
  rows: readonly PlainRow[];
  foot?: readonly ReactNode[];
  /**
   * sticky: the first column stays while the rest scrolls sideways;
   * even: columns of equal width, without a row header;
   * folding: long names are truncated, and in a narrow place the middle columns stand below the name.
   */
  variant?: "sticky" | "even" | "folding";
}

/** Explicit roles: a row laid out as a grid is no table row to the browser. */
const as = (role: string) => ({ role });

export function PlainTable({ label, head: heads, rows, foot, variant }: Props) {
  const head = heads.map((one): HeadCell => (typeof one === "string" ? { key: one, content: one } : one));
  const row = (key: string, cells: readonly ReactNode[]) => (
    <tr key={key} {...as("row")}>
      {head.map((column, at) =>
        at === 0 && variant !== "even" ? (
          <th key={column.key} scope="row" {...as("rowheader")}>
            {cells[at]}
          </th>
        ) : (
          <td key={column.key} data-right={column.right || undefined} {...as("cell")}>
            {cells[at]}
          </td>
        ),
      )}
    </tr>
  );
  return (
    <table aria-label={label} className={style.table} data-variant={variant} {...as("table")}>
      <thead {...as("rowgroup")}>
        <tr {...as("row")}>
          {head.map(({ key, content, right, srOnly }) => (
            <th key={key} scope="col" data-right={right || undefined} {...as("columnheader")}>
              {srOnly ? <span data-sr-only>{content}</span> : content}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as("rowgroup")}>{rows.map(({ key, cells }) => row(key, cells))}</tbody>
      {foot && <tfoot {...as("rowgroup")}>{row("foot", foot)}</tfoot>}
    </table>
  );
}

interface Scrolled {
  label: string;
  children: ReactNode;
}

/** Takes the remaining height and scrolls inside. */
export function ScrollArea({ label, children }: Scrolled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus it could not be scrolled by keyboard.
    <section className={style.area} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Scrolls sideways a table that may be too wide. */
export function SideScroll({ label, children }: Scrolled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the same.
    <section className={style.sideways} aria-label={label} tabIndex={0} data-sideways>
      {children}
    </section>
  );
}

/** A table that may be too wide. */
export const SideTable = (props: Props) => (
  <SideScroll label={props.label}>
    <PlainTable {...props} />
  </SideScroll>
);

const bones = [0, 1, 2, 3];

export function TableSkeleton() {
  return (
    <div className={style.bones} aria-busy="true">
      {bones.map((bone) => (
        <span key={bone} />
      ))}
    </div>
  );
}
