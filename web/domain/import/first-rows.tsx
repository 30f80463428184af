// The rows of a file about its heads. A press on the number of another row says that the heads are there.
import type { Import } from "#shared/import.ts";
import { columnLetters } from "#shared/import-columns.ts";
import { numberText } from "../../lib/format.ts";
import { ToggleChip } from "../../ui/form/toggle-chip.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import style from "./sheet-strip.module.css";

interface Props {
  sheet: Import["sheet"];
  /** The field whose column is marked. */
  field: string | undefined;
  onHeadRow: (row: number) => void;
}

const showColumn = (cell: HTMLElement | null) => cell?.scrollIntoView({ block: "nearest", inline: "center" });

export function FirstRows({ sheet: { first_rows, heads, head_row, columns }, field = "", onHeadRow }: Props) {
  const marked = heads.indexOf(columns[field] ?? "");
  return (
    <SideTable
      label="First rows of the sheet"
      variant="sticky"
      head={[{ key: "row", content: "Row", srOnly: true }, ...heads.map((_, column) => columnLetters(column))]}
      rows={first_rows.map(({ number, cells }) => ({
        key: String(number),
        cells: [
          <ToggleChip
            key="row"
            pressed={number === head_row}
            aria-label={`Heads in row ${numberText(number)}`}
            onClick={() => onHeadRow(number)}
          >
            {numberText(number)}
          </ToggleChip>,
          ...cells.map((text, column) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position.
              key={column}
              ref={column === marked ? showColumn : undefined}
              className={style.cell}
              data-marked={column === marked || undefined}
              data-head={number === head_row || undefined}
              title={text}
            >
              {text}
            </span>
          )),
        ],
      }))}
    />
  );
}
