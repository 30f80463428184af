// Names whose locks release 0.1.0 stored in its own form: they stay their row's before and after the night moves the
// locks, and rows whose names look the same since then all go on as before.
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, countForm, inParallel, today, unique } from "#tests/support/fixtures.ts";
import { newProxy, type Outcome } from "#tests/support/proxy.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { callsOf, type Kind, kinds } from "#tests/support/unique-names.ts";
import { world } from "#tests/support/world.ts";

const proxy = newProxy();
afterAll(proxy.stop);
afterEach(() => {
  proxy.decide = () => "forward";
});
const here = await world({ wrapDynamo: proxy.wrap });
const { root, anonymous, invoke, log, env } = here;
const { client, all, find, put } = engine(here);
const at = (kind: Kind) => callsOf(root, kind);
const kindOf = (table: Kind["table"]) => kinds.find((kind) => kind.table === table) as Kind;
const [products, users] = [kindOf("products"), kindOf("users")];

/** As release 0.1.0 had it. */
const formOf010 = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase()
    .normalize("NFKC");

/** Gives a new row a name as release 0.1.0 stored it. */
const rename010 = async ({ table, field, lock }: Kind, _id: string, name: string): Promise<string> => {
  const row = await find(table, _id);
  const key = `${lock}#${String(row?.[field])}`;
  await client.send(new DeleteCommand({ TableName: env.KEYS_TABLE, Key: { key } }));
  await put("keys", [{ key: `${lock}#${formOf010(name)}`, owner: _id }]);
  await put(table, [{ ...row, [field]: name }]);
  return _id;
};
const made010 = async (kind: Kind, name: string): Promise<string> =>
  rename010(kind, await at(kind).made(unique("row")), name);
const locksOf = async (id: string): Promise<string[]> =>
  (await all("keys")).filter(({ owner }) => owner === id).map(({ key }) => String(key));

const login = (username: string, password: string) => anonymous.post("/v1/login", { username, password });
/** A user whose name 0.1.0 stored; `who` tells whom a name and this user's password sign in. */
const newPerson010 = async (username: string) => {
  const form = { name: "Asha Rao", username: unique("row"), password: unique("password"), role: "executive" };
  const { _id } = (await root.post("/v1/users", form)).body;
  await rename010(users, _id, username);
  return { _id, username, who: async (name = username) => (await login(name, form.password)).body.user?._id };
};

/** A nightly run: the number of twins, and what it logged of them. */
const night = async () => {
  const start = log.length;
  const { twins: count } = (await invoke("snapshot", { pause: 0 })) as { twins: number };
  const line = log.slice(start).find((one) => one.includes('"message":"locks"'));
  const { moved, twins }: { moved: number; twins: { kind: string; rows: string[] }[] } = line
    ? JSON.parse(line)
    : { moved: 0, twins: [] };
  expect(twins.length).toBe(count);
  return { moved, twins };
};

/** Holds the call that `isCall` finds, until it is released. */
const holdCall = (isCall: (operation: string, body: string) => boolean) => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  proxy.decide = async (operation, body): Promise<Outcome> => {
    if (isHeld || !isCall(operation, body)) return "forward";
    isHeld = true;
    reached.resolve();
    await released.promise;
    return "forward";
  };
  return { reached: reached.promise, release: released.resolve };
};
const isWriteOf = (key: string) => (operation: string, body: string) =>
  operation === "TransactWriteItems" && body.includes(JSON.stringify(key));

describe.each([
  ["before the night has moved its lock", async () => {}],
  ["after the night has moved its lock", async () => void (await night())],
])("%s", (_, moved) => {
  test.each(kinds)("a name of 0.1.0 in $path stays its row's, can be changed, and is free then", async (kind) => {
    const { create, made, rename, nameOf } = at(kind);
    const word = unique("Swaddle");
    const name = `${word}\ufe0f`;
    const [id, other] = [await made010(kind, name), await made(unique("other"))];
    await moved();
    for (const twin of [name, ` ${name.toUpperCase()}`]) {
      expect(await create(twin)).toFailWith("CONFLICT", { field: kind.field, message: "Taken already" });
      expect(await rename(other, twin)).toFailWith("CONFLICT", { field: kind.field });
    }
    for (const twin of [name.toUpperCase(), `${word}\u034f`, word, name])
      expect((await rename(id, twin)).status).toBe(200);
    expect(await locksOf(id)).toEqual([`${kind.lock}#${word.toLowerCase()}`]);
    expect((await rename(id, unique("renamed"))).status).toBe(200);
    expect((await create(name)).status).toBe(201);
    expect(await create(word)).toFailWith("CONFLICT");
    expect(await nameOf(id)).toContain("renamed");
  });

  test("a user of 0.1.0 signs in by the name in any case, also by one that shows nothing or turns the text around", async () => {
    const word = unique("asha");
    const names = [`${word}\u115f`, "\u3164", `asha\u202e ${word}`];
    const people = await Promise.all(names.map(newPerson010));
    await moved();
    for (const { _id, username, who } of people)
      expect([await who(), await who(` ${username.toUpperCase()}`)]).toEqual([_id, _id]);
    for (const { _id } of people) {
      expect((await root.patch(`/v1/users/${_id}`, { name: "Asha Rao" })).status).toBe(200);
      expect((await root.delete(`/v1/users/${_id}`)).status).toBe(204);
      expect(await locksOf(_id)).toEqual([]);
    }
  });
});

