// The sticky header of a table, with three-state sorting, and the totals at its end.
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Column } from "./columns.ts";
import style from "./table.module.css";
import type { Sorting } from "./use-rows.ts";

const arrows = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown };

interface Props<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  /** On phones only screen readers get it. */
  hidden: boolean;
}

export function TableHead<Row>({ columns, sorting, hidden }: Props<Row>) {
  return (
    <>
      <colgroup>
        {columns.map(({ head, width }) => (
          <col key={head} style={width ? { width } : undefined} />
        ))}
      </colgroup>
      <thead data-sr-only={hidden || undefined}>
        <tr aria-rowindex={1}>
          {columns.map((column) => {
            const order = sorting.directionOf(column);
            const Arrow = arrows[order];
            return (
              <th
                key={column.head}
                scope="col"
                data-right={column.right || undefined}
                aria-sort={column.sort ? order : undefined}
              >
                {column.sort ? (
                  <button
                    type="button"
                    className={style.sort}
                    data-on={order !== "none" || undefined}
                    onClick={() => sorting.toggle(column)}
                  >
                    {column.label ?? column.head}
                    <Arrow size={14} aria-hidden="true" />
                  </button>
                ) : (
                  (column.label ?? column.head)
                )}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}

/** The totals of the rows shown, which stick below them, if any column has one. */
export function TableFoot<Row>({ columns, rows }: Pick<Props<Row>, "columns"> & { rows: readonly Row[] }) {
  if (rows.length === 0 || !columns.some(({ total }) => total)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map(({ head, right, total }) => (
          <td key={head} data-right={right || undefined}>
            {total?.(rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
