// A list on paper: its rows as filtered and sorted, with title and filters in words, from the columns of its table. All rows
// are drawn, so only while it prints.
import { isValidElement, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { dayText, today } from "../../lib/format.ts";
import { Image } from "../image.tsx";
import style from "../print/print-sheet.module.css";
import { type PrintColumn, PrintTable, usePrint } from "../print/print-sheet.tsx";
import type { Column } from "./columns.ts";
import type { ExpandableRows } from "./responsive-columns.tsx";
import type { Sorting } from "./use-rows.ts";

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  heading?: ((row: Row) => string) | undefined;
  expandable?: ExpandableRows<Row> | undefined;
  /** "1,200 units · 14 records". */
  status: string | undefined;
  /** The search text. */
  query?: string | undefined;
  /** As in the toolbar. */
  range?: ReactNode;
  filters?: ReactNode;
  sorting: Sorting;
}

/** "Quantity, descending"; undefined while nothing is sorted. */
const sortedBy = (columns: readonly { head: string }[], { directionOf }: Sorting): string | undefined => {
  const column = columns.find((each) => directionOf(each) !== "none");
  return column && `${column.head}, ${directionOf(column)}`;
};

/** The user's name, which the shell leaves on the page: on paper it stands above a screen without a sheet. */
const printedBy = (): string => document.querySelector<HTMLElement>("[data-printed-by]")?.dataset.printedBy ?? "";

/** The title of the screen, and the words of the mark beside it. Read from the page, to spare every screen their passing. */
const titleParts = (): (string | undefined)[] =>
  [...(document.querySelector("h1")?.parentElement?.children ?? [])].map(({ textContent }) => textContent);

/** Rem on a screen that a column without a width takes. */
const usualWidth = 16;
/** Lists wider than this in rem are printed on the paper's long side. */
const uprightWidth = 70;
/** Millimetres for columns, beside the serial number. */
const paper = { upright: 172, wide: 259 };

const remOf = ({ width = "" }: { width?: string }): number => Number(/[\d.]+(?=rem)/.exec(width)?.[0] ?? usualWidth);

const isPicture = (cell: ReactNode): boolean => isValidElement(cell) && cell.type === Image;

/** The columns of the screen, without pictures and controls, in the proportions of the screen. */
const printColumns = <Row,>(columns: readonly Column<Row>[], first: Row) => {
  const shown = columns.filter(({ cell, paper }) => paper !== false && !isPicture(cell(first, 0)));
  const rem = shown.reduce((sum, column) => sum + remOf(column), 0);
  const wide = rem > uprightWidth;
  const millimetres = (wide ? paper.wide : paper.upright) / rem;
  const printed = shown.map(
    (column): PrintColumn<Row> => ({
      ...column,
      cell: column.paper || ((row) => column.cell(row, 0)),
      width: remOf(column) * millimetres,
    }),
  );
  return { wide, printed, shown };
};

export function PrintedList<Row extends { _id: string }>(props: Props<Row>) {
  const { rows, columns, sorting, status, heading, expandable, range, filters, query } = props;
  const [title = "", mark] = titleParts();
  const [first] = rows;
  const { wide, printed, shown } = first ? printColumns(columns, first) : { wide: false, printed: [], shown: [] };
  const totals = shown.some(({ total }) => total) ? shown.map(({ total }) => total?.(rows)) : undefined;
  const { portal } = usePrint(
    first && {
      fallback: true,
      name: `${title} ${dayText(today())}`,
      title,
      by: printedBy(),
      mark: title,
      wide,
      facts: status ? [["Rows", status]] : [],
      body: () => (
        <>
          {mark && <p className={style.note}>{mark}</p>}
          <ViewInWords {...{ range, filters, query }} order={sortedBy(columns, sorting)} />
          <PrintTable<Row>
            dense
            rows={rows}
            columns={printed}
            totals={totals}
            {...(heading && {
              heading: (row, index) => {
                const text = heading(row);
                const before = rows[index - 1];
                return before && heading(before) === text ? undefined : text;
              },
            })}
            {...(expandable && { below: (row) => expandable.open.has(row._id) && expandable.content(row) })}
          />
        </>
      ),
    },
  );
  return portal;
}

/** What was searched, filtered and sorted, as one line. The controls are drawn for a moment, because they know their words. */
function ViewInWords({
  range,
  filters,
  query,
  order,
}: Pick<Props<never>, "range" | "filters" | "query"> & { order: string | undefined }) {
  const controls = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState<readonly string[]>();
  useLayoutEffect(() => setWords(controls.current ? wordsIn(controls.current) : []), []);
  if (!words)
    return (
      <div ref={controls} hidden>
        {range}
        {filters}
      </div>
    );
  const all = [...words, query && `Search: “${query}”`, order && `Sorted by ${order}`].filter(Boolean);
  return all.length > 0 && <p className={style.note}>{all.join(" · ")}</p>;
}

const wordsIn = (controls: HTMLElement): string[] =>
  [...controls.querySelectorAll<HTMLElement>('[role="status"], select, [role="combobox"], :checked, [data-filter]')]
    .map((control) => {
      const label = control.getAttribute("aria-label");
      if (control instanceof HTMLSelectElement)
        return control.value && `${label}: ${control.selectedOptions[0]?.textContent}`;
      if (control instanceof HTMLInputElement && control.type !== "checkbox")
        return control.type !== "radio" && control.value && `${label}: ${control.value}`;
      if (control instanceof HTMLInputElement) return control.labels?.[0]?.textContent ?? "";
      return control instanceof HTMLOptionElement ? "" : (control.dataset.filter ?? control.textContent);
    })
    .filter((text): text is string => Boolean(text));
