// Returns and their rates as reports.
import { channelLabel } from "#shared/channel.ts";
import type { Rate, Return } from "#shared/return.ts";
import { claimCauseLabel, claimStateLabel, conditionLabel, returnKindLabel } from "#shared/return-label.ts";
import { conditions, receivedUnits, unitsOf } from "#shared/return-units.ts";
import { type Column, dayCell, productColumns } from "../reports/column.ts";
import type { Cell } from "../reports/workbook.ts";

/** A return, once for each of its claims: its units stand in the first of these rows. */
interface ReportRow {
  one: Return;
  claim: Return["claims"][number] | undefined;
  isFirst: boolean;
}

export const toReportRows = (returns: readonly Return[]): ReportRow[] =>
  returns.flatMap((one) =>
    (one.claims.length > 0 ? one.claims : [undefined]).map((claim, at) => ({ one, claim, isFirst: at === 0 })),
  );

const units = (head: string, of: (one: Return) => number): Column<ReportRow> => ({
  head,
  width: 10,
  cell: ({ one, isFirst }) => (isFirst ? of(one) : undefined),
});
const ofClaim = (head: string, width: number, of: (claim: Return["claims"][number]) => Cell): Column<ReportRow> => ({
  head,
  width,
  cell: ({ claim }) => claim && of(claim),
});

export const returnColumns: Column<ReportRow>[] = [
  { head: "Channel", width: 11, cell: ({ one }) => channelLabel(one.channel) },
  { head: "Order", width: 24, cell: ({ one }) => one.order },
  { head: "Return", width: 20, cell: ({ one }) => one.reference },
  { head: "Tracking", width: 20, cell: ({ one }) => one.tracking },
  { head: "Code", width: 18, cell: ({ one }) => one.code },
  ...productColumns<ReportRow>(({ one }) => one.product ?? { p_id: "", name: "" }),
  { head: "Kind", width: 12, cell: ({ one }) => one.kind && returnKindLabel(one.kind) },
  { head: "Advised on", width: 12, cell: ({ one }) => dayCell(one.advised_on) },
  units("Advised", ({ advised }) => advised),
  ...conditions.map((condition) =>
    units(conditionLabel(condition), ({ receipts }) => receivedUnits(receipts)[condition]),
  ),
  units("Awaited", ({ awaited }) => awaited),
  ofClaim("Claim", 12, ({ cause }) => claimCauseLabel(cause)),
  ofClaim("Units Claimed", 13, (claim) => claim.units),
  ofClaim("Last Day", 12, ({ last_day }) => dayCell(last_day)),
  ofClaim("State", 10, ({ state }) => claimStateLabel(state)),
  ofClaim("Claim Number", 20, ({ reference }) => reference),
];

const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? Math.round((1_000 * part) / whole) / 10 : undefined;

export const rateColumns: Column<Rate>[] = [
  ...productColumns<Rate>(({ product }) => product),
  { head: "Channel", width: 11, cell: ({ channel }) => channelLabel(channel) },
  { head: "Days", width: 7, cell: ({ days }) => days },
  { head: "Sold", width: 9, cell: ({ sold }) => sold },
  { head: "Returned", width: 10, cell: ({ returned }) => returned },
  { head: "Returned %", width: 11, cell: ({ returned, sold }) => share(returned, sold) },
  ...conditions.flatMap((condition): Column<Rate>[] => [
    { head: conditionLabel(condition), width: 11, cell: ({ units }) => units[condition] },
    { head: `${conditionLabel(condition)} %`, width: 13, cell: ({ units }) => share(units[condition], unitsOf(units)) },
  ]),
];
