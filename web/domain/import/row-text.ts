// The effect of a row of an import in words, and the order in which rows are shown.
import { Ban, CircleHelp, CircleX, Equal, type LucideIcon, PackageX, Pencil, Plus, Repeat2 } from "lucide-react";
import type { ImportRow, RowStatus } from "#shared/import.ts";
import { numberText } from "../../lib/format.ts";

interface Look {
  label: string;
  tone: "neutral" | "ok" | "info" | "warn" | "danger";
  icon: LucideIcon;
}

/** In the order in which the rows are shown. */
export const rowLooks: Readonly<Record<RowStatus, Look>> = {
  wrong: { label: "Wrong", tone: "danger", icon: CircleX },
  unclear: { label: "Unclear code", tone: "warn", icon: CircleHelp },
  unknown: { label: "Unknown code", tone: "warn", icon: CircleHelp },
  unsure: { label: "Maybe picked", tone: "warn", icon: CircleHelp },
  short: { label: "Too little stock", tone: "warn", icon: PackageX },
  changed: { label: "Changed", tone: "info", icon: Pencil },
  new: { label: "New", tone: "ok", icon: Plus },
  ready: { label: "Ready", tone: "ok", icon: Plus },
  cancelled: { label: "Cancelled", tone: "neutral", icon: Ban },
  picked: { label: "Picked before", tone: "neutral", icon: Repeat2 },
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
    .sort(
      (a, b) => a.rank - b.rank || b.size - a.size || Number.parseInt(a.row._id, 10) - Number.parseInt(b.row._id, 10),
    )
    .map(({ row }) => row);
};

/** "Lead Time “soon”: Whole number expected". */
export const problemText = ({ column, value, message }: ImportRow["problems"][number]): string =>
  `${column}${value && ` “${value}”`}${column || value ? ": " : ""}${message}`;

/** "+12", "-3". */
export const signedText = (units: number): string => (units > 0 ? `+${numberText(units)}` : numberText(units));

/** The name of a row's product, even if it is new; "" if it is unknown. */
export const nameOf = ({ product, changes }: ImportRow): string =>
  String(changes.find(({ field }) => field === "name")?.to ?? product?.name ?? "");
