// Cost of keeping the catalogue on a device: the whole, an ask in which nothing or little has changed, and a working day.
import type { CatalogueAnswer } from "#shared/app.ts";
import { setClock } from "#tests/support/clock.ts";
import { newDevice } from "#tests/support/device.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import type { Line } from "./report.ts";
import { putCatalogue } from "./seed.ts";

const route = "GET /v1/app/catalogue";
/** Seconds between two asks of a device that is looked at. */
const interval = 30;
/** Devices of the largest seller of ops/cost/model.ts. */
const staff = 40;
/** Read units of an average minute of its day, by ops/cost: no return to a network may cost more. */
const minute = 4_790;

const start = Date.now();
/** Sets the clock to a second of the working day. */
const at = (second: number): void => setClock(new Date(start + 1_000 * second).toISOString());

/** At so many products in 5 warehouses, for a working day of so many seconds, in which 40 lines are picked every 3 minutes. */
export const catalogueCosts =
  (products: number, workday = 0) =>
  async (world: TestWorld): Promise<Line[]> => {
    const { manager, requests } = world;
    const { productRows } = await putCatalogue(world, products, 5);
    at(0);
    const device = newDevice();
    const asksAfter = (before: number) =>
      requests()
        .slice(before)
        .filter((one) => one.route === route);
    const unitsAfter = (before: number): number => asksAfter(before).reduce((sum, { rcu }) => sum + rcu, 0);
    const asked = async (): Promise<[units: number, answer: CatalogueAnswer]> => {
      const before = requests().length;
      const answer = await device.ask(manager);
      return [unitsAfter(before), answer];
    };
    const [whole] = await asked();
    const parts = asksAfter(0);
    const slowest = Math.max(...parts.map(({ ms }) => ms));
    const pick = (from: number, lines: number) => {
      const productAt = (n: number) => productRows[(n * 7) % products]?._id;
      const list = Array.from({ length: lines }, (_, n) => ({ product: productAt(from + n), quantity: 1 }));
      return manager.post("/v1/transactions/out", { list, channel: "amazon" }, idempotencyKey());
    };
    at(interval);
    const [nothing] = await asked();
    await pick(0, 40);
    at(2 * interval);
    const [some, { stocks }] = await asked();
    const lines: Line[] = [
      { what: `the whole of ${products} products, in ${parts.length} answers`, figure: whole, unit: "RCU" },
      { what: "the slowest of these answers", figure: slowest, unit: "ms" },
      { what: "nothing has changed", figure: nothing, unit: "RCU", budget: 5 },
      { what: `${stocks.length} products have changed`, figure: some, unit: "RCU", budget: 30 + 2 * stocks.length },
    ];
    if (workday === 0) return lines;
    let [spent, changed, picked] = [0, 0, 40];
    for (let second = 3 * interval; second <= workday; second += interval) {
      at(second);
      if (second % 180 === 0) {
        await pick(picked, 40);
        picked += 40;
      }
      const [units, answer] = await asked();
      spent += units;
      changed += answer.stocks.length;
    }
    const budget = 1.2 * changed + 2_000;
    // A network that was lost for five minutes returns to all devices, which ask one after the other within ten seconds.
    const since = device.cursor;
    await pick(picked, 40);
    await pick(picked + 40, 40);
    at(workday + 300);
    const before = requests().length;
    for (let number = 0; number < staff; number++) await device.ask(manager, since);
    const returned = unitsAfter(before);
    return [
      ...lines,
      { what: `a day of ${picked} lines, asked every ${interval} s`, figure: spent, unit: "RCU", budget },
      { what: `${staff} devices after five minutes without a network`, figure: returned, unit: "RCU", budget: minute },
    ];
  };
