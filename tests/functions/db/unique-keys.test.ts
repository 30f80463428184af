// Unique names: one owner each, also with requests at once, and free again after a delete or rename.
import { expect, test } from "vitest";
import { normalised } from "#shared/name.ts";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, unique } from "#tests/support/fixtures.ts";
import { callsOf, type Kind, kinds } from "#tests/support/unique-names.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { root } = here;
const { all } = engine(here);

const at = (kind: Kind) => callsOf(root, kind);

/** In the check for one kind, since all use the same locks. */
const testKinds = (title: string, check: (kind: Kind) => Promise<void>): void => {
  test.each(kinds.slice(0, 1))(title, check);
  test.each(kinds.slice(1))(title, { tags: "exhaustive" }, check);
};

test.each(kinds)("of 20 parallel creates in $path with one $field exactly one succeeds", async (kind) => {
  const { create, names } = at(kind);
  const name = unique("SND");
  const answers = await inParallel(20, (index) => create(index % 2 ? name : ` ${name.toLowerCase()}`));
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
  for (const answer of answers) if (answer.status !== 201) expect(answer).toFailWith("CONFLICT", { field: kind.field });
  expect((await names()).filter((one) => normalised(one) === normalised(name))).toHaveLength(1);
});

testKinds(
  "409: in $path a $field that differs only by case, spaces, width or invisible marks is taken",
  async (kind) => {
    const { create, rename, made } = at(kind);
    const name = unique("Été");
    const [, other] = [await made(name), await made(unique("other"))];
    const twins = [
      name.toUpperCase(),
      `  ${name} `,
      name.replace(" ", "  "),
      name.replace(" ", "\u00a0"),
      name.normalize("NFD"),
      name.replace("t", "ｔ"),
      `${name}\u200b`,
    ];
    for (const twin of twins) {
      expect(await create(twin)).toFailWith("CONFLICT", { field: kind.field, message: "Taken already" });
      expect(await rename(other, twin)).toFailWith("CONFLICT", { field: kind.field });
    }
  },
);

/** An invisible character of each block of Unicode that has some. */
const invisible = [
  ..."\u00ad\u034f\u061c\u115f\u17b4\u180b\u200b\u2065\u2800\u3164\ufe0f\ufeff\uffa0\ufff0",
  ..."\u{1bca0}\u{1d173}\u{e0001}\u{e0100}\u{e0fff}",
];

testKinds("no invisible character makes a twin of a $field in $path, or a $field of its own", async (kind) => {
  const { create, rename, made } = at(kind);
  const [name, another] = [unique("Swaddle"), unique("Swaddle")];
  const [, other] = [await made(name), await made(unique("other"))];
  for (const one of invisible) {
    const answers = [create(`${one}${name.replace(" ", ` ${one}`)}`), rename(other, `${name}${one}`)];
    for (const answer of await Promise.all(answers)) expect(answer).toFailWith("CONFLICT", { field: kind.field });
    for (const answer of await Promise.all([create(`${one} ${one}`), rename(other, one)]))
      expect(answer).toFailWith("BAD_REQUEST", { field: kind.field, message: "Required" });
  }
  const answers = await Promise.all(invisible.map((one) => create(`${another}${one}`)));
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: invisible.length - 1 });
  expect(await create("SND\u202e101")).toFailWith("BAD_REQUEST", {
    field: kind.field,
    message: "Contains invisible characters that change the text direction, please retype it",
  });
});

testKinds("of two renames under $path to one $field at once one wins, and the other keeps its name", async (kind) => {
  const { made, rename, nameOf } = at(kind);
  for (let round = 0; round < 5; round++) {
    const [wanted, one, two] = [unique("wanted"), unique("one"), unique("two")];
    const ids = await Promise.all([made(one), made(two)]);
    const answers = await Promise.all(ids.map((id) => rename(id, wanted)));
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 });
    const won = answers[0]?.status === 200;
    expect(await Promise.all(ids.map(nameOf))).toEqual(won ? [wanted, two] : [one, wanted]);
  }
});

