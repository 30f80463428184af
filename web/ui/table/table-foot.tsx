// The totals of the rows shown, which stick below them. Separate from the table, whose code every screen loads.
import type { Column } from "./columns.ts";

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

export function TableFoot<Row>({ columns, rows }: Props<Row>) {
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
