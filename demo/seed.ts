// Fills an empty product with demo users, products and history through the product's own code. `npm start` runs it.
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo } from "#functions/lib/db/dynamo.ts";
import { products } from "#functions/lib/db/tables.ts";
import { keysTable } from "#functions/lib/db/unique-keys.ts";
import { post } from "#functions/lib/ledger/post.ts";
import { checkStock } from "#functions/lib/ledger/stock-updates.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { runInOrder } from "./concurrency.ts";
import { longBefore, type Planned, plan } from "./plan.ts";
import { seedCategories, seedProducts, seedWarehouses } from "./seed-catalogue.ts";
import { seedCounts } from "./seed-counts.ts";
import { seedShipments } from "./seed-shipments.ts";
import { printSignIns, seedUsers } from "./seed-users.ts";

/** When seeding began, so that an interrupted seed resumes with the same plan, and whether it is complete. */
interface Marker {
  now: string;
  done?: boolean;
}

const key = "demo";

const writeMarker = async (marker: Marker): Promise<Marker> => {
  await dynamo.send(new PutCommand({ TableName: keysTable, Item: { key, ...marker } }));
  return marker;
};

const isEmpty = async (): Promise<boolean> => {
  const { Items } = await dynamo.send(new ScanCommand({ TableName: products.name, Limit: 1 }));
  return Items?.length === 0;
};

/** The marker of an earlier seed, or a new one if the product is empty; undefined if it holds other data. */
const findOrCreateMarker = async (): Promise<Marker | undefined> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key }, ConsistentRead: true }));
  if (Item) return Item as unknown as Marker;
  return (await isEmpty()) ? writeMarker({ now: new Date().toISOString() }) : undefined;
};

const fill = async (now: string): Promise<number> => {
  const history = [longBefore(now), ...plan(now)];
  const createdAt = `${addDays(history[0]?.day ?? dayOf(now), -1)}T06:00:00.000Z`;
  const [users, warehouseIds, productIds] = await Promise.all([
    seedUsers(createdAt),
    seedWarehouses(createdAt),
    seedProducts(createdAt),
    seedCategories(createdAt),
  ]);
  const movements = history.flatMap((day) => day.movements);
  await runInOrder(movements, 16, touched, ({ key, user, created_at, lines: planned, ...draft }) => {
    const lines = planned.map(
      ([article, warehouse, delta]): Line => [productIds[article] ?? "", warehouseIds[warehouse] ?? "", delta],
    );
    const order = { user: users[user], key: `demo-${key}`, hash: "demo", now: new Date(created_at) };
    return post(order, async (again) => {
      if (again) await checkStock(lines);
      return { ...draft, lines };
    });
  });
  await seedShipments(productIds, users.manager._id, dayOf(now));
  await seedCounts(productIds, warehouseIds, users);
  return movements.length;
};

/** The articles of a movement: it must wait for earlier movements of the same ones. */
const touched = ({ lines }: Planned): number[] => lines.map(([article]) => article);

const marker = await findOrCreateMarker();
if (marker && !marker.done) {
  const started = performance.now();
  const count = await fill(marker.now);
  await writeMarker({ ...marker, done: true });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`Demo data: 45 days of trade, ${count} movements, in ${seconds} s`);
}
if (marker) await printSignIns();
