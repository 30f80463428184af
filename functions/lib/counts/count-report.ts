// The report of a count: the units found, the units in stock, and who counted them.
import type { CountReview, ReviewedProduct } from "#shared/count.ts";
import { leftOutText } from "#shared/count-certainty.ts";
import { dateTimeText } from "#shared/day.ts";
import { fileNamePart, labelOf } from "#shared/format.ts";
import { type Column, productColumns } from "../reports/column.ts";
import { sendReport } from "../reports/report.ts";

const difference = ({ counted, held }: ReviewedProduct): number | undefined =>
  counted === undefined ? undefined : counted - held;

const columns: Column<ReviewedProduct>[] = [
  ...productColumns<ReviewedProduct>(({ product }) => product),
  { head: "Counted", width: 12, cell: ({ counted }) => counted },
  { head: "Stock said", width: 12, cell: ({ held }) => held },
  { head: "Difference", width: 12, cell: difference },
  { head: "Round", width: 8, cell: ({ round }) => round },
  { head: "Counted by", width: 30, cell: ({ users }) => users.map(({ name }) => name).join(", ") || undefined },
  { head: "Counted at", width: 18, cell: ({ at }) => at && { instant: at } },
  { head: "Remarks", width: 50, cell: (row) => remarksOf(row) },
];

const remarksOf = ({ counted, flag, left_out }: ReviewedProduct): string | undefined => {
  if (left_out) return labelOf(leftOutText, left_out);
  if (flag) return labelOf(leftOutText, flag.kind);
  return counted === undefined ? "Not counted" : undefined;
};

/** The rows of the review, then codes that no product has. */
export const sendCountReport = ({ count, rows, notes }: CountReview, now: Date) => {
  const unknown = notes.map(({ _id, code = "", quantity, round, user, at }): ReviewedProduct => {
    return {
      _id,
      product: { _id, p_id: code, name: "Unknown code" },
      round,
      counted: quantity,
      held: 0,
      users: [user],
      at,
    };
  });
  return sendReport({
    name: `Count ${count.number} ${fileNamePart(count.warehouse.w_id)}`,
    title: `Count ${count.number}`,
    columns,
    rows: [rows, unknown],
    about: [
      ["Warehouse", `${count.warehouse.w_id} ${count.warehouse.name}`],
      ["State", count.state],
      ["Opened by", `${count.opened_by.name}, ${dateTimeText(count.created_at)}`],
      ...(count.closed_by && count.closed_at
        ? [["Closed by", `${count.closed_by.name}, ${dateTimeText(count.closed_at)}`] satisfies [string, string]]
        : []),
    ],
    now,
  });
};
