// What a screen prints: a sheet of its own in place of the screen, rendered only while it prints.
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { dateTimeText, numberText } from "../../lib/format.ts";
import { Logo } from "../logo.tsx";
import { numberPages } from "./page-numbers.ts";
import style from "./print-sheet.module.css";

export interface Sheet {
  /** The document's title while it prints, which names the file: "Low Stock Report 20-11-2026". */
  name: string;
  /** Heading on the paper. */
  title: string;
  /** The user's name. */
  by: string;
  /** More lines of the head, after name and time: ["Channel", "Amazon"]. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** One line above the table. */
  note?: string;
  /** At the foot of every page, before name and time, to identify loose pages. */
  mark?: string;
  /** On its side, for many columns. */
  wide?: boolean;
  /** Printed only where the screen has no other sheet, and no dialog lies over it. */
  fallback?: boolean;
  /** Further sheets, each from a new page. */
  more?: readonly Sheet[];
  /** Usually a PrintTable, or PrintPages, which put the foot on the paper themselves. */
  body: (foot: string) => ReactNode;
}

/** Milliseconds to wait for pictures at most. */
const imageTimeout = 3_000;

/** The sheet whose button was pressed, until it is printed; other sheets of the screen are not printed then. */
let requested: object | undefined;

/** The sheets that Ctrl + P prints, without the fallbacks. */
const ready = new Set<object>();

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Without a sheet the screen prints nothing. Put `portal` anywhere in the screen; Ctrl + P prints the sheet too. */
export function usePrint(sheet: Sheet | undefined): { print: () => void; portal: ReactNode } {
  /** When it is printed; undefined while it is not. */
  const [at, setAt] = useState<number>();
  const paper = useRef<HTMLElement>(null);
  const exists = sheet !== undefined;
  const fallback = sheet?.fallback ?? false;

  useEffect(() => {
    if (!exists) return;
    if (!fallback) ready.add(paper);
    const prints = () => (requested ? requested === paper : !fallback || (ready.size === 0 && !isDialogOpen()));
    const before = () => {
      if (prints()) flushSync(() => setAt((earlier) => earlier ?? Date.now()));
    };
    const after = () => {
      if (requested === paper) requested = undefined;
      setAt(undefined);
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      if (requested === paper) requested = undefined;
      ready.delete(paper);
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, [exists, fallback]);

  const footOf = ({ mark, by }: Sheet, time: number) => `${mark ? `${mark} · ` : ""}${by}, ${dateTimeText(time)} IST`;
  const foot = sheet && at !== undefined ? footOf(sheet, at) : undefined;
  const name = sheet?.name;
  useLayoutEffect(() => {
    if (foot === undefined || name === undefined) return;
    const earlier = document.title;
    const root = document.documentElement.style;
    document.title = name;
    root.setProperty("--print-foot", JSON.stringify(foot));
    const endNumbers = paper.current && numberPages(paper.current, foot);
    return () => {
      endNumbers?.();
      document.title = earlier;
      root.removeProperty("--print-foot");
    };
  }, [foot, name]);

  const print = () => {
    requested = paper;
    // Rendered first, since some browsers read the title when print() is called.
    flushSync(() => setAt(Date.now()));
    const pictures = [...document.querySelectorAll<HTMLImageElement>("[data-print] img")];
    void imagesLoaded(pictures).then(() => window.print());
  };

  const portal =
    sheet && at !== undefined
      ? createPortal(
          [sheet, ...(sheet.more ?? [])].map((one, index) => (
            <article
              key={one.mark ?? ""}
              {...(index === 0 && { ref: paper })}
              data-print
              data-wide={one.wide || undefined}
              className={style.sheet}
            >
              <Head {...one} at={at} />
              {one.body(footOf(one, at))}
            </article>
          )),
          document.body,
        )
      : null;
  return { print, portal };
}

/** A picture that fails to load leaves its box empty and does not delay the rest. */
const imagesLoaded = (pictures: readonly HTMLImageElement[]): Promise<unknown> => {
  // A lazy image would wait for a viewport, which paper does not have.
  for (const picture of pictures) picture.loading = "eager";
  return Promise.race([
    Promise.allSettled(pictures.map((picture) => picture.decode())),
    new Promise((late) => setTimeout(late, imageTimeout)),
  ]);
};

function Head({ title, by, facts = [], note, at }: Sheet & { at: number }) {
  const all = [["Name", by], ["Printed", `${dateTimeText(at)} IST`], ...facts] as const;
  return (
    <header>
      <div className={style.head}>
        <Logo size={40} />
        <h1 className={style.title}>{title}</h1>
        <dl className={style.facts}>
          {all.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {note && <p className={style.note}>{note}</p>}
    </header>
  );
}

export interface PrintColumn<Row> {
  head: string;
  /** Shown instead of `head`. */
  label?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Millimetres of 186; columns without a width share the rest. */
  width?: number;
  /** Numbers stand right. */
  right?: boolean;
  /** The most important figure. */
  strong?: boolean;
}

/** A name with a smaller note; it wraps on paper. */
export function PrintName({ name, note }: { name: ReactNode; note: string }) {
  return (
    <>
      {name}
      {"\u2002"}
      <small className={style.small}>{note}</small>
    </>
  );
}

interface PrintTableProps<Row> {
  rows: readonly Row[];
  columns: readonly PrintColumn<Row>[];
  /** Smaller letters and narrower rows, for the lists of screens. */
  dense?: boolean;
  /** The heading above a row, if a group starts with it. */
  heading?: (row: Row, index: number) => string | undefined;
  /** What stands below a row, over all columns. */
  below?: (row: Row) => ReactNode;
  /** Totals, one for each column, under the last row. */
  totals?: readonly ReactNode[] | undefined;
}

/** All rows, numbered; the head repeats on every page and no row is split. */
export function PrintTable<Row extends { _id: string }>({
  rows,
  columns,
  dense,
  heading,
  below,
  totals,
}: PrintTableProps<Row>) {
  const span = columns.length + 1;
  return (
    <table className={style.table} data-dense={dense || undefined}>
      <colgroup>
        <col style={{ width: "14mm" }} />
        {columns.map(({ head, width }) => (
          <col key={head} style={width ? { width: `${width}mm` } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">S.No</th>
          {columns.map(({ head, label, right }) => (
            <th key={head} scope="col" data-right={right || undefined}>
              {label ?? head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const group = heading?.(row, index);
          const more = below?.(row);
          return (
            <Fragment key={row._id}>
              {group !== undefined && (
                <tr>
                  <th colSpan={span} scope="rowgroup">
                    {group}
                  </th>
                </tr>
              )}
              <tr>
                <td className={style.serial}>{numberText(index + 1)}</td>
                {columns.map(({ head, cell, right, strong }) => (
                  <td key={head} data-right={right || undefined} data-strong={strong || undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
              {more && (
                <tr>
                  <td colSpan={span}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
        {totals && (
          <tr>
            <td />
            {columns.map(({ head, right }, at) => (
              <td key={head} data-right={right || undefined}>
                <strong>{totals[at]}</strong>
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
