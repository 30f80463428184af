// The lines of a document that is being made: rows as high as they need, cards on phones, the latest one in view.
import { type ReactNode, useEffect, useRef } from "react";
import { numberText } from "../lib/format.ts";
import { usePhone } from "../lib/media.ts";
import style from "./line-table.module.css";

export interface LineColumn<Row> {
  head: string;
  /** A word beside the head: what holds for the whole column. */
  mark?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** As in CSS; the columns without one share what is left. */
  width?: string;
}

interface Props<Row> {
  /** Its accessible name. */
  label: string;
  rows: readonly Row[];
  columns: readonly LineColumn<Row>[];
  /** A row on a phone. */
  card: (row: Row, index: number) => ReactNode;
  keyOf: (row: Row) => string;
  /** Key of the row that was changed last. */
  latest: string;
  /** There is nothing yet. */
  empty: ReactNode;
}

export function LineTable<Row>({ label, rows, columns, card, keyOf, latest, empty }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const onPhone = usePhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or the same one again in a longer list.
  useEffect(() => {
    box.current?.querySelector("[data-latest]")?.scrollIntoView({ block: "nearest" });
  }, [latest, rows.length]);

  if (rows.length === 0) return <div className={style.card}>{empty}</div>;
  const isLatest = (row: Row) => keyOf(row) === latest || undefined;
  if (onPhone)
    return (
      <div ref={box} className={style.card}>
        <ol aria-label={label}>
          {rows.map((row, index) => (
            <li key={keyOf(row)} className={style.line} data-latest={isLatest(row)}>
              {card(row, index)}
            </li>
          ))}
        </ol>
      </div>
    );
  return (
    <div ref={box} className={style.card}>
      <table aria-label={label} className={style.table}>
        <colgroup>
          <col className={style.serialColumn} />
          {columns.map(({ head, width }) => (
            <col key={head} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">S.No</th>
            {columns.map(({ head, mark }) => (
              <th key={head} scope="col">
                {head}
                {mark && <span className={style.mark}>{mark}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)} data-latest={isLatest(row)}>
              <td className={style.serial}>{numberText(index + 1)}</td>
              {columns.map(({ head, cell }) => (
                <td key={head}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
