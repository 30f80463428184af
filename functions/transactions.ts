// Stock in, stock out, and the ledger they make.
import { checkRange } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, StockIn, StockOut } from "#shared/movement.ts";
import { Page } from "./lib/answer.ts";
import { type Cursor, newestFirst, readRows } from "./lib/ledger.ts";
import { checkHeld, type Order, post } from "./lib/post.ts";
import { serve } from "./lib/serve.ts";
import { products, warehouses } from "./lib/tables.ts";

export const handler = serve("transactions", {
  "GET /v1/transactions": async ({ query: { start, end, after }, today }) => {
    checkRange({ start, end }, today);
    const { page, next } = await newestFirst(start, end, after ? readCursor(after) : undefined);
    const following = next && { start, end, after: writeCursor(next) };
    return new Page(await readRows(page), "/v1/transactions", following);
  },

  "POST /v1/transactions/in": (request) => move(request, request.body, "in"),
  "POST /v1/transactions/out": (request) => move(request, request.body, "out"),
});

/** Moves units of one product into one warehouse or out of it. */
const move = async (order: Order, { product, warehouse, quantity, reason, remarks }: StockIn | StockOut, kind: "in" | "out") => {
  const lines: Line[] = [[product, warehouse, kind === "in" ? quantity : -quantity]];
  const movement = await post(order, async (again) => {
    await Promise.all([
      warehouses.get(warehouse, { field: "warehouse", message: "No such warehouse" }),
      products.get(product, { field: "product", product, message: "No such product" }),
    ]);
    if (again) await checkHeld(lines);
    return { kind, reason, lines, remarks };
  });
  return { movement: movement._id, data: await readRows([movement]) };
};

const writeCursor = ({ day, created_at, _id }: Cursor): string => [day, created_at, _id].join("~");

const readCursor = (after: string): Cursor => {
  const [day, created_at, _id, ...rest] = after.split("~");
  if (!day || !created_at || !_id || rest.length > 0) throw new Failure("BAD_REQUEST", { field: "after", message: "Unknown page" });
  return { day, created_at, _id };
};
