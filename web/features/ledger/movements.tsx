// Transactions by movement: one row for all lines that were posted together, which expands to them.
import { type ComponentProps, useMemo } from "react";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { userColumn } from "../../domain/columns.tsx";
import { describeMovement, kindOf } from "../../domain/describe-movement.ts";
import { clockText, countText, numberText } from "../../lib/format.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, threeLineHeight } from "../../ui/table/data-table.tsx";
import { ExpandedList } from "../../ui/table/expanded-list.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { ClampedText, TwoLines } from "../../ui/tag.tsx";
import { ReasonCell } from "./reason-cell.tsx";

interface MovementLines {
  /** Id of the movement. */
  _id: string;
  /** Any of its lines: kind, time, user and reason are the same in all. */
  first: Transaction;
  /** Lines that match the filters. */
  lines: readonly Transaction[];
  units: number;
}

const sumOf = (lines: readonly Transaction[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Units of a transfer are counted once. */
const unitsOf = (lines: readonly Transaction[]): number => {
  const into = sumOf(lines.filter(({ action }) => action === "STOCK_IN"));
  const all = sumOf(lines);
  return 2 * into === all ? into : all;
};

const byMovement = (rows: readonly Transaction[], where: (row: Transaction) => boolean): MovementLines[] =>
  [...Map.groupBy(rows, ({ movement }) => movement)].map(([_id, all]) => {
    const lines = all.filter(where);
    return { _id, first: all[0] as Transaction, lines, units: unitsOf(lines) };
  });

const isShown = ({ lines }: MovementLines): boolean => lines.length > 0;

/** Struck out if reversed. */
const unitsText = ({ first, units }: MovementLines) =>
  first.reversed_by ? <s>{numberText(units)}</s> : numberText(units);

/** Its day is the heading, or that of the whole list. */
const timeOf = ({ created_at }: Transaction): string => clockText(Date.parse(created_at));

const columns: Column<MovementLines>[] = [
  {
    head: "Movement",
    width: "12rem",
    cell: ({ first }) => (
      <TwoLines note={movementNumber(first.movement)}>{`${timeOf(first)} ${kindOf(first)}`}</TwoLines>
    ),
  },
  { head: "Content", cell: ({ lines }) => <ClampedText>{describeMovement(lines)}</ClampedText> },
  { head: "Reason", width: "11rem", cell: ({ first }) => <ReasonCell whole row={first} /> },
  { head: "Lines", width: "4.5rem", right: true, cell: ({ lines }) => numberText(lines.length) },
  { head: "Units", width: "5.25rem", right: true, cell: unitsText },
  userColumn(({ first }) => first.user, { width: "7rem" }),
];

const phone = (row: MovementLines) => ({
  title: `${kindOf(row.first)} ${movementNumber(row.first.movement)}`,
  note: `${timeOf(row.first)} · ${countText(row.lines.length, "line")} · @${row.first.user.username}`,
  last: row.first.reversed_by ? `Reversed · ${row.first.reason}` : row.first.reason,
  number: unitsText(row),
});

const isReversed = ({ first }: MovementLines): boolean => first.reversed_by !== undefined;
const nameOf = ({ first }: MovementLines): string => `${kindOf(first)} ${movementNumber(first.movement)}`;

type Table = ComponentProps<typeof DataTable<MovementLines>>;

interface Props
  extends Pick<Table, "keepToolbar" | "range" | "filters" | "inWords" | "activeFilters" | "onClear" | "empty"> {
  list: QueryState<readonly Transaction[]>;
  where: (row: Transaction) => boolean;
  summary: (rows: readonly Transaction[]) => string;
  heading: ((row: Transaction) => string) | undefined;
  actions: readonly (RowAction<Transaction> & { run: (row: Transaction) => void })[];
  dialog: OpenDialog;
}

export function Movements({ list, where, summary, heading, actions, dialog, ...table }: Props) {
  const data = useMemo(() => list.data && byMovement(list.data, where), [list.data, where]);
  const headingOf = useMemo(() => heading && (({ first }: MovementLines) => heading(first)), [heading]);
  return (
    <DataTable
      label="Movements"
      list={{ ...list, data }}
      rowFilter={isShown}
      columns={columns}
      phone={phone}
      phoneRowHeight={threeLineHeight}
      expanded={(row) => <Lines {...row} onOpen={(id) => dialog.open("show", id)} />}
      summary={(rows) => summary(rows.flatMap(({ lines }) => lines))}
      noun="movement"
      nameOf={nameOf}
      muted={isReversed}
      heading={headingOf}
      actions={actions.map(({ name, disabledReason, run, ...action }) => ({
        ...action,
        name: typeof name === "string" ? name : ({ first }: MovementLines) => name(first),
        disabledReason: ({ first }: MovementLines) => disabledReason?.(first),
        run: ({ first }: MovementLines) => run(first),
      }))}
      {...table}
    />
  );
}

/** The lines of an expanded movement; each opens its details. */
function Lines({ first, lines, onOpen }: MovementLines & { onOpen: (id: string) => void }) {
  return (
    <ExpandedList
      label={`Lines of ${movementNumber(first.movement)}`}
      remark={first.remarks}
      items={lines.map((line) => ({
        key: line._id,
        image: <Image src={line.product.image} />,
        title: (
          <button type="button" onClick={() => onOpen(line._id)}>
            <ClampedText>{line.product.name}</ClampedText>
          </button>
        ),
        note: (
          <>
            {line.product.p_id} · {line.warehouse.w_id} <ActionTag action={line.action} short />
          </>
        ),
        number: numberText(line.quantity),
      }))}
    />
  );
}
