// Queries of reports, and how their dates and times are written.
import * as v from "valibot";
import { expect, test } from "vitest";
import { dateTimeText, dayText } from "#shared/day.ts";
import { DatedExport, StocksExport, TicketForm, TransactionsExport } from "#shared/export.ts";

const range = { start: "2026-11-01", end: "2026-11-20" };

test("a transaction report needs its days, and may be filtered by product, action and warehouse", () => {
  expect(v.is(TransactionsExport, range)).toBe(true);
  expect(v.is(TransactionsExport, { ...range, product: "p1", action: "STOCK_IN", warehouse: "w1" })).toBe(true);
  for (const wrong of [{ end: undefined }, { start: "2026-02-30" }, { action: "IN" }, { product: "x".repeat(65) }])
    expect(v.is(TransactionsExport, { ...range, ...wrong })).toBe(false);
});

test("a stock report is of one day, or of one warehouse or all", () => {
  expect([v.is(DatedExport, { date: "2026-11-20" }), v.is(DatedExport, {})]).toEqual([true, false]);
  expect([v.is(StocksExport, {}), v.is(StocksExport, { warehouse: "w1" })]).toEqual([true, true]);
});

test("a ticket is requested with a path and a query of texts", () => {
  expect(v.parse(TicketForm, { path: "/v1/stocks/export" })).toEqual({ path: "/v1/stocks/export", query: {} });
  for (const path of [undefined, 5, "/".repeat(201)]) expect(v.is(TicketForm, { path })).toBe(false);
  for (const query of [{ a: 1 }, { a: ["b"] }, "a=b"]) expect(v.is(TicketForm, { path: "/v1/x", query })).toBe(false);
});

test("dates are written day-month-year, and times with 24 hours in India", () => {
  expect(dayText("2026-11-20")).toBe("20-11-2026");
  expect(dateTimeText("2026-11-20T18:29:59.999Z")).toBe("20-11-2026 23:59");
  expect(dateTimeText("2026-11-20T18:30:00.000Z")).toBe("21-11-2026 00:00");
});
