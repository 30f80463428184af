// What a screen prints: a sheet of its own in place of the screen, rendered only while it prints.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { dateTimeText, numberText } from "../../lib/format.ts";
import { Logo } from "../logo.tsx";
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
  /** Usually a PrintTable. */
  body: () => ReactNode;
}

/** Milliseconds to wait for pictures at most. */
const imageTimeout = 3_000;

/** The sheet whose button was pressed, until it is printed; other sheets of the screen are not printed then. */
let requested: object | undefined;

/** Without a sheet the screen prints nothing. Put `portal` anywhere in the screen; Ctrl + P prints the sheet too. */
export function usePrint(sheet: Sheet | undefined): { print: () => void; portal: ReactNode } {
  /** When it is printed; undefined while it is not. */
  const [at, setAt] = useState<number>();
  const paper = useRef<HTMLElement>(null);
  const ready = sheet !== undefined;

  useEffect(() => {
    if (!ready) return;
    const before = () => {
      if (!requested || requested === paper) flushSync(() => setAt((earlier) => earlier ?? Date.now()));
    };
    const after = () => {
      if (requested === paper) requested = undefined;
      setAt(undefined);
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      if (requested === paper) requested = undefined;
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, [ready]);

  const foot =
    sheet && at !== undefined
      ? `${sheet.mark ? `${sheet.mark} · ` : ""}${sheet.by}, ${dateTimeText(at)} IST`
      : undefined;
  const name = sheet?.name;
  useLayoutEffect(() => {
    if (foot === undefined || name === undefined) return;
    const earlier = document.title;
    const root = document.documentElement.style;
    document.title = name;
    root.setProperty("--print-foot", JSON.stringify(foot));
    return () => {
      document.title = earlier;
      root.removeProperty("--print-foot");
    };
  }, [foot, name]);

  const print = () => {
    requested = paper;
    // Rendered first, since some browsers read the title when print() is called.
    flushSync(() => setAt(Date.now()));
    const pictures = [...(paper.current?.querySelectorAll("img") ?? [])];
    void imagesLoaded(pictures).then(() => window.print());
  };

  const portal =
    sheet && at !== undefined
      ? createPortal(
          <article ref={paper} data-print className={style.sheet}>
            <Head {...sheet} at={at} />
            {sheet.body()}
          </article>,
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
  cell: (row: Row) => ReactNode;
  /** Millimetres of 186; columns without a width share the rest. */
  width?: number;
  /** Numbers stand right. */
  right?: boolean;
  /** The most important figure. */
  strong?: boolean;
}

/** A name with a smaller note; it wraps on paper. */
export function PrintName({ name, note }: { name: string; note: string }) {
  return (
    <>
      {name}
      {"\u2002"}
      <small className={style.small}>{note}</small>
    </>
  );
}

/** All rows, numbered; the head repeats on every page and no row is split. */
export function PrintTable<Row extends { _id: string }>({
  rows,
  columns,
}: {
  rows: readonly Row[];
  columns: readonly PrintColumn<Row>[];
}) {
  return (
    <table className={style.table}>
      <colgroup>
        <col style={{ width: "14mm" }} />
        {columns.map(({ head, width }) => (
          <col key={head} style={width ? { width: `${width}mm` } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">S.No</th>
          {columns.map(({ head, right }) => (
            <th key={head} scope="col" data-right={right || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row._id}>
            <td className={style.serial}>{numberText(index + 1)}</td>
            {columns.map(({ head, cell, right, strong }) => (
              <td key={head} data-right={right || undefined} data-strong={strong || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
