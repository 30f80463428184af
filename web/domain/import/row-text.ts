// The effect of a row of an import in words, and the order in which rows are shown.
import { Ban, CircleHelp, CircleX, Equal, type LucideIcon, PackageX, Pencil, Plus, Repeat2, Undo2 } from "lucide-react";
import type { ImportRow, RowStatus } from "#shared/import.ts";
import { orderOutcomes } from "#shared/order-outcome.ts";
import { numberText } from "../../lib/format.ts";

interface Look {
  label: string;
  tone: "neutral" | "ok" | "info" | "warn" | "danger";
  icon: LucideIcon;
}

const { wrong, unclear, unknown, unsure, short, ready, cancelled_since, ...others } = orderOutcomes;
const { cancelled, picked, no_goods, other_channel, marketplace, unpaid, sent, nothing_left } = others;
const leftOut = { tone: "neutral", icon: Ban } as const;

/** In the order in which the rows are shown. */
export const rowLooks: Readonly<Record<RowStatus, Look>> = {
  wrong: { ...wrong, tone: "danger", icon: CircleX },
  unclear: { ...unclear, tone: "warn", icon: CircleHelp },
  unknown: { ...unknown, tone: "warn", icon: CircleHelp },
  unsure: { ...unsure, tone: "warn", icon: CircleHelp },
  short: { ...short, tone: "warn", icon: PackageX },
  cancelled_since: { ...cancelled_since, tone: "warn", icon: Undo2 },
  changed: { label: "Changed", tone: "info", icon: Pencil },
  new: { label: "New", tone: "ok", icon: Plus },
  ready: { ...ready, tone: "ok", icon: Plus },
  cancelled: { ...cancelled, ...leftOut },
  no_goods: { ...no_goods, ...leftOut },
  other_channel: { ...other_channel, ...leftOut },
  marketplace: { ...marketplace, ...leftOut },
  unpaid: { ...unpaid, ...leftOut },
  sent: { ...sent, ...leftOut },
  nothing_left: { ...nothing_left, ...leftOut },
  picked: { ...picked, tone: "neutral", icon: Repeat2 },
  same: { label: "Same", tone: "neutral", icon: Equal },
};

const statuses = Object.keys(rowLooks) as RowStatus[];

/** The number of rows by status, in the order of the rows. */
export const countsOf = (rows: readonly ImportRow[]): { status: RowStatus; count: number }[] => {
  const counts = Map.groupBy(rows, ({ status }) => status);
  return statuses.flatMap((status) => {
    const count = counts.get(status)?.length;
    return count ? [{ status, count }] : [];
  });
};

/** Units by which stock changes; for a product, the number of changed fields. */
const difference = ({ quantity, changes }: ImportRow): number => Math.abs(quantity ?? changes.length);

/** Wrong rows first, then the largest differences; otherwise as in the spreadsheet. */
export const inOrder = (rows: readonly ImportRow[]): ImportRow[] => {
  const rank = new Map(statuses.map((status, index) => [status, index]));
  return rows
    .map((row) => ({ row, rank: rank.get(row.status) ?? 0, size: row.status === "changed" ? difference(row) : 0 }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size || Number(a.row._id) - Number(b.row._id))
    .map(({ row }) => row);
};

/** "Lead Time “soon”: Whole number expected". */
export const problemText = ({ column, value, message }: ImportRow["problems"][number]): string =>
  `${column}${value && ` “${value}”`}${column || value ? ": " : ""}${message}`;

/** "+12", "-3". */
export const signedText = (units: number): string => (units > 0 ? `+${numberText(units)}` : numberText(units));

/** The name of a row's product, even if it is new; "" if it is unknown. */
export const nameOf = ({ product, more = [], changes }: ImportRow): string =>
  [
    changes.find(({ field }) => field === "name")?.to ?? product?.name ?? "",
    ...more.map((part) => part.product.name),
  ].join(" + ");
