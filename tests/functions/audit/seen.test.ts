// Two people edit the same field: the later one is told what they have not seen.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { changeForm, listedRow, newPerson, unique } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { root, manager } = here;

type Values = Record<string, string | number>;

interface Kind {
  list: string;
  /** Returns the id of a row whose field `name` is "Old". */
  create: () => Promise<string>;
  edit: (by: Client, id: string, fields: Values, seen?: object) => ReturnType<Client["patch"]>;
  /** A second field, and a value for it. */
  other: [field: string, value: string];
}

const plain =
  (list: string): Kind["edit"] =>
  (by, id, fields, seen) =>
    by.patch(`${list}/${id}`, { ...fields, ...(seen && { seen }) });

const kinds: Record<string, Kind> = {
  product: {
    list: "/v1/products",
    create: () => newProduct(root, { name: "Old" }),
    edit: (by, id, fields, seen) =>
      by.patch(`/v1/products/${id}`, changeForm({ ...texts(fields), ...(seen && { seen: JSON.stringify(seen) }) })),
    other: ["supplier", "Little Lotus"],
  },
  warehouse: {
    list: "/v1/warehouses",
    create: () => newWarehouse(root, undefined, "Old"),
    edit: plain("/v1/warehouses"),
    other: ["location", "Pune"],
  },
  user: {
    list: "/v1/users",
    create: async () => {
      const { _id } = await newPerson(here);
      await root.patch(`/v1/users/${_id}`, { name: "Old", role: "executive" });
      return _id;
    },
    edit: plain("/v1/users"),
    other: ["role", "manager"],
  },
  event: {
    list: "/v1/plan/calendar/events",
    create: async () => (await root.post("/v1/plan/calendar/events", event)).body._id,
    // The whole form: what is as it was seen is no edit.
    edit: (by, id, fields, seen) =>
      by.send("PUT", `/v1/plan/calendar/events/${id}`, { ...event, ...fields, seen: seen && { ...event, ...seen } }),
    other: ["end", "2026-11-09"],
  },
};
const event = { name: "Old", start: "2026-11-01", end: "2026-11-05", factor: 2 };
const texts = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]));

const all = Object.entries(kinds);
const rowOf = ({ list }: Kind, id: string) => listedRow(manager, list, id);

test.each(all)("409 names both values of a field of a %s that somebody else has saved since", async (_, kind) => {
  const id = await kind.create();
  expect((await kind.edit(root, id, { name: "Theirs" }, { name: "Old" })).status).toBe(200);
  const before = await rowOf(kind, id);
  const mine = await kind.edit(manager, id, { name: "Mine" }, { name: "Old" });
  const message = expect.stringMatching(/ has saved Theirs since$/);
  expect(mine).toFailWith("CONFLICT", { field: "name", seen: "Old", saved: "Theirs", by: expect.any(String), message });
  expect(mine.body.details).toHaveLength(1);
  expect(await rowOf(kind, id)).toEqual(before);
  // Told of it, the person may save their own.
  expect((await kind.edit(manager, id, { name: "Mine" }, { name: "Theirs" })).status).toBe(200);
  expect(await rowOf(kind, id)).toMatchObject({ name: "Mine" });
});

test.each(all)("edits of different fields of a %s that were opened at once are both saved", async (_, kind) => {
  const id = await kind.create();
  const [field, value] = kind.other;
  const opened = await rowOf(kind, id);
  await kind.edit(root, id, { [field]: value }, { [field]: opened[field] ?? "" });
  expect((await kind.edit(manager, id, { name: "Mine" }, { name: "Old" })).status).toBe(200);
  expect(await rowOf(kind, id)).toMatchObject({ name: "Mine", [field]: value });
});

test.each(all)("an edit of a %s whose answer was lost is no conflict when it is sent again", async (_, kind) => {
  const id = await kind.create();
  for (const _ of [1, 2]) expect((await kind.edit(manager, id, { name: "Mine" }, { name: "Old" })).status).toBe(200);
  expect(await rowOf(kind, id)).toMatchObject({ name: "Mine" });
});

