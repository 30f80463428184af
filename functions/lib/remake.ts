// Makes again what derives from the ledger and the rows of nouns, besides closed days, which the nightly job rebuilds: stock rows,
// records of sales on their days, unique names and the lists of root users and programs. Operators run it while nobody posts
// (docs/operations.md).
import { firstOpenDay } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import { productNames } from "./catalogue/product-names.ts";
import { putAll, scanAll, scanPages } from "./db/batch-reads.ts";
import { updateWithRetry } from "./db/dynamo.ts";
import {
  categories,
  movements,
  products,
  type StockRow,
  stocks,
  type UserRow,
  users,
  warehouses,
  writeAll,
} from "./db/tables.ts";
import { deleteLock, keysTable, locksOf, type Name, nameOf, uniqueNames } from "./db/unique-keys.ts";
import { recordOnDays } from "./ledger/day-records.ts";
import { derive } from "./ledger/derived.ts";
import { netKey } from "./ledger/net-until.ts";

/** Returns what was missing or differed: ids of products, and keys of names. */
export const remake = async (now = new Date()): Promise<Record<"stocks" | "names" | "freed", string[]>> => ({
  stocks: await remakeStocks(now),
  ...(await remakeNames()),
});

const remakeStocks = async (now: Date): Promise<string[]> => {
  const pages = scanPages<Movement>({ TableName: movements.name });
  const { held, sold, nets, records } = await derive(pages, firstRecentDay(firstOpenDay(now)));
  const netsOf = Map.groupBy(nets, ([place]) => place.split("#")[0]);
  const before = new Map((await stocks.listWithDeleted()).map((row) => [row._id, inOrder(row)]));
  const rows = (await products.listWithDeleted()).map(({ _id, deleted_at }): StockRow => {
    const own = netsOf.get(_id)?.map(([place, net]) => [netKey(place.split("#")[1] ?? ""), net] as const) ?? [];
    const row = { _id, held: held.get(_id) ?? {}, sold: sold.get(_id) ?? {}, ...Object.fromEntries(own) };
    return deleted_at ? { ...row, deleted_at } : row;
  });
  const wrong = rows.filter((row) => before.get(row._id) !== inOrder(row));
  await putAll(stocks.name, wrong);
  for (const { Update } of recordOnDays(records)) if (Update) await updateWithRetry(Update);
  return wrong.map(({ _id }) => _id);
};

/** As text, without zeros, which postings leave. */
const inOrder = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? String(
        Object.entries(value)
          .flatMap(([name, one]) => (one === 0 ? [] : `${name}: ${inOrder(one)};`))
          .sort(),
      )
    : JSON.stringify(value);

const remakeNames = async (): Promise<{ names: string[]; freed: string[] }> => {
  const rows = await scanAll<{ key: string; owner?: string; ids?: Set<string> }>({ TableName: keysTable });
  const owners = await ownersOfNames();
  const isName = ({ key }: { key: string }) => ["gtin", ...uniqueNames].includes(key.split("#")[0] ?? "");
  const stored = new Map(rows.filter(isName).map(({ key, owner = "" }) => [key, owner]));
  const wrong = [...owners].flatMap(([key, owner]) => (stored.get(key) === owner ? [] : { key, owner }));
  const freed = [...stored].filter(([key]) => !owners.has(key));
  const guards = (await membersOfSets()).flatMap(({ key, ids }) => {
    const listed = [...(rows.find((row) => row.key === key)?.ids ?? [])].sort();
    return String(ids) === String(listed) ? [] : [{ key, ...(ids.length > 0 && { ids: new Set(ids) }) }];
  });
  await putAll(keysTable ?? "", [...wrong, ...guards]);
  for (const [key, owner] of freed) await writeAll([deleteLock(key, owner)]);
  return { names: [...wrong, ...guards].map(({ key }) => key), freed: freed.map(([key]) => key) };
};

/** Users whose number is bounded, in order. */
const membersOfSets = async (): Promise<{ key: string; ids: string[] }[]> => {
  const all = await users.list();
  const idsOf = (isMember: (user: UserRow) => boolean) => all.flatMap((one) => (isMember(one) ? one._id : [])).sort();
  return [
    { key: "roots", ids: idsOf(({ role }) => role === "root") },
    { key: "programs", ids: idsOf(({ kind }) => kind === "program") },
  ];
};

/** The owner of each lock on a name, by the rows that are not deleted. */
const ownersOfNames = async (): Promise<Map<string, string>> => {
  const named: [_id: string, names: Name[]][] = [
    ...(await products.list()).map((row): [string, Name[]] => [row._id, productNames(row)]),
    ...(await warehouses.list()).map(({ _id, w_id }): [string, Name[]] => [_id, [nameOf("w_id", w_id)]]),
    ...(await categories.list()).map(({ _id, name }): [string, Name[]] => [_id, [nameOf("category", name)]]),
    ...(await users.list()).map(({ _id, username }): [string, Name[]] => [_id, [nameOf("username", username)]]),
  ];
  return new Map(named.flatMap(([_id, names]) => [...locksOf(names).keys()].map((key) => [key, _id] as const)));
};
