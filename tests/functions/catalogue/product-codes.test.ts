// Further codes of products: barcodes and seller SKUs, each of one product only, like P.IDs.
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { normalised } from "#shared/name.ts";
import { codesIn, codesOf, gtinOf } from "#shared/product-code.ts";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { changeForm, countByStatus, inParallel, productForm, today, unique } from "#tests/support/fixtures.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;
const { client, all, find, put } = engine(here);

const create = (fields?: Record<string, string>) => manager.post("/v1/products", productForm(fields));
const change = (id: string, fields: Record<string, string>) => manager.patch(`/v1/products/${id}`, changeForm(fields));
const remove = (id: string) => manager.delete(`/v1/products/${id}`);
const restore = (id: string) => manager.post(`/v1/products/${id}/restore`);
const warehouse = await newWarehouse(manager);
const codes = (count: number) => Array.from({ length: count }, () => unique("EAN"));
const takenCode = (code: string) => ({ field: "codes", message: `${code} is taken already` });

test("further codes are stored as typed, listed, sent to pickers, and recorded", async () => {
  const [one, two, three] = codes(3) as [string, string, string];
  const { body } = await create({ codes: ` ${one} ,${two},, ` });
  expect(body.codes).toBe(`${one}, ${two}`);
  expect((await change(body._id, { codes: `${two}\n${three}` })).body.codes).toBe(`${two}, ${three}`);
  expect((await change(body._id, { name: "Renamed" })).body.codes).toBe(`${two}, ${three}`);
  const { product } = (await executive.get("/v1/app/context")).body;
  expect(product.find(({ _id }: { _id: string }) => _id === body._id).codes).toBe(`${two}, ${three}`);
  const { body: changes } = await manager.get(`/v1/products/${body._id}/changes`);
  expect(changes.flatMap(({ fields }: { fields: object[] }) => fields)).toContainEqual({
    field: "codes",
    from: `${one}, ${two}`,
    to: `${two}, ${three}`,
  });
  expect((await change(body._id, { codes: "" })).body).not.toHaveProperty("codes");
});

test("a code is taken by any P.ID or code that looks the same, and a P.ID by any code; the answer names the code", async () => {
  const [p_id, code, free] = codes(3) as [string, string, string];
  await create({ p_id, codes: code });
  const { _id: other } = await createProduct(manager);
  for (const twin of [p_id, code.toUpperCase(), `${code}\u200b`]) {
    expect(await create({ codes: `${free}, ${twin}` })).toFailWith("CONFLICT", takenCode(twin));
    expect(await change(other, { codes: `${twin}, ${free}` })).toFailWith("CONFLICT", takenCode(twin));
    expect(await create({ p_id: twin })).toFailWith("CONFLICT", { field: "p_id", message: "Taken already" });
  }
  expect((await create({ p_id: free })).status).toBe(201);
});

test("400: the product's own P.ID as a code, a code twice, an eleventh code, and one that is too long", async () => {
  const [p_id, code] = codes(2) as [string, string];
  const own = { field: "codes", message: `${p_id.toUpperCase()} is the P.ID` };
  expect(await create({ p_id, codes: p_id.toUpperCase() })).toFailWith("BAD_REQUEST", own);
  const { body } = await create({ p_id, codes: code });
  expect(await change(body._id, { codes: p_id.toUpperCase() })).toFailWith("BAD_REQUEST", own);
  expect(await change(body._id, { p_id: code })).toFailWith("BAD_REQUEST", { field: "codes" });
  const refused: [string, string][] = [
    [`${code}, ${code.toUpperCase()}`, "The same code twice"],
    [codes(11).join(","), "At most 10 codes"],
    ["x".repeat(201), "At most 200 characters"],
    ["\ufdfa".repeat(200), "Too long"],
  ];
  for (const [text, message] of refused)
    expect((await change(body._id, { codes: text })).body.details[0].message).toBe(message);
});

test("one change can swap a P.ID and a code, also with ten others that all change, and nobody gets in between", async () => {
  const [p_id, ...first] = codes(11) as [string, ...string[]];
  const second = codes(9);
  const { body } = await create({ p_id, codes: first.join(",") });
  const swapped = await change(body._id, { p_id: first[0] ?? "", codes: [...second, p_id].join(",") });
  expect(swapped.body).toMatchObject({ p_id: first[0], codes: [...second, p_id].join(", ") });
  for (const name of [p_id, first[0] ?? "", second[8] ?? ""]) expect((await create({ p_id: name })).status).toBe(409);
  expect((await create({ codes: first.slice(1).join(",") })).status).toBe(201);
});