test.each(all)("of two people who save a field of a %s at once, one is told of the other", async (_, kind) => {
  const id = await kind.create();
  const [one, two] = await Promise.all([
    kind.edit(root, id, { name: "Theirs" }, { name: "Old" }),
    kind.edit(manager, id, { name: "Mine" }, { name: "Old" }),
  ]);
  const { name: saved } = await rowOf(kind, id);
  const refused = one?.status === 200 ? two : one;
  expect([one?.status, two?.status].toSorted()).toEqual([200, 409]);
  expect(refused).toFailWith("CONFLICT", { field: "name", seen: "Old", saved });
});

test("an app that does not say what was seen saves as before", async () => {
  for (const kind of [kinds.product, kinds.warehouse, kinds.user] as Kind[]) {
    const id = await kind.create();
    await kind.edit(root, id, { name: "Theirs" });
    expect((await kind.edit(manager, id, { name: "Mine" })).status).toBe(200);
    expect(await rowOf(kind, id)).toMatchObject({ name: "Mine" });
  }
});

test("a field that was empty when it was seen, or has been emptied since, is told so", async () => {
  const kind = kinds.product as Kind;
  const id = await kind.create();
  await kind.edit(root, id, { pack: 24 });
  const edit = (seen: object) => kind.edit(manager, id, { pack: 12 }, seen);
  expect(await edit({ pack: "" })).toFailWith("CONFLICT", { field: "pack", seen: "", saved: 24 });
  await kind.edit(root, id, { pack: "" });
  const message = expect.stringMatching(/ has emptied it since$/);
  expect(await edit({ pack: 24 })).toFailWith("CONFLICT", { field: "pack", seen: 24, saved: "", message });
  // A number that a form shows as its digits is the same number.
  await kind.edit(root, id, { pack: 6 });
  expect((await edit({ pack: "6" })).status).toBe(200);
});

test("400 names what was seen of a field that the form does not have, or that is no value", async () => {
  const kind = kinds.warehouse as Kind;
  const id = await kind.create();
  const field = expect.stringMatching(/^seen/);
  for (const seen of [{ colour: "red" }, { name: { of: 1 } }, "Old"])
    expect(await kind.edit(manager, id, { name: "Mine" }, seen as object)).toFailWith("BAD_REQUEST", { field });
  expect(await manager.patch(`/v1/users/${manager._id}`, { seen: { password: "x" } })).toFailWith("BAD_REQUEST");
  const product = await newProduct(root);
  const broken = changeForm({ name: unique("Bib"), seen: "{" });
  expect(await manager.patch(`/v1/products/${product}`, broken)).toFailWith("BAD_REQUEST", { field: "seen" });
});

test("a P.ID that somebody else has changed since is no taken name", async () => {
  const kind = kinds.product as Kind;
  const [id, p_id, theirs] = [await newProduct(root), unique("SND"), unique("SND")];
  const { p_id: old } = await rowOf(kind, id);
  await kind.edit(root, id, { p_id: theirs });
  const refused = await kind.edit(manager, id, { p_id }, { p_id: old });
  expect(refused).toFailWith("CONFLICT", { field: "p_id", seen: old, saved: theirs });
  await newProduct(root, { p_id });
  const taken = await kind.edit(manager, id, { p_id }, { p_id: theirs });
  expect(taken.body.details).toEqual([{ field: "p_id", message: "Taken already" }]);
});

test("a link of a category that somebody else has saved since is not overwritten", async () => {
  const { _id } = (await root.post("/v1/categories", { name: unique("Bibs") })).body;
  const save = (by: Client, amazon: string) => by.patch(`/v1/categories/${_id}`, { amazon, seen: { amazon: "" } });
  const theirs = "https://www.amazon.in/theirs";
  await save(root, theirs);
  const mine = await save(manager, "https://www.amazon.in/mine");
  expect(mine).toFailWith("CONFLICT", { field: "amazon", saved: theirs });
});

test("a day of a container that somebody else has saved since is not overwritten", async () => {
  const list = [{ product: await newProduct(root), quantity: 5 }];
  const container = unique("MSKU");
  const { _id } = (await root.post("/v1/shipments", { container, expected_delivery: "2026-12-01", list })).body;
  const save = (by: Client, expected_delivery: string) =>
    by.patch(`/v1/shipments/${_id}`, { expected_delivery, seen: { expected_delivery: "2026-12-01" } });
  expect((await save(root, "2026-12-10")).status).toBe(200);
  expect(await save(manager, "2026-12-05")).toFailWith("CONFLICT", { field: "expected_delivery", saved: "2026-12-10" });
  expect((await save(manager, "2026-12-10")).status).toBe(200);
});
