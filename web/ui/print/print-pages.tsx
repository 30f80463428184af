// A table on pages of its own making, each with its head and, since Firefox and Safari print no page margin boxes, its foot.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { numberText } from "../../lib/format.ts";
import style from "./print-pages.module.css";
import sheet from "./print-sheet.module.css";
import type { PrintColumn } from "./print-sheet.tsx";

export interface PrintGroup<Row> {
  /** Above its rows, and again where they go on to another page. */
  head?: string;
  rows: readonly Row[];
  /** Below its rows. */
  total?: string;
}

interface Props<Row> {
  /** Of every page, beside its number. */
  foot: string;
  columns: readonly PrintColumn<Row>[];
  groups: readonly PrintGroup<Row>[];
  /** S.No, counted over all groups otherwise. */
  numberOf?: (row: Row) => number;
  /** A box to tick before each row. */
  tick?: boolean;
}

/** What stays on one page: a row, with the head of its group if it is the first and the total if it is the last. */
interface Block<Row> {
  row: Row;
  number: number;
  head: string | undefined;
  isFirst: boolean;
  total: string | undefined;
}

const blocksOf = <Row,>(groups: Props<Row>["groups"], numberOf: Props<Row>["numberOf"]): Block<Row>[] =>
  groups
    .flatMap(({ head, rows, total }) =>
      rows.map((row, at) => ({
        row,
        head,
        isFirst: at === 0,
        total: at === rows.length - 1 ? total : undefined,
      })),
    )
    .map((block, at) => ({ ...block, number: numberOf?.(block.row) ?? at + 1 }));

/** Pixels of a page: A4 less its margins, and some room for browsers that break lines elsewhere on paper. */
const pageHeight = ((297 - 14 - 18 - 5) * 96) / 25.4;

/** The first block of each page. `heights`: of the blocks; `repeated`: of the head of a group that goes on. */
const pageStarts = (heights: readonly number[], first: number, other: number, repeated: readonly number[]) => {
  const starts = [0];
  let left = first;
  for (const [at, height] of heights.entries()) {
    if (height > left && starts.at(-1) !== at) {
      starts.push(at);
      left = other - (repeated[at] ?? 0);
    }
    left -= height;
  }
  return starts;
};

/** Measures what is drawn as one page, hidden but as wide as paper. */
const measure = (pages: HTMLElement): number[] => {
  const paper = pages.closest<HTMLElement>("[data-print]");
  if (!paper) return [0];
  paper.style.cssText = "display: block; position: absolute; visibility: hidden; width: 186mm; font-size: 11pt";
  const heightOf = (part: Element | null) => part?.getBoundingClientRect().height ?? 0;
  const bodies = [...pages.querySelectorAll("tbody")];
  const heights = bodies.map(heightOf);
  const groupHead = heightOf(pages.querySelector("[data-group]"));
  const above = pages.getBoundingClientRect().top - paper.getBoundingClientRect().top;
  // The head of the table, and the foot.
  const around = heights.reduce((left, height) => left - height, heightOf(pages));
  const starts = pageStarts(
    heights,
    pageHeight - above - around,
    pageHeight - around,
    bodies.map((body) => (body.querySelector("[data-group]") ? 0 : groupHead)),
  );
  paper.style.cssText = "";
  return starts;
};

export function PrintPages<Row extends { _id: string }>({ foot, columns, groups, numberOf, tick = false }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [starts, setStarts] = useState([0]);
  const blocks = blocksOf(groups, numberOf);
  useLayoutEffect(() => {
    if (box.current) setStarts(measure(box.current));
  }, []);
  return (
    <div ref={box} data-numbered className={style.pages}>
      {starts.map((start, page) => (
        <section key={start} className={style.page}>
          <PageTable {...{ columns, tick }} blocks={blocks.slice(start, starts[page + 1])} />
          <footer className={style.foot}>
            <span>{foot}</span>
            <span>
              Page {numberText(page + 1)} of {numberText(starts.length)}
            </span>
          </footer>
        </section>
      ))}
    </div>
  );
}

interface TableProps<Row> {
  columns: readonly PrintColumn<Row>[];
  tick: boolean;
  blocks: readonly Block<Row>[];
}

function PageTable<Row extends { _id: string }>({ columns, tick, blocks }: TableProps<Row>) {
  const across = (className: string | undefined, text: ReactNode, mark: object = {}) => (
    <tr {...mark}>
      <th colSpan={columns.length + (tick ? 2 : 1)} scope="rowgroup" className={className}>
        {text}
      </th>
    </tr>
  );
  return (
    <table className={sheet.table}>
      <colgroup>
        {tick && <col style={{ width: "9mm" }} />}
        <col style={{ width: "12mm" }} />
        {columns.map(({ head, width }) => (
          <col key={head} style={width ? { width: `${width}mm` } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {tick && (
            <th scope="col">
              <span data-sr-only>Picked</span>
            </th>
          )}
          <th scope="col">S.No</th>
          {columns.map(({ head, right }) => (
            <th key={head} scope="col" data-right={right || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {blocks.map(({ row, number, head, isFirst, total }, at) => (
        <tbody key={`${head} ${row._id}`}>
          {head &&
            (isFirst || at === 0) &&
            across(style.group, isFirst ? head : `${head}, continued`, { "data-group": true })}
          <tr>
            {tick && (
              <td>
                <span className={style.tick} />
              </td>
            )}
            <td className={sheet.serial}>{numberText(number)}</td>
            {columns.map(({ head: column, cell, right, strong }) => (
              <td key={column} data-right={right || undefined} data-strong={strong || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
          {total && across(undefined, total)}
        </tbody>
      ))}
    </table>
  );
}
