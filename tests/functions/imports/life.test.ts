// The life of an import: it belongs to its user, for a day, and each of its groups takes effect once.
import { describe, expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { ImportKind, ImportRow } from "#shared/import.ts";
import type { Product } from "#shared/product.ts";
import { setClock } from "#tests/support/clock.ts";
import { inParallel, newPerson, sheetForm, today, unique } from "#tests/support/fixtures.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { applyAll, importOf } from "#tests/support/imports.ts";
import { type Answer, proxiedWorld } from "#tests/support/world.ts";
import { csvOf, preview } from "./driver.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { root, manager, executive } = here;

const heads = ["P.ID", "Product Name", "Lead Time"];
/** A spreadsheet of so many new products whose P.IDs begin with a word. */
const newProducts = (word: string, count: number): string =>
  csvOf(heads, ...Array.from({ length: count }, (_, row) => [`${word}-${row}`, `Bib ${row}`, 30]));
const created = async (word: string): Promise<Product[]> =>
  (await manager.get("/v1/products")).body.filter(({ p_id }: Product) => p_id.startsWith(word));

const paths = (id: string) => [`/v1/imports/${id}`, `/v1/imports/${id}/export`];

test("nobody but who made an import can read or apply it, and an id that is none is not found", async () => {
  const word = unique("Mine");
  const { _id } = await preview(manager, "products", newProducts(word, 1));
  for (const other of [root, executive])
    for (const id of [_id, "none", "..%2f..%2fsnapshots", _id.toUpperCase(), `${manager._id}%2f${_id}`]) {
      for (const path of paths(id)) expect(await other.get(path)).toFailWith("RESOURCE_NOT_FOUND");
      expect(await other.post(`/v1/imports/${id}/apply`, {})).toFailWith("RESOURCE_NOT_FOUND");
    }
  expect(await here.anonymous.get(`/v1/imports/${_id}`)).toFailWith("UNAUTHORIZED");
  expect(await created(word)).toEqual([]);
});

test("who may not make an import of a kind any more can neither read nor apply one", async () => {
  const { _id: user, client } = await newPerson(here, "manager");
  const word = unique("Demoted");
  const { _id } = await preview(client, "products", newProducts(word, 1));
  expect((await root.patch(`/v1/users/${user}`, { role: "executive" })).status).toBe(200);
  for (const path of paths(_id)) expect(await client.get(path)).toFailWith("FORBIDDEN");
  expect(await client.post(`/v1/imports/${_id}/apply`, {})).toFailWith("FORBIDDEN");
  expect(await client.post("/v1/imports/products", sheetForm(newProducts(word, 1)))).toFailWith("FORBIDDEN");
  expect(await created(word)).toEqual([]);
});

test("a spreadsheet that somebody else has applied warns of it, also when it was previewed before, and in another format", async () => {
  const word = unique("Warn");
  const file = newProducts(word, 2);
  const [mine, other] = [await preview(manager, "products", file), await preview(root, "products", file)];
  expect([mine.applied_before, other.applied_before]).toEqual([undefined, undefined]);
  await applyAll(manager, mine._id);
  expect((await importOf(manager, mine._id)).applied_before).toBeUndefined();
  const warning = { user: { _id: manager._id, username: "manager" }, at: expect.any(String) };
  expect((await importOf(root, other._id)).applied_before).toMatchObject(warning);
  const tabs = file.replaceAll('","', '"\t"');
  expect((await preview(root, "products", tabs)).applied_before).toMatchObject(warning);
  const changed = await preview(root, "products", `${file}\n"${word}-3","Bib","30"`);
  expect(changed.applied_before).toBeUndefined();
});

describe("each group takes effect once", () => {
  /** Spreadsheets of three groups, and the number of rows written after no group, the first, and so on. */
  const kinds: [
    kind: ImportKind,
    upTo: number[],
    make: () => Promise<{ file: string; done: () => Promise<number> }>,
  ][] = [
    [
      "products",
      [0, 24, 48, 60],
      async () => {
        const word = unique("Once");
        return { file: newProducts(word, 60), done: async () => (await created(word)).length };
      },
    ],
    [
      "stock",
      [0, 1, 2, 3],
      async () => {
        const product = await createProduct(manager);
        const w_ids = [unique("W"), unique("W"), unique("W")];
        for (const w_id of w_ids) await newWarehouse(manager, w_id);
        // Three remarks make three groups.
        const rows = w_ids.map((w_id, row) => [product.p_id, w_id, 1, `Pallet ${row}`]);
        const done = async () =>
          (await manager.get("/v1/products")).body.find(({ _id }: Product) => _id === product._id).stock;
        return { file: csvOf(["P.ID", "W.ID", "Quantity", "Remarks"], ...rows), done };
      },
    ],
  ];
  const fieldsOf = (kind: string): Record<string, string> => (kind === "stock" ? { mode: "ADD" } : {});

  test.each(kinds)("%s: sent again and again, and from two tabs at once", async (kind, upTo, make) => {
    const rows = upTo.at(-1);
    const { file, done } = await make();
    const { _id, groups } = await preview(manager, kind, file, fieldsOf(kind));
    expect(groups).toBe(3);
    const [one, other] = await inParallel(2, () => applyAll(manager, _id));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ groups: 3, written: rows, left_out: [] });
    expect(await applyAll(manager, _id)).toEqual(one);
    expect(await done()).toBe(rows);
    expect((await importOf(manager, _id)).done).toBe(3);
  });

  /** Cuts the Lambda off after 0, step, 2·step … calls, one import each, until one ends uncut. */
  const killedAfter =
    (step: number) =>
    async (...[kind, upTo, make]: (typeof kinds)[number]) => {
      const rows = upTo.at(-1);
      for (let forwarded = 0, wasCut = true; wasCut; forwarded += step) {
        const { file, done } = await make();
        const { _id } = await preview(manager, kind, file, fieldsOf(kind));
        let call = 0;
        // The call in which the Lambda died may have taken effect.
        proxy.decide = () => {
          const n = call++;
          if (n < forwarded) return "forward";
          return n === forwarded && forwarded % 2 ? "lose answer" : "deny";
        };
        const cut = await manager.post(`/v1/imports/${_id}/apply`, {});
        proxy.decide = () => "forward";
        wasCut = cut.status !== 200;
        // Whole groups were written, and the import knows which.
        expect(await done()).toBe(upTo[(await importOf(manager, _id)).done]);
        expect(await applyAll(manager, _id)).toMatchObject({ written: rows, left_out: [] });
        expect(await done()).toBe(rows);
      }
    };
  test.each(kinds)("%s: with the Lambda killed in some calls to the tables, and gone on with", killedAfter(5));
  test.each(kinds)(
    "%s: with the Lambda killed in each call to the tables, and gone on with",
    { tags: "exhaustive" },
    killedAfter(1),
  );

  test("a group whose request was held up does not create a product again that was deleted meanwhile", async () => {
    const word = unique("Held");
    const { _id } = await preview(manager, "products", newProducts(word, 2));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
    let transactions = 0;
    proxy.decide = async (operation): Promise<Outcome> => {
      if (operation === "TransactWriteItems" && transactions++ === 0) {
        arrive();
        await released;
      }
      return "forward";
    };
    const late = applyAll(manager, _id);
    await held;
    const first = await applyAll(manager, _id);
    // In the order of the spreadsheet.
    expect((await created(word)).map(({ name }) => name)).toEqual(["Bib 0", "Bib 1"]);
    for (const product of await created(word)) await root.delete(`/v1/products/${product._id}`);
    release();
    expect(await late).toEqual(first);
    expect(await created(word)).toEqual([]);
  });

  test("a stock import cannot begin with a later group, since its batch could then not be reversed", async () => {
    const [, , make] = kinds[1] ?? [];
    const { file, done } = (await make?.()) ?? { file: "", done: async () => -1 };
    const { _id } = await preview(manager, "stock", file, fieldsOf("stock"));
    expect(await manager.post(`/v1/imports/${_id}/apply`, { from: 1 })).toFailWith("BAD_REQUEST", { field: "from" });
    expect(await manager.post(`/v1/imports/${_id}/apply`, { from: -1 })).toFailWith("BAD_REQUEST", { field: "from" });
    expect((await manager.post(`/v1/imports/${_id}/apply`, { from: 9 })).body).toMatchObject({ groups: 3, written: 0 });
    expect(await done()).toBe(0);
  });
});

