// Printouts: printed in place of their screen, and rendered only while it prints.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { dateTimeText } from "../../lib/format.ts";
import { topDialog } from "../../lib/top-dialog.ts";
import { Logo } from "../logo.tsx";
import style from "./printout.module.css";

export interface Printout {
  /** The document's title while it prints, which names the file: "Low Stock Report 20-11-2026". */
  name: string;
  title: string;
  /** The user's name. */
  by: string;
  /** More lines of the head, after name and time: ["Channel", "Amazon"]. */
  facts?: readonly (readonly [name: string, value: string])[];
  note?: string;
  /** At the foot of every page, before name and time, to identify loose pages. */
  footer?: string;
  /** On its side, for many columns. */
  wide?: boolean;
  /** Labels in place of a page with a head. */
  paper?: "roll" | "sheet";
  /** Printed only where the screen has no other printout, and no dialog lies over it. */
  fallback?: boolean;
  /** Further printouts, each from a new page. */
  more?: readonly Printout[];
  /** Usually PrintPages, with the foot on each of them. */
  body: (foot: string) => ReactNode;
}

/** Milliseconds to wait for pictures at most. */
const imageTimeout = 3_000;

/** The printout whose button was pressed, until it is printed; other printouts of the screen are not printed then. */
let requested: object | undefined;

/** The printouts that Ctrl + P prints, without the fallbacks. */
const ready = new Set<object>();

/** Without a printout the screen prints nothing. Put `portal` anywhere in the screen; Ctrl + P prints the printout too. */
export function usePrint(printout: Printout | undefined): { print: () => void; portal: ReactNode } {
  /** When it is printed; undefined while it is not. */
  const [at, setAt] = useState<number>();
  const paper = useRef<HTMLElement>(null);
  const exists = printout !== undefined;
  const fallback = printout?.fallback ?? false;

  useEffect(() => {
    if (!exists) return;
    if (!fallback) ready.add(paper);
    const prints = () => (requested ? requested === paper : !fallback || (ready.size === 0 && !topDialog()));
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

  const footOf = ({ footer, by }: Printout, time: number) =>
    `${footer ? `${footer} · ` : ""}${by}, ${dateTimeText(time)} IST`;
  const name = at === undefined ? undefined : printout?.name;
  useLayoutEffect(() => {
    if (name === undefined) return;
    const earlier = document.title;
    document.title = name;
    return () => {
      document.title = earlier;
    };
  }, [name]);

  const print = () => {
    requested = paper;
    // Rendered first, since some browsers read the title when print() is called.
    flushSync(() => setAt(Date.now()));
    const pictures = [...document.querySelectorAll<HTMLImageElement>("[data-print] img")];
    void imagesLoaded(pictures).then(() => window.print());
  };

  const portal =
    printout && at !== undefined
      ? createPortal(
          [printout, ...(printout.more ?? [])].map((one, index) => (
            <article
              key={one.footer ?? ""}
              {...(index === 0 && { ref: paper })}
              data-print
              data-wide={one.wide || undefined}
              data-paper={one.paper}
              className={style.printout}
            >
              {!one.paper && <Head {...one} at={at} />}
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

function Head({ title, by, facts = [], note, at }: Printout & { at: number }) {
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