test("of two products that claim one code at once, as P.ID or as code, one gets it", async () => {
  for (let round = 0; round < 5; round++) {
    const [code] = codes(1) as [string];
    const { _id } = await createProduct(manager);
    const answers = await Promise.all([
      change(_id, { codes: code }),
      create({ codes: code.toUpperCase() }),
      create({ p_id: code }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(countByStatus(answers)[409]).toBe(2);
  }
});

test("two changes at once of one product's codes leave the codes of one of them, and the rest are free", async () => {
  for (let round = 0; round < 5; round++) {
    const [p_id, code, one, two] = codes(4) as [string, string, string, string];
    const { _id } = (await create({ p_id, codes: code })).body;
    const answers = await Promise.all([
      change(_id, { codes: `${one}, ${code}` }),
      change(_id, { p_id: code, codes: `${two}, ${p_id}` }),
    ]);
    expect(countByStatus(answers)[200]).toBeGreaterThan(0);
    const names = codesOf((await find("products", _id)) as { p_id: string; codes?: string });
    for (const name of [p_id, code, one, two])
      expect((await create({ p_id: name })).status).toBe(names.includes(name) ? 409 : 201);
  }
});

test("a deleted product frees its codes, and comes back with them, unless one is taken, which is named", async () => {
  const [p_id, one, two] = codes(3) as [string, string, string];
  const { _id } = (await create({ p_id, codes: `${one}, ${two}` })).body;
  await remove(_id);
  const { _id: heir } = (await create({ codes: two })).body;
  expect(await restore(_id)).toFailWith("CONFLICT", takenCode(two));
  expect((await create({ codes: one })).status).toBe(201);
  await remove(heir);
  expect(await restore(_id)).toFailWith("CONFLICT", takenCode(one));
});

test("a delete and a new code at once leave no code that nothing has", async () => {
  for (let round = 0; round < 5; round++) {
    const [code] = codes(1) as [string];
    const { _id } = await createProduct(manager);
    const [changed, removed] = await Promise.all([change(_id, { codes: code }), remove(_id)]);
    expect([200, 404, 409]).toContain(changed.status);
    expect([204, 409]).toContain(removed.status);
    expect((await create({ p_id: code })).status).toBe(removed.status === 204 ? 201 : 409);
  }
});

test("a barcode belongs to one product whatever its leading zeros; other numbers with other zeros are others", async () => {
  const { _id } = (await create({ p_id: "012345678905", codes: "0012345678905" })).body;
  const message = "00012345678905 is taken already, with other leading zeros";
  expect(await create({ p_id: "00012345678905" })).toFailWith("CONFLICT", { field: "p_id", message });
  expect((await create({ codes: "0036000291452, 8, 00123" })).status).toBe(201);
  expect(await change(_id, { codes: "036000291452" })).toFailWith("CONFLICT", { field: "codes" });
  for (const p_id of ["08", "123", "012345678904", "0012345678904", "12345678905"])
    expect([p_id, (await create({ p_id })).status]).toEqual([p_id, 201]);
  await change(_id, { p_id: "0012345678905", codes: "" });
  expect((await create({ p_id: "012345678905" })).status).toBe(409);
  await remove(_id);
  const answers = await Promise.all(["012345678905", "0012345678905"].map((p_id) => create({ p_id })));
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: 1 });
});

/** A product that has moved, so that sheets, orders and people may know its P.ID. */
const known = async (p_id = unique("SND"), fields: Record<string, string> = {}): Promise<string> => {
  const { _id } = (await create({ p_id, ...fields })).body;
  await manager.post("/v1/transactions/in", { product: _id, warehouse, quantity: 5 });
  return _id;
};
const rename = (id: string, p_id: string, fields: Record<string, string> = {}) => change(id, { p_id, ...fields });
const formerOf = async (id: string) => codesIn((await find("products", id))?.former as string | undefined);

test("a renamed product keeps its former P.ID, whatever its codes become, until it is forgotten or its P.ID again", async () => {
  const [one, two, three] = codes(3) as [string, string, string];
  const _id = await known(one);
  expect((await rename(_id, two)).body).toMatchObject({ p_id: two, former: one });
  expect((await rename(_id, three, { codes: "" })).body.former).toBe(`${one}, ${two}`);
  const { product } = (await executive.get("/v1/app/context")).body;
  expect(product.find((row: { _id: string }) => row._id === _id).former).toBe(`${one}, ${two}`);
  expect((await rename(_id, one.toLowerCase())).body.former).toBe(`${two}, ${three}`);
  expect((await change(_id, { codes: three })).body).toMatchObject({ codes: three, former: two });
  expect((await change(_id, { forget: two })).body).not.toHaveProperty("former");
  expect((await create({ p_id: two })).status).toBe(201);
  const { body: changes } = await manager.get(`/v1/products/${_id}/changes`);
  expect(changes[0].fields).toEqual([{ field: "former", from: two }]);
});

test("no P.ID is kept of a product that nobody can know, nor one with a comma, nor more than the last twenty", async () => {
  const { body: fresh } = await create();
  expect((await rename(fresh._id, unique("SND"))).body).not.toHaveProperty("former");
  expect((await create({ p_id: fresh.p_id })).status).toBe(201);
  const announced = await createProduct(manager);
  const list = [{ product: announced._id, quantity: 5 }];
  await manager.post("/v1/shipments", { container: unique("MSKU"), expected_delivery: today(), list });
  expect((await rename(announced._id, unique("SND"))).body.former).toBe(announced.p_id);
  const part = await createProduct(manager);
  const combo = { product: announced._id, units: 1, more: [{ product: part._id, units: 2 }] };
  await put("aliases", [{ _id: unique("alias"), channel: "flipkart", code: unique("COMBO"), ...combo }]);
  expect((await rename(part._id, unique("SND"))).body.former).toBe(part.p_id);
  const _id = await known("SND, 1");
  const names = codes(22);
  for (const name of names) await rename(_id, name);
  expect(await formerOf(_id)).toEqual(names.slice(1, 21));
});

test("another product's former P.ID is refused by name, and taken over on request; so two requests swap two P.IDs", async () => {
  const [p_id, other] = codes(2) as [string, string];
  const [first, second] = [await known(p_id), await known(other)];
  const renamed = (await rename(first, unique("SND"))).body.p_id;
  const message = `${p_id.toLowerCase()} was the P.ID of ${renamed} until ${dayText(today())}`;
  const refusal = { product: first, message };
  const taking = { p_id: p_id.toLowerCase() };
  expect(await change(second, taking)).toFailWith("CONFLICT", { field: "p_id", ...refusal });
  expect(await create(taking)).toFailWith("CONFLICT", { field: "p_id", ...refusal });
  expect(await create({ codes: taking.p_id })).toFailWith("CONFLICT", { field: "codes", ...refusal });
  expect((await change(second, { ...taking, take: "true" })).body).toMatchObject({ ...taking, former: other });
  expect(await formerOf(first)).toEqual([]);
  expect((await change(first, { p_id: other, take: "true" })).body.former).toBe(renamed);
  expect(await formerOf(second)).toEqual([]);
  const { body: changes } = await manager.get(`/v1/products/${second}/changes`);
  expect(changes[0].fields).toEqual([{ field: "former", from: other }]);
  const taken = { field: "p_id", message: "Taken already" };
  expect(await create({ p_id: other, take: "true" })).toFailWith("CONFLICT", taken);
});

test("a new product may take over a former barcode, with other zeros too; of several at once one gets it", async () => {
  const _id = await known("042100005264");
  await rename(_id, unique("SND"));
  const taken = { p_id: "0042100005264", take: "true" };
  expect(await create({ p_id: taken.p_id })).toFailWith("CONFLICT", { field: "p_id", product: _id });
  const answers = await inParallel(4, () => create(taken));
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: 3 });
  expect(await formerOf(_id)).toEqual([]);
});