testKinds("two renames at once of the same row in $path leave it one name, and the other free", async (kind) => {
  const { made, rename, nameOf, create } = at(kind);
  for (let round = 0; round < 5; round++) {
    const [before, one, two] = [unique("before"), unique("one"), unique("two")];
    const id = await made(before);
    const answers = await Promise.all([rename(id, one), rename(id, two)]);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toFailWith("CONFLICT");
    expect(countByStatus(answers)[200]).toBeGreaterThan(0);
    const name = await nameOf(id);
    expect([one, two]).toContain(name);
    const free = [before, one, two].filter((candidate) => candidate !== name);
    expect(countByStatus(await Promise.all(free.map(create)))).toEqual({ 201: 2 });
  }
});

testKinds(
  "a rename under $path frees the old $field and takes the new one; its own twin is no conflict",
  async (kind) => {
    const { made, rename, create } = at(kind);
    const [before, after] = [unique("Before"), unique("After")];
    const id = await made(before);
    expect((await rename(id, before.toUpperCase())).body[kind.field]).toBe(before.toUpperCase());
    expect((await rename(id, after)).status).toBe(200);
    expect(await create(after)).toFailWith("CONFLICT");
    expect((await create(before)).status).toBe(201);
  },
);

testKinds("a delete in $path frees the $field, and succeeds once", async (kind) => {
  const { made, remove, create, nameOf } = at(kind);
  const name = unique("gone");
  const id = await made(name);
  const answers = await inParallel(5, () => remove(id));
  expect(countByStatus(answers)[204]).toBe(1);
  for (const { status } of answers) expect([204, 404, 409]).toContain(status);
  expect(await remove(id)).toFailWith("RESOURCE_NOT_FOUND");
  expect(await nameOf(id)).toBeUndefined();
  const again = await create(name);
  expect(again.status).toBe(201);
  expect(again.body._id).not.toBe(id);
});

testKinds("a delete and a rename at once in $path leave no name or the new one, and free the old one", async (kind) => {
  const { made, remove, rename, nameOf, create } = at(kind);
  for (let round = 0; round < 5; round++) {
    const [before, after] = [unique("before"), unique("after")];
    const id = await made(before);
    const [renamed, removed] = await Promise.all([rename(id, after), remove(id)]);
    expect([200, 404, 409]).toContain(renamed.status);
    expect([204, 409]).toContain(removed.status);
    expect([renamed.status, removed.status]).not.toEqual([409, 409]);
    expect(await nameOf(id)).toBe(removed.status === 204 ? undefined : after);
    expect((await create(before)).status).toBe(201);
  }
});

testKinds("404: an id under $path that is nobody's, or another kind's, changes and deletes nothing", async (kind) => {
  const others = await Promise.all(
    kinds.filter((other) => other !== kind).map((other) => at(other).made(unique("other"))),
  );
  const { rename, remove } = at(kind);
  for (const id of [
    ...others,
    "none",
    "__proto__",
    "x".repeat(65),
    "x".repeat(3_000),
    "%00",
    "%20",
    "a%2Fb",
    "..%2f..",
    "%F0%9F%98%80",
    "p1%23",
  ]) {
    expect(await rename(id, unique("renamed"))).toFailWith("RESOURCE_NOT_FOUND");
    expect(await remove(id)).toFailWith("RESOURCE_NOT_FOUND");
  }
});

// Last, since it checks the rows that all other tests have left.
test("every unique name has one lock of its owner, no lock is left over, and the list of roots matches the users", async () => {
  const keys = await all("keys");
  const locks = keys.filter(({ owner }) => owner).map(({ key, owner }) => `${key} -> ${owner}`);
  const owners: string[] = [];
  for (const { table, field, lock } of kinds)
    for (const row of await all(table))
      if (!row.deleted_at) owners.push(`${lock}#${normalised(String(row[field]))} -> ${row._id}`);
  expect(locks.sort()).toEqual(owners.sort());
  expect(owners.length).toBeGreaterThan(40);
  const roots = keys.find(({ key }) => key === "roots")?.ids as Set<string>;
  expect([...roots]).toEqual((await all("users")).filter(({ role }) => role === "root").map(({ _id }) => _id));
});
