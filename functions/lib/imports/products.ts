// Import of products: creates rows with a new P.ID and edits known products, if they are still as in the preview.
import * as v from "valibot";
import type { Ask, ImportRow, ProductImport } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { normalised } from "#shared/name.ts";
import { ProductForm } from "#shared/product.ts";
import { codeForm, codesIn, isRoundedCode, unwrapped } from "#shared/product-code.ts";
import {
  byField,
  leadTimes,
  numberFields,
  type ProductField,
  productFieldNames,
  productFields,
  productLabels,
} from "#shared/product-fields.ts";
import { fieldChanges } from "../audit/changes.ts";
import { aliasSubject, endAliases } from "../catalogue/aliases.ts";
import { aliases, type ProductRow, products } from "../db/tables.ts";
import { nextIds } from "../db/unique-keys.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, plainNumber, problemOf, textOf } from "../spreadsheets/cell-values.ts";
import { isRounded, roundedCode } from "../spreadsheets/find-by-name.ts";
import { isAnother, leaveOut, openTexts } from "./asks.ts";
import { cutByCost } from "./groups.ts";
import { productHeads, whyHead } from "./heads.ts";
import { emptying, type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { fitCodes, fitNames, leftOver } from "./left-over.ts";
import { notTakenAsks, withNotTaken } from "./not-taken.ts";
import { newCatalogue } from "./product-catalogue.ts";
import {
  beforeOf,
  codesTaken,
  maxWrites,
  type ProductChange,
  writesOfCreation,
  writesOfEdit,
} from "./product-changes.ts";
import { countRecords, maxRowActions, type RowWrites, readOutcome, writeGroup } from "./records.ts";
import { otherCurrency, readSeeming, seemingNumber } from "./seeming-numbers.ts";
import { listText, standIns } from "./stand-in.ts";
import { cellOf, type Fields, problemAt, type Table, toTable } from "./table.ts";
import { variantTitles } from "./variants.ts";

type EditableField = Exclude<ProductField, "p_id">;
const editableFields = productFieldNames.filter((field) => field !== "p_id");
const neededFields: readonly EditableField[] = editableFields.filter((field) => productFields[field].required);
const isNeeded = (field: EditableField): boolean => neededFields.includes(field);
const units = Object.fromEntries(numberFields.map((field) => [field, productFields[field].unit]));

type Settings = v.InferOutput<typeof ProductImport>;

/** Columns of our export that are computed. */
const reportHeads = [
  ...[productLabels.stock, productLabels.in_transit, productLabels.minimum, productLabels.drr],
  whyHead,
];

export const productRules: ImportKindRules<Settings, ProductChange[]> = {
  fields: () => fieldsFrom(newCatalogue([])),

  async preview(fileRows, settings) {
    const [rows, aliasRows] = await Promise.all([products.list(), aliases.list()]);
    const aliasesOf = Map.groupBy(aliasRows, ({ code }) => normalised(code));
    const catalogue = newCatalogue(rows);
    const fields = fieldsFrom(catalogue);
    const values = { lead_time: settings.lead_time };
    const table = toTable(fileRows, fields, settings.columns, { ...settings, values });
    const found = {
      ...leftOver(table, fields, reportHeads, settings.columns),
      readings: readSeeming(table, units, settings.readings),
    };
    if (table.missing.length > 0) return withoutRows(table, found);
    const changes: ProductChange[] = [];
    const texts = openTexts(settings.texts);
    let last: Row | undefined;
    const titleOf = variantTitles(table);
    const ids = standIns(table, (cell) => catalogue.read(cell).before !== undefined, settings.texts);
    const previewed = table.rows.map((row): ImportRow => {
      const title = titleOf(row);
      if (continuesProduct(table, row, last))
        return { _id: String(row.number), status: "same", code: "", changes: [], problems: [] };
      last = row;
      const problems: ImportRow["problems"] = [];
      const notTaken: ImportRow["problems"] = [];
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const leave = (field: string, message: string) => void notTaken.push(problemAt(table, field, row, message));
      const { cell: idCell, isLeftOut, problem: severalCodes, further } = ids.read(row);
      const code = textOf(idCell).trim();
      const answer = texts.answer(code, [isAnother, leaveOut], "product");
      const { before, ...read } = catalogue.read(idCell, answer);
      if (answer === "" || isLeftOut) return { _id: String(row.number), status: "same", code, changes: [], problems };
      const p_id = before?.p_id ?? unwrapped(textOf(idCell));
      const values: Record<string, unknown> = {};
      for (const field of editableFields) {
        // Values for the whole file, and titles of other rows, are for new products.
        const cell = cellOf(before ? { columns: table.columns } : table, field, row);
        const text = (field === "name" && title) || (field === "codes" && further);
        const value = readField(field, !before && !cell && text ? { type: "text", text } : cell, before, p_id);
        if (value.problem) (isNeeded(field) ? report : leave)(field, value.problem);
        else if (value.to !== undefined) values[field] = value.to;
        else if (!before && isNeeded(field)) report(field, "Required for a new product");
      }
      const taken = catalogue.takenCodes(before, values.codes);
      if (taken) values.codes = undefined;
      // A new product with a code of another one is probably that one.
      const owner = before || read.problem || answer === "new" ? undefined : taken?.owner;
      const alike = owner ? [owner] : read.alike;
      const problem = severalCodes ?? (owner ? `A code beside it is of ${owner.p_id}` : read.problem);
      if (problem) problems.unshift(problemAt(table, "p_id", row, problem));
      else if (taken) leave("codes", "has a code that is taken already");
      const isUnclear = problem !== undefined && alike !== undefined && !severalCodes;
      if (isUnclear) texts.addProducts(code, { message: problem, status: "unknown", candidates: alike }, isAnother);
      const changed = fieldChanges(before ?? {}, values);
      const known = before && { before: beforeOf(before) };
      const change: ProductChange = { row: row.number, ...known, p_id, changes: changed };
      for (const [field, message] of problems.length === 0 ? catalogue.claim(change) : []) report(field, message);
      const ended = codesTaken(change).flatMap((code) => aliasesOf.get(normalised(code)) ?? []);
      if (ended.length > 0) change.ends = ended.map(({ code }) => code);
      const isApplied = problems.length === 0 && (!before || changed.length > 0);
      const applied = before ? "changed" : "new";
      if (isApplied) changes.push(change);
      return {
        _id: String(row.number),
        status: isUnclear ? "unclear" : problems.length > 0 ? "wrong" : isApplied ? applied : "same",
        // A new product gets its code without what programs put around it.
        code: isApplied && !before ? p_id : code,
        ...(before && { product: productTag(before) }),
        changes: [...changed, ...ended.map((alias) => ({ field: "alias", from: aliasSubject(alias).name }))],
        ...withNotTaken(problems, notTaken),
      };
    });
    const createsNone = previewed.every(({ product, status }) => product || status === "same");
    const needed = createsNone ? [] : neededFields.filter((field) => !(field in table.columns));
    const lacksLeadTime = needed.includes("lead_time");
    return {
      table,
      found: {
        ...found,
        asks: [
          ...(lacksLeadTime ? leadTimeAsks(settings, found.guesses.lead_time) : []),
          ...texts.asks(),
          ...ids.asks(),
          ...notTakenAsks(previewed),
        ],
        needed: needed.filter((field) => !(field in table.values || field === "lead_time")),
      },
      rows: previewed,
      groups: cutByCost(changes, maxWrites, maxRowActions),
    };
  },

  async apply(request, stored, index) {
    const before = await readOutcome(stored, index);
    if (before) return before;
    const group = stored.groups[index] ?? [];
    const ids = await nextIds("p", group.filter((change) => !change.before).length);
    const rows = await Promise.all(
      group.map(async (change): Promise<RowWrites> => {
        const writes = change.before
          ? await writesOfEdit(request, change, change.before)
          : writesOfCreation(request, stored, change, ids.shift() ?? "");
        return { row: change.row, writes };
      }),
    );
    const outcome = await writeGroup(request, stored, index, rows);
    const left = new Set(outcome.left_out.map(({ row }) => row));
    for (const { row, ends, p_id } of group) if (ends && !left.has(row)) await endAliases(request, ends, p_id);
    return outcome;
  },

  countApplied: (_request, stored) => countRecords(stored),
};

/** Shops and suppliers know no lead time: it can be said once for all new products. `guess`: the head of a column that may be it. */
const leadTimeAsks = ({ lead_time }: Settings, guess: string | undefined): Ask[] => [
  {
    id: "lead_time",
    text: lead_time === undefined ? "The sheet has no lead time for new products." : "Lead time of new products",
    ...(lead_time !== undefined && { value: String(lead_time) }),
    choices: leadTimes.map((days) => ({ value: String(days), label: `${days} days` })),
  },
  ...(guess !== undefined && lead_time === undefined
    ? [
        {
          id: "columns.lead_time",
          text: `Or is “${guess}” the lead time?`,
          choices: [{ value: guess, label: `Take the column ${guess}` }],
        },
      ]
    : []),
];

/** Days of a year at most, as numbers or as texts that seem to be. */
const fitDays = (cells: readonly Cell[]): boolean =>
  cells.length > 0 &&
  cells.every((cell) => {
    const days = seemingNumber(textOf(cell), "days") ?? Number(textOf(cell));
    return Number.isInteger(days) && days >= 1 && days <= 366;
  });

const fieldsFrom = ({ findById }: Pick<ReturnType<typeof newCatalogue>, "findById">): Fields =>
  byField((field) => ({
    ...importColumns.products[field],
    heads: productHeads[field],
    ...((field === "p_id" || field === "codes") && { isFilled: true as const }),
    ...(field === "p_id" && {
      byCells: true as const,
      byCatalogue: "fills" as const,
      looksLike: (cell: Cell) => findById(textOf(cell)) !== undefined,
      fits: fitCodes,
    }),
    ...(field === "name" && { fits: fitNames }),
    ...(field === "lead_time" && { fits: fitDays }),
  }));

/** A row without a code or a new value, below a row with a code: Shopify repeats the title for each picture. */
const continuesProduct = (table: Table, row: Row, last: Row | undefined): boolean => {
  const text = (field: string, of: Row) => textOf(cellOf({ columns: table.columns }, field, of)).trim();
  if (!last || text("p_id", row) || text("codes", row) || problemOf(cellOf(table, "p_id", row))) return false;
  return neededFields.every((field) => ["", text(field, last)].includes(text(field, row)));
};

/** The value that a cell gives to a field: undefined keeps what there is, an empty text empties it. */
const readField = (
  field: EditableField,
  cell: MaybeCell,
  before: ProductRow | undefined,
  p_id = before?.p_id ?? "",
): { to?: string | number; problem?: string } => {
  const problem = problemOf(cell) ?? (cell?.type === "error" ? "Contains an error" : undefined);
  if (problem) return { problem };
  const written = textOf(cell).trim();
  const text = units[field as keyof typeof units]
    ? plainNumber(written).replace(/^(\d+)\.0+$/, "$1")
    : field === "codes"
      ? withoutOwn(listText(written), p_id)
      : written.replace(/[ ]*[\t\r\n]+[ ]*/g, " ").replace(field === "cost" ? /\s*(inr|rs\.?|₹)$/i : "", "");
  // A value that an older release accepted may be refused now, or be "-": a cell of our export keeps it.
  if (text === "" || [text, written].includes(String(before?.[field] ?? ""))) return {};
  if (text === emptying) return neededFields.includes(field) ? { problem: "Cannot be emptied" } : { to: "" };
  if (field === "codes" && (isRounded(cell) || codesIn(text).some(isRoundedCode))) return { problem: roundedCode };
  if (field === "cost" && otherCurrency(text)) return { problem: "is another currency" };
  const parsed = v.safeParse<v.GenericSchema<unknown, string | number | undefined>>(ProductForm.entries[field], text);
  return parsed.success ? { to: parsed.output } : { problem: parsed.issues[0].message };
};

/** Programs repeat the P.ID among the barcodes. */
const withoutOwn = (text: string, p_id: string): string => {
  const others = codesIn(text).filter((code) => codeForm(code) !== codeForm(p_id));
  return others.length === codesIn(text).length ? text : others.join(", ");
};