test("a deleted product frees its former P.IDs, and comes back with those that are free; the others are named", async () => {
  const [one, two, three] = codes(3) as [string, string, string];
  const _id = await known(one);
  await rename(_id, two);
  await rename(_id, three);
  await remove(_id);
  expect((await create({ p_id: one })).status).toBe(201);
  const { status, body } = await restore(_id);
  expect([status, body.former, body.former_taken]).toEqual([200, two, [one]]);
  const { body: changes } = await manager.get(`/v1/products/${_id}/changes`);
  const fields = [{ field: "former", from: `${one}, ${two}`, to: two }];
  expect(changes[0]).toMatchObject({ action: "restored", fields });
});

test("a product of an earlier release, whose barcodes have no second lock, is renamed and deleted all the same", async () => {
  const { body } = await create({ p_id: "5901234123457", codes: "5012345678900" });
  for (const gtin of ["05901234123457", "05012345678900"])
    await client.send(new DeleteCommand({ TableName: here.env.KEYS_TABLE, Key: { key: `gtin#${gtin}` } }));
  expect((await change(body._id, { codes: unique("EAN") })).status).toBe(200);
  expect((await remove(body._id)).status).toBe(204);
});

test("a delete and a rename at once leave no P.ID that nothing has", async () => {
  for (let round = 0; round < 5; round++) {
    const [before, after] = codes(2) as [string, string];
    const _id = await known(before);
    const [renamed, removed] = await Promise.all([rename(_id, after), remove(_id)]);
    expect([200, 404, 409]).toContain(renamed.status);
    const status = removed.status === 204 ? 201 : 409;
    for (const p_id of [before, ...(renamed.status === 200 ? [after] : [])])
      expect((await create({ p_id })).status).toBe(status);
  }
});

// Last, since it checks the rows that all other tests have left.
const locksOf = (code: string) => {
  const name = normalised(code);
  const gtin = gtinOf(name);
  return [`p_id#${name}`, ...(gtin ? [`gtin#${gtin}`] : [])];
};

test("every code has its locks, and no lock is left over", async () => {
  const rows = (await all("products")) as { _id: string; p_id: string; codes?: string; deleted_at?: string }[];
  const expected = rows.flatMap((row) =>
    row.deleted_at ? [] : codesOf(row).flatMap((code) => locksOf(code).map((key) => `${key} -> ${row._id}`)),
  );
  const locks = (await all("keys")).filter(({ key }) => /^(p_id|gtin)#/.test(String(key)));
  expect(locks.map(({ key, owner }) => `${key} -> ${owner}`).sort()).toEqual(expected.sort());
});
