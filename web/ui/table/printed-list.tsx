// A list on paper: its rows as filtered and sorted, with title and filters in words, from the columns of its table. All rows
// are drawn, so only while it prints.
import { isValidElement, type ReactNode, useContext } from "react";
import { dayText, today } from "../../lib/format.ts";
import { Image } from "../image.tsx";
import { PageTitle, PrintedBy } from "../page/page.tsx";
import { type PrintGroup, PrintPages } from "../print/print-pages.tsx";
import style from "../print/printout.module.css";
import { type PrintColumn, usePrint } from "../print/printout.tsx";
import type { Column } from "./columns.ts";
import { usualWidth } from "./fit-columns.ts";
import type { ExpandableRows } from "./responsive-columns.tsx";
import type { ToolbarProps } from "./toolbar.tsx";
import type { Sorting } from "./use-rows.ts";

interface Props<Row> extends Pick<ToolbarProps, "inWords"> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  heading?: ((row: Row) => string) | undefined;
  expandable?: ExpandableRows<Row> | undefined;
  /** "1,200 units · 14 records". */
  status: string | undefined;
  query?: string | undefined;
  sorting: Sorting;
}

/** "Sorted by Quantity, descending"; undefined while nothing is sorted. */
const orderText = (columns: readonly { head: string }[], { directionOf }: Sorting): string | undefined => {
  const column = columns.find((each) => directionOf(each) !== "none");
  return column && `Sorted by ${column.head}, ${directionOf(column)}`;
};

/** Lists wider than this in rem are printed on the paper's long side. */
const uprightWidth = 64;
/** Millimetres for columns, beside the serial number. */
const paper = { upright: 172, wide: 259 };

const isPicture = (cell: ReactNode): boolean => isValidElement(cell) && cell.type === Image;

/** The columns of the screen, without pictures and controls, in the proportions of the screen. */
const printColumns = <Row,>(columns: readonly Column<Row>[], first: Row) => {
  const shown = columns.filter(({ cell, paper }) => paper !== false && !isPicture(cell(first, 0)));
  const rem = shown.reduce((sum, column) => sum + usualWidth(column), 0);
  const wide = rem > uprightWidth;
  const millimetres = (wide ? paper.wide : paper.upright) / rem;
  const printed = shown.map(
    (column): PrintColumn<Row> => ({
      ...column,
      cell: column.paper || ((row) => column.cell(row, 0)),
      width: usualWidth(column) * millimetres,
    }),
  );
  return { wide, printed, shown };
};

/** Rows that follow each other under one heading. */
const groupsOf = <Row,>(rows: readonly Row[], heading: Props<Row>["heading"]): PrintGroup<Row>[] => {
  if (!heading) return [{ rows }];
  const groups: { head: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const head = heading(row);
    const last = groups.at(-1);
    if (last?.head === head) last.rows.push(row);
    else groups.push({ head, rows: [row] });
  }
  return groups;
};

export function PrintedList<Row extends { _id: string }>(props: Props<Row>) {
  const { rows, columns, sorting, status, heading, expandable, inWords = [], query } = props;
  const { title, aside } = useContext(PageTitle);
  const by = useContext(PrintedBy);
  const [first] = rows;
  const { wide, printed, shown } = first ? printColumns(columns, first) : { wide: false, printed: [], shown: [] };
  const totals = shown.some(({ total }) => total) ? shown.map(({ total }) => total?.(rows)) : undefined;
  const words = [...inWords, query && `Search: “${query}”`, orderText(columns, sorting)].filter(Boolean);
  const { portal } = usePrint(
    first && {
      fallback: true,
      name: `${title} ${dayText(today())}`,
      title,
      by,
      footer: title,
      wide,
      facts: status ? [["Rows", status]] : [],
      ...(words.length > 0 && { note: words.join(" · ") }),
      body: (foot) => (
        <>
          {aside && <p className={style.note}>{aside}</p>}
          <PrintPages<Row>
            dense
            foot={foot}
            columns={printed}
            groups={groupsOf(rows, heading)}
            totals={totals}
            {...(expandable && { below: (row) => expandable.open.has(row._id) && expandable.content(row) })}
          />
        </>
      ),
    },
  );
  return portal;
}
