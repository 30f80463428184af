// A company that sells from its own warehouse and from Amazon's shelf, by order files and stock sheets, from day to day.
import { expect } from "vitest";
import { addDays } from "#shared/day.ts";
import type { Import } from "#shared/import.ts";
import type { Transaction } from "#shared/movement.ts";
import { setClock } from "#tests/support/clock.ts";
import { applyAll, csv, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse, placesOf } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";
import { previewRows } from "./driver.ts";

export type Sold = [date: string, status: string, by: "Amazon" | "Merchant", code: string, units: number];

const heads = ["Order ID", "Date", "Status", "Fulfilment", "SKU", "Qty"];

/** The shelf is older than any day on which its sales may be told. */
export const openCompany = async (first: string) => {
  setClock(`${addDays(first, -40)}T04:00:00Z`);
  const here = await proxiedWorld();
  const own = await newWarehouse(here.manager, "OWN", "Bhiwandi");
  const form = { w_id: "FBA", name: "Amazon FBA", sells_for: "amazon" };
  const { body: shelf } = await here.manager.post("/v1/warehouses", form);
  let manager: Client = here.manager;
  let now = first;
  let orders = 0;

  const preview = (file: string, settings?: Settings): Promise<Import> =>
    previewRows(manager, "orders", file, { channel: "amazon", ...settings });
  const product = async (inShelf: number, inOwn = 0) => {
    const made = await createProduct(manager);
    for (const [warehouse, quantity] of [
      [shelf._id, inShelf],
      [own, inOwn],
    ] as const)
      if (quantity > 0) await manager.post("/v1/transactions/in", { product: made._id, warehouse, quantity });
    return { ...made, held: async (place = shelf._id) => (await placesOf(manager, made._id))[place] ?? 0 };
  };
  type Goods = Awaited<ReturnType<typeof product>>;

  /** Noon of a day, some days after the first. */
  const enter = async (days: number): Promise<string> => {
    now = addDays(first, days);
    manager = await here.signInAt(`${now}T06:30:00Z`);
    return now;
  };

  return {
    here,
    own,
    shelf: shelf._id as string,
    product,
    preview,
    manager: (): Client => manager,
    now: (): string => now,
    enter,
    /** The same after the night before it. */
    on: async (days: number): Promise<string> => {
      setClock(`${addDays(first, days)}T00:00:00Z`);
      expect(await here.invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
      return enter(days);
    },
    sold: (date: string, { p_id }: { p_id: string }, units = 1): Sold => [date, "Shipped", "Amazon", p_id, units],
    fileOf: (...lines: Sold[]): string =>
      csv([heads, ...lines.map((line) => [`404-5933402-${8_801_952 + orders++}`, ...line])]),
    book: async (file: string, settings?: Settings) => applyAll(manager, (await preview(file, settings))._id),
    setStock: async (units: number, goods: readonly Goods[], warehouse = "FBA") => {
      const sheet = csv([["SKU", "Quantity"], ...goods.map(({ p_id }) => [p_id, units])]);
      const { _id } = await previewRows(manager, "stock", sheet, { mode: "SET", warehouse });
      return (await applyAll(manager, _id)).movement ?? "";
    },
    /** Units sold on Amazon by day, without days of none, of some products. */
    salesOf: async (...goods: Goods[]): Promise<Record<string, number>> => {
      const days: Record<string, number> = {};
      for (let day = addDays(first, -30); day <= now; day = addDays(day, 1)) {
        const { body } = await manager.get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
        const rows: { _id: string; saleChannels: { amazon: number } }[] = body.productSales;
        const own = rows.filter(({ _id }) => goods.some((one) => one._id === _id));
        const units = own.reduce((sum, { saleChannels }) => sum + saleChannels.amazon, 0);
        if (units !== 0) days[day] = units;
      }
      return days;
    },
    ledger: async (kind: string, of?: { _id: string }): Promise<Transaction[]> =>
      (await manager.get(`/v1/transactions?start=${first}&end=${now}`)).body.filter(
        (row: Transaction) => row.kind === kind && (!of || row.product._id === of._id),
      ),
  };
};