test.each(kinds)("of two deletes of a row of 0.1.0 in $path at once one frees its name", async (kind) => {
  const { create, remove } = at(kind);
  const name = `${unique("gone")}\u{e0100}`;
  const id = await made010(kind, name);
  const answers = await inParallel(2, () => remove(id));
  expect(countByStatus(answers)[204]).toBe(1);
  expect(await locksOf(id)).toEqual([]);
  expect((await create(name)).status).toBe(201);
});

test.each(kinds)(
  "two renames at once of a row of 0.1.0 in $path leave it one name, and the others free",
  async (kind) => {
    const { create, rename, nameOf } = at(kind);
    const word = unique("before");
    const id = await made010(kind, `${word}\u3164`);
    const names = [word, unique("another")];
    const answers = await Promise.all(names.map((name) => rename(id, name)));
    for (const answer of answers) if (answer.status !== 200) expect(answer).toFailWith("CONFLICT");
    const name = await nameOf(id);
    expect(names).toContain(name);
    expect(await locksOf(id)).toEqual([`${kind.lock}#${name?.toLowerCase()}`]);
    const free = names.filter((one) => one !== name);
    expect(countByStatus(await Promise.all(free.map(create)))).toEqual({ 201: 1 });
  },
);

test("a user of 0.1.0 signs in while the night moves the lock", async () => {
  const word = unique("asha");
  const { _id, who } = await newPerson010(`${word}\ufe0f`);
  let reads = 0;
  const { reached, release } = holdCall(
    (operation, body) => operation === "GetItem" && body.includes(`username#${word}`) && ++reads === 2,
  );
  const signedIn = who();
  await reached;
  await night();
  expect(await locksOf(_id)).toEqual([`username#${word}`]);
  release();
  expect(await signedIn).toBe(_id);
});

test.each(kinds)(
  "409: a delete in $path that meets the night's move changes nothing, and succeeds when repeated",
  async (kind) => {
    const { create, remove, nameOf } = at(kind);
    const name = `${unique("gone")}\u180b`;
    const id = await made010(kind, name);
    const { reached, release } = holdCall(isWriteOf(`${kind.lock}#${name}`));
    const removed = remove(id);
    await reached;
    await night();
    release();
    expect(await removed).toFailWith("CONFLICT", { message: "Changed by somebody else, please reload" });
    expect(await nameOf(id)).toBe(name);
    expect((await remove(id)).status).toBe(204);
    expect((await create(name)).status).toBe(201);
  },
);

test.each(kinds)(
  "a lock in $path whose row is renamed or deleted before the night moves it is not brought back",
  async (kind) => {
    const { create, remove, rename } = at(kind);
    for (const change of [remove, (id: string) => rename(id, unique("renamed"))]) {
      const name = `${unique("swaddle")}\u17b4`;
      const id = await made010(kind, name);
      const { reached, release } = holdCall(isWriteOf(`${kind.lock}#${name}`));
      const running = night();
      await reached;
      expect((await change(id)).status).toBeLessThan(300);
      release();
      expect((await running).twins).toEqual([]);
      expect((await create(name)).status).toBe(201);
    }
  },
);

test("a deleted product of 0.1.0 is restored while no other one looks the same", async () => {
  const word = unique("snd");
  const id = await made010(products, `${word}\ufe0f`);
  const restore = () => root.post(`/v1/products/${id}/restore`);
  await at(products).remove(id);
  const other = await at(products).made(word);
  expect(await restore()).toFailWith("CONFLICT", { field: "p_id", message: "Taken already" });
  await at(products).remove(other);
  expect(await restore()).toMatchObject({ status: 200, body: { p_id: `${word}\ufe0f` } });
  expect(await locksOf(id)).toEqual([`p_id#${word}`]);
});

test("two nights at once move a lock once", async () => {
  const word = unique("snd");
  const id = await made010(products, `${word}\ufe0f`);
  await Promise.all([invoke("snapshot", { pause: 0 }), invoke("snapshot", { pause: 0 })]);
  expect(await locksOf(id)).toEqual([`p_id#${word}`]);
  expect(await night()).toEqual({ moved: 0, twins: [] });
});

test("a name that is taken just before the night moves a lock to it makes twins, which both keep theirs", async () => {
  const word = unique("snd");
  const id = await made010(products, `${word}\ufe0f`);
  const { reached, release } = holdCall(isWriteOf(`p_id#${word}\ufe0f`));
  const running = night();
  await reached;
  const other = await at(products).made(word);
  release();
  expect(await running).toEqual({ moved: 0, twins: [{ kind: "p_id", rows: [other, id] }] });
  expect([await locksOf(id), await locksOf(other)]).toEqual([[`p_id#${word}\ufe0f`], [`p_id#${word}`]]);
  for (const one of [id, other]) await at(products).remove(one);
});

