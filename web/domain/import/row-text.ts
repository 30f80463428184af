// The effect of a row of an import in words, and the order in which rows are shown.
import { Ban, CircleHelp, CircleX, Equal, type LucideIcon, PackageX, Pencil, Plus, Repeat2, Undo2 } from "lucide-react";
import { unknownLabel } from "#shared/format.ts";
import type { ImportRow, RowStatus } from "#shared/import.ts";
import { orderOutcomes } from "#shared/order-outcome.ts";
import { numberText } from "../../lib/format.ts";

interface Look {
  label: string;
  tone: "neutral" | "ok" | "info" | "warn" | "danger";
  icon: LucideIcon;
}

const doubtful = { tone: "warn", icon: CircleHelp } as const;
/** Looks of rows, in the order in which they are shown; then come order lines that are left out. */
const looks: Partial<Record<RowStatus, Omit<Look, "label">>> = {
  wrong: { tone: "danger", icon: CircleX },
  unclear: doubtful,
  unknown: doubtful,
  unsure: doubtful,
  another: doubtful,
  unclear_status: doubtful,
  short: { tone: "warn", icon: PackageX },
  cancelled_since: { tone: "warn", icon: Undo2 },
  changed: { tone: "info", icon: Pencil },
  new: { tone: "ok", icon: Plus },
  sold: { tone: "ok", icon: Plus },
  ready: { tone: "ok", icon: Plus },
  picked: { tone: "neutral", icon: Repeat2 },
  same: { tone: "neutral", icon: Equal },
};
const named = { ...orderOutcomes, changed: { label: "Changed" }, new: { label: "New" }, same: { label: "Same" } };
const statuses = Object.keys({ ...looks, ...named }) as RowStatus[];

export const rowLook = (status: RowStatus): Look => ({
  tone: "neutral",
  icon: Ban,
  ...looks[status],
  label: named[status]?.label ?? unknownLabel(status),
});

/** The place of a status in the order of the rows: last if only a newer release knows it. */
const rankOf = (status: RowStatus): number => statuses.indexOf(status) + 1 || statuses.length + 1;

/** The number of rows by status, in the order of the rows. */
export const countsOf = (rows: readonly ImportRow[]): { status: RowStatus; count: number }[] => {
  const counts = Map.groupBy(rows, ({ status }) => status);
  return [...counts]
    .map(([status, { length: count }]) => ({ status, count }))
    .sort((one, other) => rankOf(one.status) - rankOf(other.status));
};

/** Units by which stock changes; for a product, the number of changed fields. */
const difference = ({ quantity, changes }: ImportRow): number => Math.abs(quantity ?? changes.length);

/** Wrong rows first, then the largest differences; otherwise as in the spreadsheet. */
export const inOrder = (rows: readonly ImportRow[]): ImportRow[] =>
  rows
    .map((row) => ({ row, rank: rankOf(row.status), size: row.status === "changed" ? difference(row) : 0 }))
    .sort(
      (a, b) => a.rank - b.rank || b.size - a.size || Number.parseInt(a.row._id, 10) - Number.parseInt(b.row._id, 10),
    )
    .map(({ row }) => row);

/** "Lead Time “soon”: Whole number expected". */
export const problemText = ({ column, value, message }: ImportRow["problems"][number]): string =>
  `${column}${value && ` “${value}”`}${column || value ? ": " : ""}${message}`;

/** "Not taken: Cost “ARS 5”: is another currency". */
export const notTakenText = ({ not_taken = [] }: ImportRow): string =>
  not_taken.length > 0 ? `Not taken: ${not_taken.map(problemText).join(" · ")}` : "";

/** "+12", "-3". */
export const signedText = (units: number): string => (units > 0 ? `+${numberText(units)}` : numberText(units));

/** The name of a row's product, even if it is new; "" if it is unknown. */
export const nameOf = ({ product, more = [], changes }: ImportRow): string =>
  [
    changes.find(({ field }) => field === "name")?.to ?? product?.name ?? "",
    ...more.map((part) => part.product.name),
  ].join(" + ");
