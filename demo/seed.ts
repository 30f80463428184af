// Fills an empty product with the demo's users, goods and history, through the product's own code: `node demo/seed.ts`.
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo } from "#functions/lib/db/dynamo.ts";
import { products } from "#functions/lib/db/tables.ts";
import { keysTable } from "#functions/lib/db/unique-keys.ts";
import { post } from "#functions/lib/ledger/post.ts";
import { checkStock } from "#functions/lib/ledger/stock-updates.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { announceContainers } from "./containers.ts";
import { inTurn } from "./lanes.ts";
import { type Planned, plan } from "./plan.ts";
import { hire, saySignIns } from "./staff.ts";
import { listArticles, nameCategories, openWarehouses } from "./stock.ts";

/** Says at which moment seeding began, so that one begun again plans the same, and whether it is done. */
interface Marker {
  now: string;
  done?: boolean;
}

const key = "demo";

const mark = async (marker: Marker): Promise<Marker> => {
  await dynamo.send(new PutCommand({ TableName: keysTable, Item: { key, ...marker } }));
  return marker;
};

const isEmpty = async (): Promise<boolean> => {
  const { Items } = await dynamo.send(new ScanCommand({ TableName: products.name, Limit: 1 }));
  return Items?.length === 0;
};

/** What was begun, or begins now on an empty product; undefined when the product holds something else. */
const begin = async (): Promise<Marker | undefined> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key }, ConsistentRead: true }));
  if (Item) return Item as unknown as Marker;
  return (await isEmpty()) ? mark({ now: new Date().toISOString() }) : undefined;
};

const fill = async (now: string): Promise<number> => {
  const history = plan(now);
  const founded = `${addDays(history[0]?.day ?? dayOf(now), -1)}T06:00:00.000Z`;
  const [staff, places, goods] = await Promise.all([
    hire(founded),
    openWarehouses(founded),
    listArticles(founded),
    nameCategories(founded),
  ]);
  const movements = history.flatMap((day) => day.movements);
  await inTurn(movements, 16, touched, ({ key, user, created_at, lines: planned, ...draft }) => {
    const lines = planned.map(
      ([article, warehouse, delta]): Line => [goods[article] ?? "", places[warehouse] ?? "", delta],
    );
    const order = { user: staff[user], key: `demo-${key}`, hash: "demo", now: new Date(created_at) };
    return post(order, async (again) => {
      if (again) await checkStock(lines);
      return { ...draft, lines };
    });
  });
  await announceContainers(goods, staff.manager._id, dayOf(now));
  return movements.length;
};

/** The articles a movement moves: its turn comes after what moved them before. */
const touched = ({ lines }: Planned): number[] => lines.map(([article]) => article);

const marker = await begin();
if (marker && !marker.done) {
  const started = performance.now();
  const count = await fill(marker.now);
  await mark({ ...marker, done: true });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`Demo data: 45 days of trade, ${count} movements, in ${seconds} s`);
}
if (marker) await saySignIns();
