// The names of products in lists: read at half the price where they may be a moment old.
import { expect, test } from "vitest";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { proxiedWorld } from "#tests/support/world.ts";

const { databaseProxy: proxy, manager } = await proxiedWorld();

test("a product that an eventually consistent read does not have yet is listed by its name all the same", async () => {
  const { product } = await newStockLine(manager, 5);
  let hidden = 0;
  proxy.hide = (operation, body) =>
    operation === "BatchGetItem" && body.includes('"ConsistentRead":false')
      ? ({ _id, p_id }) => _id?.S === product && p_id !== undefined && ++hidden > 0
      : undefined;
  const { body } = await manager.get(`/v1/transactions?start=${today()}&end=${today()}`);
  expect(hidden).toBe(1);
  expect(body.find((row: { product: { _id: string } }) => row.product._id === product).product.p_id).not.toBe(product);
});
