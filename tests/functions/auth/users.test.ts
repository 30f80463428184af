// Staff accounts: who may create, change and delete whom.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { inParallel, listedRow, newPerson, recentTransactions, unique } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { chooseOwn, newWorld, world } from "#tests/support/world.ts";

const here = await world();
const { root, manager, signIn } = here;
const { all } = engine(here);

const form = (role = "executive") => ({
  name: "Asha Rao",
  username: unique("asha"),
  password: "a good password",
  role,
});
const listed = (id: string) => listedRow(root, "/v1/users", id);
const stored = async (id: string) => (await all("users")).find(({ _id }) => _id === id);

test("a new user is answered and listed without the password, and can sign in", async () => {
  const sent = form();
  const { status, body } = await manager.post("/v1/users", { ...sent, name: "  Asha Rao " });
  const { password, ...shown } = sent;
  expect(status).toBe(201);
  const text = expect.any(String);
  expect(body).toEqual({ ...shown, given: true, _id: text, created_at: text, updated_at: body.created_at });
  expect(await listed(body._id)).toEqual(body);
  expect((await signIn(sent.username, password))._id).toBe(body._id);
});

test("a password counts and matches composed, however the keyboard sends its accents", async () => {
  const composed = "d\u00e9j\u00e0 vu \u0928\u092e\u0938 x";
  const typed = composed.normalize("NFD");
  expect([composed.length, typed.length]).toEqual([13, 15]);
  // Twelve characters as they are sent, six as they are read.
  const short = { ...form(), password: "e\u0301".repeat(6) };
  expect(await root.post("/v1/users", short)).toFailWith("BAD_REQUEST", { field: "password" });
  const sent = form();
  expect((await root.post("/v1/users", { ...sent, password: typed })).status).toBe(201);
  for (const password of [composed, typed]) await signIn(sent.username, password);
  const long = { ...form(), password: "\uac01".repeat(128).normalize("NFD") };
  expect((await root.post("/v1/users", long)).status).toBe(201);
  await signIn(long.username, long.password);
});

test("a password is kept as an Argon2id hash only", async () => {
  const { body } = await root.post("/v1/users", form());
  const row = await stored(body._id);
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(JSON.stringify(row)).not.toContain("a good password");
});

test("a change keeps fields it leaves out", async () => {
  const { _id, username } = await newPerson(here, "manager");
  const before = await listed(_id);
  const { status, body } = await manager.patch(`/v1/users/${_id}`, { name: "Asha Rao" });
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, name: "Asha Rao", updated_at: expect.any(String) });
  expect(body.updated_at > before.updated_at).toBe(true);
  const kept = { name: "Asha Rao", username, role: "manager" };
  expect((await manager.patch(`/v1/users/${_id}`, {})).body).toMatchObject(kept);
});

const wrong: [field: string, value: unknown][] = [
  ["role", "ROOT"],
  ["role", ["root"]],
  ["role", { toString: "root" }],
  ["role", null],
  ["name", ""],
  ["username", null],
  ["username", "\u200b"],
  ["password", "short"],
  ["password", { length: 20 }],
];

