// Exports: the queries of reports, and the tickets with which a form fetches them.
import * as v from "valibot";
import { AnyChannel, Day, Days, Id, optionalLine } from "./field.ts";
import { Action } from "./movement.ts";

const optionalId = v.optional(Id);

export const StocksExport = v.object({ warehouse: optionalId });
export const DatedExport = v.object({ date: Day });
export const TransactionsExport = v.object({
  ...Days.entries,
  product: optionalId,
  action: v.optional(Action),
  warehouse: optionalId,
  user: optionalId,
  reason: optionalLine(),
  channel: v.optional(AnyChannel),
});
export type TransactionsExport = v.InferOutput<typeof TransactionsExport>;

/** Rows of a file at most. */
export const maxReportRows = 200_000;

/** A form cannot send the bearer token, so it sends a ticket for this path and query. */
export const TicketForm = v.object({
  path: v.pipe(v.string("Required"), v.maxLength(200, "Unknown path")),
  query: v.optional(
    v.record(
      v.pipe(v.string(), v.maxLength(50, "Unknown field")),
      v.pipe(v.string("Text expected"), v.maxLength(8_000, "Too long")),
    ),
    {},
  ),
});
export type TicketForm = v.InferOutput<typeof TicketForm>;

export const Ticket = v.object({ ticket: v.string() });
