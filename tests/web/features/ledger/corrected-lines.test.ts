// A corrected line of a picklist among its other lines in View Transactions.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { field, rows } from "#tests/web/page.ts";
import { here, hub, openTransactions, post, received, table, transaction } from "./driver.ts";

test("one corrected line marks its row alone, and every row keeps the picklist's number and link", async () => {
  const products = [await received(9), await received(9), await received(9)];
  const list = products.map(({ _id }) => ({ product: _id, quantity: 3 }));
  const movement = await post("out", { list, channel: "amazon" });
  const corrected = { list: [{ product: products[1]?._id, warehouse: hub, quantity: 2 }], corrections: 0 };
  const { status } = await here.manager.post(`/v1/transactions/${movement}/correct`, corrected, idempotencyKey());
  expect(status).toBe(201);

  const page = await openTransactions(`?movement=${movement}`);
  const lines = transaction(page, "STOCK_OUT");
  await lines.first().waitFor();
  expect(await lines.count()).toBe(3);
  const links = lines.getByRole("link", { name: movementNumber(movement) });
  expect(await links.count()).toBe(3);
  const marked = lines.filter({ hasText: "Corrected" });
  expect(await marked.count()).toBe(1);
  expect(await marked.innerText()).toContain(products[1]?.name.replace(/ \S+$/, ""));

  await field(page, "By movement").check();
  await rows(page.getByRole("table", { name: "Movements" }))
    .filter({ hasText: "Corrected" })
    .waitFor();
  await field(page, "By movement").uncheck();
  await links.first().click();
  await page.getByRole("dialog", { name: `Picklist ${movementNumber(movement)}` }).waitFor();
  await table(page).waitFor({ state: "detached" });
});
