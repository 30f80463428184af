// Sheets as others write them: each case of `cases/sheets` (its README explains the table) comes to what it says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Import, ImportKind } from "#shared/import.ts";
import type { StockRecord } from "#shared/stock.ts";
import { applyAll, importOf, previewOf, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";

interface Expected {
  any?: Expected[];
  asks?: true;
  asks_only?: string[];
  choice?: string;
  tells?: string;
  refused?: string;
  mentions?: string[];
  new?: number;
  max_wrong?: number;
  counts?: Record<string, number>;
  absent?: string[];
  stock?: Record<string, number>;
  lines?: Record<string, number>;
  only?: boolean;
  products?: Record<string, Record<string, string | number>>;
}

interface Case {
  file: string;
  kind: ImportKind;
  mode?: string;
  given?: Settings;
  columns?: Record<string, string>;
  columns_by_head?: Record<string, string>;
  products: { p_id: string; name?: string }[];
  warehouses: { w_id: string; name: string }[];
  expect: Expected;
}

const folder = new URL("cases/sheets/", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(new URL("cases.json", folder), "utf8"));

const { manager } = await newWorld();

/** What a person says beside the file, as the form calls it. */
const settingsOf = ({ mode, given, columns, columns_by_head }: Case, heads?: string[]): Settings => {
  const isByHead = columns_by_head && Object.values(columns_by_head).every((head) => heads?.includes(head));
  return {
    ...(mode && { mode }),
    ...(heads && columns && { columns: isByHead ? columns_by_head : columns }),
    ...given,
  };
};

interface Found {
  answer: Import | undefined;
  refusal: string;
  catalogue: Record<string, unknown>[];
  stock: Map<string, number>;
}

const run = async (one: Case): Promise<Found> => {
  for (const product of one.products) await createProduct(manager, product);
  for (const { w_id, name } of one.warehouses) await newWarehouse(manager, w_id, name);
  const file = new Uint8Array(readFileSync(new URL(one.file, folder)));
  const first = await previewOf(manager, one.kind, file, settingsOf(one));
  const heads = first.body.sheet?.heads;
  const sent = heads && one.columns ? await previewOf(manager, one.kind, file, settingsOf(one, heads)) : first;
  const answer = sent.status === 201 ? await importOf(manager, sent.body._id) : undefined;
  if (answer && answer.groups > 0) await applyAll(manager, answer._id);
  const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
  return {
    answer,
    refusal: answer ? "" : JSON.stringify(sent.body),
    catalogue: (await manager.get("/v1/products")).body,
    stock: new Map(records.map(({ product, warehouse, quantity }) => [`${product.p_id}@${warehouse.w_id}`, quantity])),
  };
};

/** What is not as expected. */
const faultsOf = (expected: Expected, found: Found): string[] => {
  const { answer, refusal, catalogue, stock } = found;
  const faults: string[] = [];
  const check = (what: string, isRight: unknown) => void (isRight || faults.push(what));
  const { any, refused } = expected;
  if (any)
    check(
      "none of several",
      any.some((one) => faultsOf(one, found).length === 0),
    );
  if (refused) check(`refused: ${refused}`, new RegExp(refused).test(refusal));
  if (!answer) return refused || any ? faults : [`refused: ${refusal}`];
  const asks = answer.sheet.asks ?? [];
  const said = JSON.stringify([asks, answer.rows.map(({ problems }) => problems.map(({ message }) => message))]);
  const named = JSON.stringify(answer.rows.map(({ product, problems }) => [product, problems.map((p) => p.message)]));
  const product = (p_id: string) => catalogue.find((row) => row.p_id === p_id);
  const count = (status: string) => answer.counts[status] ?? 0;
  const { asks_only, choice, tells, mentions = [], absent = [], max_wrong, only } = expected;
  if (expected.asks) check("asks", answer.sheet.missing.length + asks.length > 0);
  if (asks_only) check("asks only", JSON.stringify(answer.sheet.missing) === JSON.stringify(asks_only));
  if (choice) check(`asks about ${choice}`, JSON.stringify(asks).includes(choice));
  if (tells) check(`tells ${tells}`, new RegExp(tells).test(said));
  for (const text of mentions) check(`mentions ${text}`, named.includes(text));
  for (const p_id of absent) check(`${p_id} is absent`, !product(p_id));
  if (expected.new !== undefined) check(`new: ${count("new")}`, count("new") === expected.new);
  if (max_wrong !== undefined) check(`wrong: ${count("wrong")}`, count("wrong") <= max_wrong);
  for (const [status, number] of Object.entries(expected.counts ?? {}))
    check(`${status}: ${count(status)}`, count(status) === number);
  for (const [pair, units] of Object.entries(expected.stock ?? {}))
    check(`${pair}: ${stock.get(pair)}`, (stock.get(pair) ?? 0) === units);
  const lines = answer.rows.filter(({ status }) => status === "ready");
  for (const [p_id, units] of Object.entries(expected.lines ?? {}))
    check(
      `line ${p_id}`,
      lines.some((line) => line.product?.p_id === p_id && line.quantity === units),
    );
  if (only) check("only these lines", lines.length === Object.keys(expected.lines ?? {}).length);
  for (const [p_id, fields] of Object.entries(expected.products ?? {}))
    check(
      `product ${p_id}: ${JSON.stringify(product(p_id))}`,
      product(p_id) && Object.entries(fields).every(([field, value]) => product(p_id)?.[field] === value),
    );
  return faults;
};

for (const one of cases)
  test(`${one.file} comes to what it says`, async () => expect(faultsOf(one.expect, await run(one))).toEqual([]));
