// Fills an empty product with demo users, products and history through the product's own code. `npm start` runs it.
import { writeFileSync } from "node:fs";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { verifyPassword } from "#functions/lib/auth/password.ts";
import { newUser, passwordFields } from "#functions/lib/auth/user.ts";
import { dynamo, getItem } from "#functions/lib/db/dynamo.ts";
import { products, type UserRow, users, writeAll } from "#functions/lib/db/tables.ts";
import { keysTable } from "#functions/lib/db/unique-keys.ts";
import { post } from "#functions/lib/ledger/post.ts";
import { checkStock } from "#functions/lib/ledger/stock-updates.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { runInOrder } from "./concurrency.ts";
import { type HistoryMovement, longBefore, tradeHistory } from "./history.ts";
import { seedCategories, seedProducts, seedWarehouses } from "./seed-catalogue.ts";
import { seedCounts } from "./seed-counts.ts";
import { seedProgram } from "./seed-program.ts";
import { seedReturns } from "./seed-returns.ts";
import { seedShelf } from "./seed-shelf.ts";
import { seedShipments } from "./seed-shipments.ts";
import type { Staff } from "./simulation.ts";

const password = "inventory-demo";
const names: Record<Staff, string> = { root: "Asha Rao", manager: "Meera Iyer", executive: "Rohan Das" };

const byUsername = async () => new Map((await users.list()).map((row) => [row.username, row]));

const make = async (username: Staff, now: string): Promise<UserRow> => {
  const { user, writes } = await newUser({ name: names[username], username, password, role: username }, now);
  await writeAll(writes);
  return user;
};

/** As if its user had chosen it. */
const setDemoPassword = async (row: UserRow): Promise<UserRow> => {
  const fields = { name: names[row.username as Staff], ...(await passwordFields(password, row.epoch, true)) };
  await writeAll([users.update(row._id, fields, row.created_at, { epoch: row.epoch })]);
  return users.get(row._id);
};

/** Returns the users and creates those that do not exist. */
const seedUsers = async (now: string): Promise<Record<Staff, UserRow>> => {
  const known = await byUsername();
  const hired = (Object.keys(names) as Staff[]).map(async (username) => {
    const row = known.get(username);
    // A password that a person has set stays; a generated one does not.
    const isTheirs = row && !row.renew;
    return [username, isTheirs ? row : await setDemoPassword(row ?? (await make(username, now)))] as const;
  });
  return Object.fromEntries(await Promise.all(hired)) as Record<Staff, UserRow>;
};

/** Prints which users still have the demo's password, and has the sign-in screen of this local run offer them. */
const offerSignIns = async (): Promise<void> => {
  const known = await byUsername();
  const right = await Promise.all(
    Object.keys(names).map((name) => verifyPassword(password, known.get(name)?.password)),
  );
  const able = (Object.keys(names) as Staff[]).filter((_, i) => right[i]);
  const people = able.map((username) => ({ username, name: known.get(username)?.name ?? names[username] }));
  const { SITE_CONFIG: siteConfig } = process.env;
  if (siteConfig) writeFileSync(siteConfig, JSON.stringify({ demo: { password, people } }));
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(able);
  if (list) console.log(`Sign in as ${list}; password ${password}`);
};

/** When seeding began, so that an interrupted seed resumes with the same history, and whether it is complete. */
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
  const stored = await getItem<Marker>(keysTable, { key });
  return stored ?? ((await isEmpty()) ? writeMarker({ now: new Date().toISOString() }) : undefined);
};

const fill = async (now: string): Promise<number> => {
  const history = [longBefore(now), ...tradeHistory(now)];
  const createdAt = `${addDays(history[0]?.day ?? dayOf(now), -1)}T06:00:00.000Z`;
  const warehouseIds = await seedWarehouses(createdAt);
  const [first = ""] = warehouseIds;
  const [users, productIds] = await Promise.all([
    seedUsers(createdAt),
    seedProducts(first, createdAt),
    seedCategories(createdAt),
  ]);
  const movements = history.flatMap((day) => day.movements);
  await runInOrder(movements, 16, touched, ({ key, user, created_at, lines: drafted, ...draft }) => {
    const lines = drafted.map(
      ([article, warehouse, delta]): Line => [productIds[article] ?? "", warehouseIds[warehouse] ?? "", delta],
    );
    const order = { user: users[user], key: `demo-${key}`, now: new Date(created_at) };
    return post(order, async (again) => {
      if (again) await checkStock(lines);
      return { ...draft, lines };
    });
  });
  await seedShipments(productIds, users.manager, dayOf(now));
  await seedReturns(productIds, first, users.executive, dayOf(now));
  await seedShelf(productIds, users.manager, now);
  await seedCounts(productIds, warehouseIds, users);
  await seedProgram(productIds, now);
  return movements.length;
};

/** The articles of a movement: it must wait for earlier movements of the same ones. */
const touched = ({ lines }: HistoryMovement): number[] => lines.map(([article]) => article);

const marker = await findOrCreateMarker();
if (marker && !marker.done) {
  const started = performance.now();
  const count = await fill(marker.now);
  await writeMarker({ ...marker, done: true });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`Demo data: 45 days of trade, ${count} movements, in ${seconds} s`);
}
if (marker) await offerSignIns();