test("an import that lacks a required column has no rows and says which, and nothing can be applied", async () => {
  const summary = await preview(manager, "stock", csvOf(["Article", "Pcs"], ["SND-1", 5]), { mode: "SET" });
  expect(summary).toMatchObject({
    sheet: {
      heads: ["Article", "Pcs"],
      first_rows: [
        { number: 1, cells: ["Article", "Pcs"] },
        { number: 2, cells: ["SND-1", "5"] },
      ],
      columns: { quantity: "Pcs" },
      missing: ["p_id", "w_id"],
    },
    counts: {},
    groups: 0,
  });
  expect(await applyAll(manager, summary._id)).toMatchObject({ written: 0 });
});

test("a spreadsheet has at most 50,000 rows, and an import of as many is read in pages", {
  tags: "exhaustive",
}, async () => {
  const rows = (count: number) => `P.ID,Quantity\n${"Nothing by this name,5\n".repeat(count)}`;
  const tooMany = sheetForm(rows(50_001));
  expect(await executive.post("/v1/imports/lines", tooMany)).toFailWith("PAYLOAD_TOO_LARGE", {
    field: "file",
    message: "At most 50,000 rows",
  });
  const { _id, counts } = await preview(executive, "lines", rows(50_000));
  expect(counts).toEqual({ unknown: 50_000 });
  const read: string[] = [];
  for (let path: string | undefined = `/v1/imports/${_id}`; path; ) {
    const page: Answer = await executive.get(path, { "accept-encoding": "identity" });
    read.push(...page.body.rows.map((row: ImportRow) => row._id));
    path = /<(.+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
  }
  expect(read).toEqual(Array.from({ length: 50_000 }, (_, row) => String(row + 2)));
});

test("an import expires after a day", async () => {
  const word = unique("Day");
  const { _id } = await preview(manager, "products", newProducts(word, 1));
  const at = (hours: number) =>
    new Date(Date.parse(`${addDays(today(), 2)}T06:00:00Z`) + hours * 3_600_000).toISOString();
  setClock(at(0));
  // Earlier sessions are over.
  const later = await here.signIn("manager", "manager-password");
  const { _id: young } = await preview(later, "products", newProducts(word, 2));
  for (const path of paths(_id)) expect(await later.get(path)).toFailWith("RESOURCE_NOT_FOUND");
  expect(await later.post(`/v1/imports/${_id}/apply`, {})).toFailWith("RESOURCE_NOT_FOUND");
  setClock(at(23.9));
  const next = await here.signIn("manager", "manager-password");
  expect((await next.get(`/v1/imports/${young}`)).status).toBe(200);
  setClock(at(24.1));
  expect(await next.post(`/v1/imports/${young}/apply`, {})).toFailWith("RESOURCE_NOT_FOUND");
  setClock(new Date().toISOString());
  expect(await created(word)).toEqual([]);
});
