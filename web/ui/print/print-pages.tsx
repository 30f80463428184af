// Tables on paper, divided into pages by this file, so that each has the table's head and a foot: Firefox and Safari
// print no page margin boxes.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { numberText } from "../../lib/format.ts";
import style from "./print-pages.module.css";
import printout from "./printout.module.css";
import type { PrintColumn } from "./printout.tsx";

export interface PrintGroup<Row> {
  /** Above its rows, and repeated where they continue on another page. */
  head?: string;
  rows: readonly Row[];
  total?: string;
}

interface Looks<Row> {
  columns: readonly PrintColumn<Row>[];
  tick?: boolean;
  /** Smaller letters and narrower rows, for the lists of screens. */
  dense?: boolean;
  /** Content below a row, across all columns. */
  below?: ((row: Row) => ReactNode) | undefined;
  /** Totals, one for each column, under the last row. */
  totals?: readonly ReactNode[] | undefined;
}

interface Props<Row> extends Looks<Row> {
  /** Text at the foot of every page, beside its number. */
  foot: string;
  groups: readonly PrintGroup<Row>[];
  /** S.No, counted over all groups otherwise. */
  numberOf?: (row: Row) => number;
}

/** A row that is not broken between pages, with the head of its group before it and the total after it, if any. */
interface Block<Row> {
  row: Row;
  number: number;
  head: string | undefined;
  isFirst: boolean;
  total: string | undefined;
  /** The last of all, with the totals. */
  isLast: boolean;
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
    .map((block, at, all) => ({
      ...block,
      number: numberOf?.(block.row) ?? at + 1,
      isLast: at === all.length - 1,
    }));

/** Millimetres of A4 for rows: less its margins, and some room for browsers that break lines elsewhere on paper. */
const upright = { width: 186, height: 297 - 14 - 18 - 5 };
const wide = { width: 273, height: 210 - 14 - 18 - 5 };
const pixelsPerMillimetre = 96 / 25.4;

/** The first block of each page. `heights` are of the blocks, `repeated` of the heads repeated above them. */
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

/** Finds the pages' first blocks by drawing all blocks as one page, hidden but as wide as paper. */
const measure = (pages: HTMLElement): number[] => {
  const paper = pages.closest<HTMLElement>("[data-print]");
  if (!paper) return [0];
  const { width, height } = paper.dataset.wide ? wide : upright;
  const pageHeight = height * pixelsPerMillimetre;
  paper.style.cssText = `display: block; position: absolute; visibility: hidden; width: ${width}mm; font-size: 11pt`;
  const heightOf = (part: Element | null) => part?.getBoundingClientRect().height ?? 0;
  const bodies = [...pages.querySelectorAll("tbody")];
  const heights = bodies.map(heightOf);
  const groupHead = heightOf(pages.querySelector("[data-group]"));
  const above = pages.getBoundingClientRect().top - paper.getBoundingClientRect().top;
  // Height of the table's head and the foot.
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

export function PrintPages<Row extends { _id: string }>({ foot, groups, numberOf, ...looks }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [starts, setStarts] = useState([0]);
  const blocks = blocksOf(groups, numberOf);
  useLayoutEffect(() => {
    if (box.current) setStarts(measure(box.current));
  }, []);
  return (
    <div ref={box} className={style.pages}>
      {starts.map((start, page) => (
        <section key={start} className={style.page}>
          <PageTable {...looks} blocks={blocks.slice(start, starts[page + 1])} />
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

function PageTable<Row extends { _id: string }>({
  columns,
  tick = false,
  dense = false,
  below,
  totals,
  blocks,
}: Looks<Row> & { blocks: readonly Block<Row>[] }) {
  const span = columns.length + (tick ? 2 : 1);
  const across = (className: string | undefined, text: ReactNode, attributes: object = {}) => (
    <tr {...attributes}>
      <th colSpan={span} scope="rowgroup" className={className}>
        {text}
      </th>
    </tr>
  );
  return (
    <table className={printout.table} data-dense={dense || undefined}>
      <colgroup>
        {tick && <col style={{ width: "9mm" }} />}
        <col style={{ width: tick ? "12mm" : "14mm" }} />
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
          {columns.map(({ head, label, right }) => (
            <th key={head} scope="col" data-right={right || undefined}>
              {label ?? head}
            </th>
          ))}
        </tr>
      </thead>
      {blocks.map(({ row, number, head, isFirst, total, isLast }, at) => (
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
            <td className={printout.serial}>{numberText(number)}</td>
            {columns.map(({ head: column, cell, right, strong }) => (
              <td key={column} data-right={right || undefined} data-strong={strong || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
          {below?.(row) && (
            <tr>
              <td colSpan={span}>{below(row)}</td>
            </tr>
          )}
          {total && across(undefined, total)}
          {isLast && totals && (
            <tr>
              <td />
              {columns.map(({ head: column, right }, index) => (
                <td key={column} data-right={right || undefined}>
                  <strong>{totals[index]}</strong>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
