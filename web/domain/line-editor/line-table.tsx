// The lines of a document that is being made: rows as high as they need, cards where they have no room, the latest one in view.
import { type ReactNode, useEffect, useRef } from "react";
import { numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import table from "../../ui/table/table.module.css";
import { Tag } from "../../ui/tag.tsx";
import style from "./line-table.module.css";

export interface LineColumn<Row> {
  head: string;
  /** A word beside the head: what holds for the whole column. */
  mark?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** As in CSS; the columns without one share what is left. */
  width?: string;
}

interface CardsProps<Row> {
  /** Its accessible name. */
  label: string;
  rows: readonly Row[];
  card: (row: Row, index: number) => ReactNode;
  keyOf: (row: Row) => string;
  /** Key of the row that was changed last. */
  latest: string;
}

interface Props<Row> extends CardsProps<Row> {
  columns: readonly LineColumn<Row>[];
  /** There is nothing yet. */
  empty: ReactNode;
}

/** Keeps the latest row in view: another one, or the same one again in a longer list. */
function useLatest(latest: string, count: number) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever they change.
  useEffect(() => {
    box.current?.querySelector("[data-latest]")?.scrollIntoView({ block: "nearest" });
  }, [latest, count]);
  return box;
}

/** The lines as cards: on phones, and in dialogs whatever the width. */
export function LineCards<Row>({ label, rows, card, keyOf, latest }: CardsProps<Row>) {
  const box = useLatest(latest, rows.length);
  return (
    <div ref={box} className={`${table.card} ${style.card}`}>
      <ol aria-label={label}>
        {rows.map((row, index) => (
          <li key={keyOf(row)} className={style.line} data-latest={keyOf(row) === latest || undefined}>
            {card(row, index)}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function LineTable<Row>({ columns, empty, ...cards }: Props<Row>) {
  const { label, rows, keyOf, latest } = cards;
  const narrow = useMedia("(max-width: 1150px)");
  const box = useLatest(latest, rows.length);
  if (rows.length === 0) return <div className={`${table.card} ${style.card}`}>{empty}</div>;
  if (narrow) return <LineCards {...cards} />;
  return (
    <div ref={box} className={`${table.card} ${style.card}`}>
      <table aria-label={label} className={`${table.table} ${style.table}`}>
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
                {mark && (
                  <>
                    {" "}
                    <Tag tone="info">{mark}</Tag>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)} data-latest={keyOf(row) === latest || undefined}>
              <td className={table.serial}>{numberText(index + 1)}</td>
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
