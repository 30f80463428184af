// An edit of the ledger by hand: it is found the night after, or within a month if its day is older, told on the Status screen and
// by the alarm, and a rebuild that accepts it names it.
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { daysDue } from "#functions/lib/days/seal.ts";
import { addDays, listDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

setClock("2026-01-05T04:00:00Z");
const here = await world();
const { all, client: tables, find, put } = engine(here);
const [first, second] = ["2026-01-05", "2026-01-06"];

/** The nightly job in the first hour after a day. */
const night = async (day: string, event: object = {}) => {
  setClock(`${day}T19:00:00Z`);
  return here.invoke("snapshot", { pause: 0, ...event });
};
const lastLine = (message: string) =>
  JSON.parse(here.log.findLast((line) => line.includes(`"message":"${message}"`)) ?? "{}");

const on = (day: string) => here.signInAt(`${day}T06:00:00Z`, "root");
let root = await on(first);
const { product, warehouse } = await newStockLine(root, 40);
const post = async (path: string, body: object): Promise<string> =>
  (await root.post(`/v1/transactions/${path}`, body)).body.movement;
const out = (quantity: number) => post("out", { product, warehouse, quantity });
const [three, five] = [await out(3), await out(5)];
const [opening = ""] = (await all("movements")).flatMap(({ _id, kind }) => (kind === "in" ? String(_id) : []));
const sale = await post("out", { list: [{ product, quantity: 6 }], channel: "amazon" });
await night(first);
root = await on(second);
const reversal = await post(`${three}/reverse`, {});
const list = [{ product, warehouse, quantity: 4 }];
expect(await root.post(`/v1/transactions/${sale}/correct`, { list, corrections: 0 })).toMatchObject({ status: 201 });
await night(second);

const stored = async (id: string) => (await find("movements", id)) as unknown as Movement;
/** Units that are in one entry no more, and in another. */
const shift = () => Promise.all([edit(five, units(-4)), edit(opening, units(39))]);
const edit = async (id: string, fields: Partial<Movement>) => put("movements", [{ ...(await stored(id)), ...fields }]);
const units = (delta: number): Partial<Movement> => ({ lines: [[product, warehouse, delta]] });
const remove = (table: "movements" | "days", Key: object) =>
  tables.send(new DeleteCommand({ TableName: here.env[`${table.toUpperCase()}_TABLE`], Key }));

/** By hand, and what the seals then say of the days. */
const edits: [what: string, by: () => Promise<unknown>, found: [string, number][]][] = [
  [
    "of two entries whose sum stays",
    shift,
    [
      [`${first}#${five}`, 0],
      [`${first}#${opening}`, 0],
    ],
  ],
  [
    "of an entry and its stock",
    async () => {
      await edit(five, units(-4));
      await put("stocks", [{ ...(await find("stocks", product)), held: { [warehouse]: 32 } }]);
    },
    [[`${first}#${five}`, 0]],
  ],
  ["of who posted it", () => edit(five, { user: { _id: "x", name: "", username: "" } }), [[`${first}#${five}`, 0]]],
  ["of the mark of a reversal", () => edit(three, { reversed_by: "x" }), [[`${first}#${three}`, 0]]],
  ["of what a correction has left", () => edit(sale, { now: [[product, warehouse, -5]] }), [[`${first}#${sale}`, 0]]],
  ["of a take-back that never was", () => edit(five, { taken_back: { x: "x" } }), [[`${first}#${five}`, 0]]],
  ["of a seal", () => remove("days", { day: `${first}~seal` }), [[`${first}#seal`, 0]]],
];

test("a night without an edit seals each closed day, and finds nothing", async () => {
  expect(await night(second, { whole: true })).toMatchObject({ sealed: 0, mismatches: 0 });
});

test.each(edits)("an edit by hand %s is found the same night", async (_, by, found) => {
  const written = ["movements", "stocks", "days"] as const;
  const before = await Promise.all(written.map(all));
  await by();
  const report = (await night(second)) as { mismatches: number };
  const { seals } = lastLine("mismatch");
  for (const [at, table] of written.entries()) await put(table, before[at] ?? []);
  for (const one of found) expect(seals).toContainEqual(one);
  expect(report.mismatches).toBeGreaterThanOrEqual(found.length);
  expect(await night(second)).toMatchObject({ mismatches: 0 });
});

test("an entry that is gone and one that was added are found, told on Status until they are put back, and named by a rebuild", async () => {
  const before = await stored(reversal);
  await remove("movements", { _id: reversal });
  await put("movements", [{ ...before, _id: "by-hand" }]);
  await night(second);
  const seals = [
    [`${second}#by-hand`, 1],
    [`${second}#${reversal}`, -1],
  ];
  for (const one of seals) expect(lastLine("mismatch").seals).toContainEqual(one);
  const { body } = await (await on("2026-01-07")).get("/v1/app/status");
  expect(body.night.differences).toContainEqual({ book: "seals", key: `${second}#by-hand`, units: 1 });
  // Whoever decides that the day is right as it is now.
  await edit(three, { reversed_by: "by-hand" });
  expect(await night(second, { rebuild: second })).toMatchObject({ rebuilt: 1, mismatches: 0 });
  expect(lastLine("rebuilt").entries).toEqual(
    expect.arrayContaining([
      ["by-hand", 1],
      [reversal, -1],
    ]),
  );
  expect(await night(second, { whole: true })).toMatchObject({ mismatches: 0 });
});

test("an edit that no sum shows is found within a month if its day is older, and each night until it is put back", async () => {
  const last = addDays(second, 25);
  expect(await night(last)).toMatchObject({ sealed: 25, mismatches: 0 });
  const before = await Promise.all([five, opening].map(stored));
  await shift();
  const nights = listDays(addDays(last, 1), addDays(last, 30));
  const turn = nights.find((day) => daysDue(first, day, day, addDays(day, 1)).includes(first)) ?? "";
  for (const day of nights.filter((one) => one < turn).slice(-1))
    expect(await night(day)).toMatchObject({ mismatches: 0 });
  expect(await night(turn)).toMatchObject({ mismatches: 2 });
  expect(await night(addDays(turn, 1))).toMatchObject({ mismatches: 2 });
  await put("movements", before);
  expect(await night(addDays(turn, 2))).toMatchObject({ mismatches: 0 });
  await shift();
  expect(await night(addDays(turn, 3))).toMatchObject({ mismatches: 0 });
  expect(await night(addDays(turn, 3), { whole: true })).toMatchObject({ mismatches: 2 });
});
