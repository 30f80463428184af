// The sticky header of a table, with three-state sorting.
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Column } from "./columns.ts";
import style from "./table.module.css";
import type { Sorting } from "./use-rows.ts";

const arrows = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown };

export function TableHead<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  return (
    <>
      <colgroup>
        {columns.map(({ head, width }) => (
          <col key={head} style={width ? { width } : undefined} />
        ))}
      </colgroup>
      <thead>
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
