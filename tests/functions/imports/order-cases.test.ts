// What an order line means, by a table of small order files as channels and shops write them (cases/orders/README.md).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Import, RowStatus } from "#shared/import.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { applyAll, importOf, previewOf, type Settings } from "#tests/support/imports.ts";
import { newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

interface Choice {
  title: string;
  p_id: string;
  units?: number;
  /** The product must be among the candidates. */
  offered?: boolean;
  /** The code may be known already. */
  optional?: boolean;
}

interface Case {
  file: string;
  channel: string;
  products: { p_id: string; stock: number; codes?: string; name?: string }[];
  before?: { file: string }[];
  columns?: Record<string, string>;
  choose?: Choice[];
  expect: {
    ready?: { code: string; units: number }[];
    left_out?: { reason: string; lines: number; units?: number }[];
    refused?: string;
    ask?: string;
    or_refused?: boolean;
  };
}

const reasons: Readonly<Record<string, readonly RowStatus[]>> = {
  "no goods": ["no_goods"],
  "other channel": ["other_channel"],
  "cancelled since it was picked": ["cancelled_since"],
  cancelled: ["cancelled"],
  picked: ["picked"],
  marketplace: ["marketplace"],
  unpaid: ["unpaid"],
  sent: ["sent"],
  status: ["unclear_status"],
  "nothing left": ["nothing_left"],
  wrong: ["wrong"],
  unknown: ["unknown", "unclear"],
  short: ["short"],
};

const folder = new URL("cases/orders/", import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const jsonOf = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const cases = jsonOf<Case[]>("cases.json");

const here = await world();
const { executive, manager } = here;
const { put } = engine(here);
const shelf = await newWarehouse(manager);
const ids = new Map(cases.flatMap(({ products }) => products.map(({ p_id }) => [p_id, `p-${p_id}`])));
const stocked = cases.flatMap(({ products }) =>
  products.map(({ stock, ...fields }) => ({ ...fields, _id: ids.get(fields.p_id) ?? "", held: { [shelf]: stock } })),
);
await putProducts(here, [...new Map(stocked.map((product) => [product._id, product])).values()]);

/** A file's import, read again with the column that it asks for; undefined if it is refused. */
const read = async ({ channel, columns = {} }: Case, file: string, settings: Settings = {}) => {
  const send = async (chosen: Record<string, string>) => {
    const sent = { channel, columns: chosen, ...settings };
    const { status, body } = await previewOf(executive, "orders", bytesOf(file), sent);
    return { made: status === 201 ? await importOf(executive, body._id) : undefined, refusal: body };
  };
  const asked = await send({});
  return asked.made && asked.made.sheet.missing.length > 0 ? { ...(await send(columns)), asked: asked.made } : asked;
};

const choose = (one: Case, { codes = [] }: Import) =>
  (one.choose ?? []).flatMap(({ title, p_id, units = 1, offered, optional }) => {
    const code = codes.find((unknown) => [unknown._id, unknown.title].includes(title));
    if (!code && optional) return [];
    expect(code, title).toMatchObject({ choosable: true });
    if (offered) expect(code?.of_name).toBe(ids.get(p_id));
    if (offered) expect(code?.candidates).toContainEqual(expect.objectContaining({ p_id }));
    return [{ code: code?._id, product: ids.get(p_id), units }];
  });

const holds = async (one: Case): Promise<void> => {
  const { file, before = [], expect: wanted } = one;
  for (const { file: earlier } of before) {
    const { made } = await read(one, earlier);
    if (made) await applyAll(executive, made._id);
  }
  const { made, refusal, ...rest } = await read(one, file);
  if (!made) {
    expect([wanted.refused ?? wanted.or_refused, refusal.details?.[0]?.message]).toEqual([
      expect.anything(),
      expect.any(String),
    ]);
    return;
  }
  expect(wanted.refused).toBeUndefined();
  if ("asked" in rest) expect(rest.asked.sheet.missing).toEqual([wanted.ask]);
  const aliases = choose(one, made);
  const { products = [], rows } = aliases.length > 0 ? ((await read(one, file, { aliases })).made as Import) : made;
  const ready = products.filter(({ quantity }) => quantity > 0);
  const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
  expect(ready.map(({ product, quantity }) => ({ code: product.p_id, units: quantity })).sort(byCode)).toEqual(
    (wanted.ready ?? []).toSorted(byCode),
  );
  for (const { reason, lines, units } of wanted.left_out ?? []) {
    const out = rows.filter(({ status }) => reasons[reason]?.includes(status));
    expect([reason, out.length]).toEqual([reason, lines]);
    if (units !== undefined) expect(out.reduce((sum, { quantity = 0 }) => sum + quantity, 0)).toBe(units);
  }
  const named = (wanted.left_out ?? []).reduce((sum, { lines }) => sum + lines, 0);
  expect(rows.filter(({ status }) => status !== "ready")).toHaveLength(named);
};

test.each(cases.map((one) => [one.file, one] as const))("%s is read as meant", (_, one) => holds(one));

/** The items of a picklist of a channel that took lines with these marks, as release 1.0.0 and later store them. */
const toStored = (channel: string, marks: string[], day: string) => [
  { key: `picked#${channel}`, version: 1, days: { [day]: 0 } },
  {
    key: `picked#${channel}#1`,
    picks: [{ movement: "m0", lines: Buffer.concat(marks.map((mark) => Buffer.from(mark, "base64url"))) }],
  },
];

/** The marks that release 266330b made of each line that it picked, by file and row. */
const formerMarks = jsonOf<Record<string, Record<string, string>>>("marks.json");

test.each(Object.entries(formerMarks))("%s, picked by the release before, is picked before", async (file, marks) => {
  const one = cases.find((each) => each.file === file) as Case;
  await put("imports", toStored(one.channel, Object.values(marks).join(" ").split(" "), today()));
  const { made } = await read(one, file, { answers: { sent: "take_in", unpaid: "take_in" } });
  const picked = made?.rows.flatMap(({ _id, status }) => (/picked|cancelled_since/.test(status) ? _id : []));
  const meant = Object.keys(marks).filter((row) => {
    const status = made?.rows.find(({ _id }) => _id === row)?.status ?? "";
    return !["no_goods", "other_channel", "cancelled"].includes(status);
  });
  expect(picked).toEqual(meant);
});