test.each(wrong)("400: a user with the %s %j is neither created nor changed", async (field, value) => {
  const sent = { ...form(), [field]: value };
  expect(await root.post("/v1/users", sent)).toFailWith("BAD_REQUEST", { field });
  const { _id } = await newPerson(here);
  const before = await stored(_id);
  expect(await root.patch(`/v1/users/${_id}`, { [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect(await stored(_id)).toEqual(before);
});

test("a refusal names every wrong field", async () => {
  const wrong = { name: "", username: 5, password: "short", role: "boss" };
  const fields = Object.keys(wrong).map((field) => ({ field }));
  expect(await root.post("/v1/users", wrong)).toFailWith("BAD_REQUEST", ...fields);
});

test("403: a manager cannot create, change or delete a root, or become one", async () => {
  const boss = await newPerson(here, "root");
  const before = await stored(boss._id);
  const staff = await newPerson(here);
  const attempts = [
    manager.post("/v1/users", form("root")),
    manager.patch(`/v1/users/${boss._id}`, { name: "Mine now" }),
    manager.patch(`/v1/users/${boss._id}`, { password: "a password of mine" }),
    manager.patch(`/v1/users/${boss._id}`, { role: "executive" }),
    manager.delete(`/v1/users/${boss._id}`),
    manager.patch(`/v1/users/${staff._id}`, { role: "root" }),
    manager.patch(`/v1/users/${manager._id}`, { role: "root" }),
  ];
  for (const answer of await Promise.all(attempts)) expect(answer).toFailWith("FORBIDDEN", { field: "role" });
  expect(await stored(boss._id)).toEqual(before);
  expect((await boss.client.get("/v1/users")).status).toBe(200);
  expect(await listed(manager._id ?? "")).toMatchObject({ role: "manager" });
});

test("a manager creates, changes and deletes executives and managers; a root does so with everybody", async () => {
  for (const [by, roles] of [
    [manager, ["executive", "manager"]],
    [root, ["executive", "manager", "root"]],
  ] as const)
    for (const role of roles) {
      const { status, body } = await by.post("/v1/users", form(role));
      expect([status, body.role]).toEqual([201, role]);
      expect((await by.patch(`/v1/users/${body._id}`, { name: "Changed", role: roles[0] })).status).toBe(200);
      expect((await by.delete(`/v1/users/${body._id}`)).status).toBe(204);
      expect(await listed(body._id)).toBeUndefined();
      expect(await stored(body._id)).toBeUndefined();
    }
});

test("after wrong guesses at their own password people are kept out of it, until somebody else sets another one", async () => {
  const { _id, username, client } = await newPerson(here);
  const guess = () => chooseOwn(client, "not the current one", "another one of mine");
  for (const _ of [1, 2, 3, 4, 5]) expect((await guess()).status).toBe(422);
  expect((await guess()).status).toBe(429);
  expect((await manager.patch(`/v1/users/${_id}`, { password: "as it was given" })).status).toBe(200);
  const again = await signIn(username, "as it was given");
  expect((await listed(_id)).given).toBe(true);
  expect((await chooseOwn(again, "as it was given", "another one of mine")).status).toBe(200);
  expect((await listed(_id)).given).toBe(false);
});

test("422: users cannot delete themselves", async () => {
  for (const role of ["manager", "root"] as const) {
    const { client, _id } = await newPerson(here, role);
    const message = "You cannot delete yourself";
    expect(await client.delete(`/v1/users/${_id}`)).toFailWith("UNPROCESSABLE_CONTENT", { message });
    expect((await client.get("/v1/users")).status).toBe(200);
  }
});

test("a root who is deleted or demoted while being promoted does not stay in the list of roots", async () => {
  for (let round = 0; round < 12; round++) {
    const { body } = await root.post("/v1/users", { name: "Asha", username: unique("asha"), role: "manager" });
    const by = round % 3 === 0 ? manager : root;
    const promote = root.patch(`/v1/users/${body._id}`, { role: "root" });
    const other =
      round % 2 ? by.delete(`/v1/users/${body._id}`) : by.patch(`/v1/users/${body._id}`, { role: "executive" });
    const answers = await Promise.all([promote, other]);
    for (const { status } of answers) expect([200, 204, 403, 404, 409]).toContain(status);
    const roots = (await all("keys")).find(({ key }) => key === "roots")?.ids as Set<string>;
    const wanted = (await all("users")).filter(({ role }) => role === "root").map(({ _id }) => _id);
    expect([...roots].sort()).toEqual(wanted.sort());
  }
});

test("422: the last root is neither demoted nor deleted, however many requests try at once", async () => {
  const world = await newWorld();
  const second = await newPerson(world, "root");
  const first = world.root;
  // Each demotes or deletes the other.
  const answers = await Promise.all([
    first.patch(`/v1/users/${second._id}`, { role: "manager" }),
    second.client.patch(`/v1/users/${first._id}`, { role: "manager" }),
    first.delete(`/v1/users/${second._id}`),
    second.client.delete(`/v1/users/${first._id}`),
  ]);
  expect(answers.filter(({ status }) => status === 200 || status === 204).length).toBeGreaterThan(0);
  const roots = (await engine(world).all("users")).filter(({ role }) => role === "root");
  expect(roots).toHaveLength(1);
  const last = roots[0]?._id === second._id ? second.client : first;
  const attempts = await inParallel(5, () => last.patch(`/v1/users/${roots[0]?._id}`, { role: "executive" }));
  const refusal = { field: "role", message: "There must be at least one root user" };
  for (const answer of attempts) expect(answer).toFailWith("UNPROCESSABLE_CONTENT", refusal);
  expect(await last.delete(`/v1/users/${roots[0]?._id}`)).toFailWith("UNPROCESSABLE_CONTENT");
  expect((await last.patch(`/v1/users/${roots[0]?._id}`, { name: "Last of us" })).status).toBe(200);
  await world.stop();
});

test("the ledger keeps the name of a deleted user", async () => {
  const person = await newPerson(here);
  await person.client.post("/v1/transactions/in", await newStockLine(root, 0));
  await root.delete(`/v1/users/${person._id}`);
  const [row] = (await root.get(recentTransactions())).body;
  expect(row.user).toEqual({ _id: person._id, name: "A new executive", username: person.username });
});