test.each(kinds)(
  "the night reports the rows of 0.1.0 in $path that look the same until one is renamed, and there can be no more",
  async (kind) => {
    const { create, made, rename, remove } = at(kind);
    const word = unique("swaddle");
    const names = [word, `${word}\ufe0f`, `${word}\u034f`];
    const rows = [await made(word), await made010(kind, `${word}\ufe0f`), await made010(kind, `${word}\u034f`)];
    const [first = "", second = "", third = ""] = rows;
    expect(await night()).toEqual({ moved: 0, twins: [{ kind: kind.lock, rows }] });
    for (const [index, id] of rows.entries()) {
      expect(await locksOf(id)).toEqual([`${kind.lock}#${names[index]}`]);
      for (const name of names) {
        expect(await create(name)).toFailWith("CONFLICT", { field: kind.field });
        if (name !== names[index]) expect(await rename(id, name)).toFailWith("CONFLICT", { field: kind.field });
      }
    }
    expect((await rename(second, unique("renamed"))).status).toBe(200);
    expect(await night()).toEqual({ moved: 0, twins: [{ kind: kind.lock, rows: [first, third] }] });
    expect((await remove(first)).status).toBe(204);
    expect(await night()).toEqual({ moved: 1, twins: [] });
    expect(await locksOf(third)).toEqual([`${kind.lock}#${word}`]);
    expect((await remove(third)).status).toBe(204);
    expect((await create(names[1] ?? "")).status).toBe(201);
  },
);

test("users whose names look the same sign in each by their own, before and after the night, and others find the oldest", async () => {
  const word = unique("asha");
  const older = await newPerson010(`${word}\ufe0f`);
  const younger = await newPerson010(`${word}\u034f`);
  for (const run of [async () => {}, night]) {
    await run();
    for (const { _id, who } of [older, younger]) expect(await who()).toBe(_id);
    expect(await login(older.username, "a wrong password")).toFailWith("UNAUTHORIZED");
    expect(await younger.who(older.username)).toBeUndefined();
  }
  expect(await locksOf(older._id)).toEqual([`username#${word}`]);
  for (const name of [word, `${word}\u3164`])
    expect([await older.who(name), await younger.who(name)]).toEqual([older._id, undefined]);
  for (const { _id } of [older, younger]) await root.delete(`/v1/users/${_id}`);
});

test("a counted sheet finds rows of 0.1.0 by their own names, and asks where several look the same", async () => {
  const word = unique("SND");
  const [plain, odd, blank] = [
    await made010(products, word),
    await made010(products, `${word}\ufe0f`),
    await made010(products, "\u3164"),
  ];
  const w_id = unique("BLR");
  await root.post("/v1/warehouses", { w_id, name: "Hub" });
  const count = (...names: string[]) => {
    const rows = names.map((name, index) => `${name},${w_id},${index + 5}\n`);
    return root.post(
      "/v1/dev/stock-adjustment",
      countForm(today(), `P.ID/SKU/BC,W.ID,Quantity\n${rows.join("")}`),
      idempotencyKey(),
    );
  };
  expect(await count(word, `${word}\ufe0f`, "\u3164")).toMatchObject({ status: 201, body: { changed: 3 } });
  const { body } = await root.get("/v1/stocks");
  const units = (id: string) => body.find(({ product }: { product: { _id: string } }) => product._id === id)?.quantity;
  expect([plain, odd, blank].map(units)).toEqual([5, 6, 7]);
  expect((await count(`${word}\u034f`, "", `${word}\ufe0f`)).body.details).toEqual([
    { row: 2, field: "P.ID/SKU/BC", message: "Several products look like this, copy the P.ID from an export" },
    { row: 3, field: "P.ID/SKU/BC", message: "No such product" },
  ]);
  await at(products).remove(odd);
  expect(await count(`${word}\u034f`)).toMatchObject({ status: 201, body: { unchanged: 1 } });
});

test.each(kinds)(
  "a name in $path without invisible characters costs one lock and no more read or written",
  async (kind) => {
    const calls: string[] = [];
    proxy.decide = (operation, body) => {
      const locks = body.split(`"${kind.lock}#`).length - 1;
      if (locks > 0) calls.push(`${operation} ${locks}`);
      return "forward";
    };
    const { create, rename, remove } = at(kind);
    const { _id } = (await create(unique("Été"))).body;
    await rename(_id, unique("Hiver"));
    await remove(_id);
    expect(calls).toEqual(["TransactWriteItems 1", "TransactWriteItems 2", "TransactWriteItems 1"]);
    calls.length = 0;
    await login(unique("Été"), "a wrong password");
    expect(calls.filter((call) => call.startsWith("Get"))).toEqual(kind === users ? ["GetItem 1"] : []);
  },
);
