// The columns of returns files, recognised by the heads of Amazon.in, Flipkart, Meesho, Snapdeal and one's own.
import { type Channel, channelLabel } from "#shared/channel.ts";
import type { Detail } from "#shared/failure.ts";
import { importColumns } from "#shared/import-columns.ts";
import { comparableHead } from "../../spreadsheets/head-row.ts";
import { orderFields } from "../orders/order-columns.ts";
import { isSize } from "../orders/order-heads.ts";
import { channelOfHeads } from "../orders/other-channel.ts";
import type { Field, Fields, Table } from "../table.ts";

/** The best first. */
const heads: Readonly<Record<string, readonly string[]>> = {
  // Amazon's report has the quantity of the order beside it.
  quantity: [
    ...["return quantity", "returned quantity", "return qty", "returned qty", "quantity", "qty", "item quantity"],
    ...["units", "no of units"],
  ],
  reference: [
    ...["return id", "return no", "return number", "return order id", "return request id", "return item id"],
    ...["amazon rma id", "rma id", "rma", "rma number", "merchant rma id", "rtv code", "return code"],
    "return reference",
    ...["return tracking id", "return tracking number", "return awb", "return awb number", "reverse awb"],
    ...["reverse awb number", "reverse pickup awb"],
  ],
  tracking: [
    ...["tracking id", "tracking number", "tracking no", "awb number", "awb no", "awb", "awb code", "reference code"],
  ],
  kind: ["return type", "type of return", "return mode", "return category"],
  advised_on: [
    ...["return request date", "return requested date", "return requested on", "return created date"],
    ...["return created on", "return creation date", "return initiated on", "return initiated date"],
    ...["customer return initiated on", "return date", "return approval date", "return approved on", "rto date"],
    ...["rto initiated on", "returned on", "returned date"],
  ],
  status: ["return status", "return request status", "return state", "status"],
};

export const returnFields = (...known: Parameters<typeof orderFields>): Fields => {
  const { code, listing, order } = orderFields(...known);
  const found: Record<string, Partial<Field> | undefined> = { code, listing, order };
  return Object.fromEntries(
    Object.entries(importColumns.returns).map(([field, column]) => [
      field,
      { ...found[field], ...(heads[field] && { heads: heads[field] }), ...column },
    ]),
  );
};

/** The number of a return, and that of its parcel: some reports have the second alone, and another one of the way there. */
export const numbersIn = ({ heads, columns }: Table, text: (field: string) => string) =>
  /awb|tracking/i.test(heads[columns.reference ?? -1] ?? "")
    ? { reference: "", tracking: text("reference") || text("tracking") }
    : { reference: text("reference"), tracking: text("tracking") };

/** The column of a size, which belongs to the code. */
export const sizeColumn = ({ heads }: Table): number =>
  heads.findIndex((head) => isSize(comparableHead(head)) || comparableHead(head) === "variation");

/** What tells a returns file from a list of orders. A row that has none of them is no return. */
export const tellReturns = ["reference", "kind", "advised_on"] as const;

/** Why the file is no returns file of the channel, if it is none. */
export const whyNoReturns = ({ heads, columns }: Table, channel: Channel): Detail | undefined => {
  const has = heads.map(comparableHead);
  const other = channelOfHeads(has, channel);
  if (other) return { field: "channel", message: `A report of ${channelLabel(other)}: choose that channel` };
  if (has.includes("license plate number") || has.includes("fulfillment center id"))
    return { field: "file", message: "Returns to the marketplace's own shelf, which do not come here" };
  if (tellReturns.some((field) => field in columns)) return undefined;
  const message = "Nothing in it tells of returns: it needs a column of their numbers, types or days";
  return { field: "file", message };
};
