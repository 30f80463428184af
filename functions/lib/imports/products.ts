// Import of products: creates rows with a new P.ID and edits known products, if they are still as in the preview.
import * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { requiredLine } from "#shared/field.ts";
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
import { fieldChanges, recordCreation, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { aliasSubject, endAliases } from "../catalogue/aliases.ts";
import { productSubject } from "../catalogue/deleted.ts";
import { formerAfter } from "../catalogue/former-codes.ts";
import { productNames } from "../catalogue/product-names.ts";
import { aliases, type ProductRow, products, type StoredFieldChange, stocks, type Write } from "../db/tables.ts";
import { changeNames, claimNames, newLocks, nextIds } from "../db/unique-keys.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, plainNumber, problemOf, textOf } from "../spreadsheets/cell-values.ts";
import {
  finder,
  isRounded,
  madeDate,
  productByCode,
  productFinder,
  roundedCode,
} from "../spreadsheets/find-by-name.ts";
import { isAnother, leaveOut, openTexts } from "./asks.ts";
import { cutByCost } from "./groups.ts";
import { productHeads, whyHead } from "./heads.ts";
import {
  type ApplyRequest,
  emptying,
  type ImportKindRules,
  productTag,
  type StoredImport,
  withoutRows,
} from "./import-kind.ts";
import { fitCodes, fitNames, leftOver } from "./left-over.ts";
import { notTakenAsks, withNotTaken } from "./not-taken.ts";
import { countRecords, maxRowActions, type RowWrites, readOutcome, writeGroup } from "./records.ts";
import { otherCurrency, readSeeming, seemingNumber } from "./seeming-numbers.ts";
import { listText, standIns } from "./stand-in.ts";
import { cellOf, type Fields, problemAt, type Table, toTable } from "./table.ts";
import { variantTitles } from "./variants.ts";

/** A row that creates a product, or edits one as the preview saw it. */
interface ProductChange {
  row: number;
  before?: Pick<ProductRow, "_id" | "p_id" | "codes" | "former" | "updated_at">;
  p_id: string;
  changes: StoredFieldChange[];
  /** Aliases that end, since the product takes their codes. */
  ends?: string[];
}

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
    const table = toTable(fileRows, fields, settings.columns, {
      ...settings,
      values: { lead_time: settings.lead_time },
    });
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
      const { cell: idCell, isLeftOut, isList, further } = ids.read(row);
      const answer = texts.answer(textOf(idCell), [isAnother, leaveOut], "product");
      const { before, ...read } = catalogue.read(idCell, answer);
      if (answer === "" || isLeftOut)
        return { _id: String(row.number), status: "same", code: textOf(idCell).trim(), changes: [], problems };
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
      const problem = isList
        ? "Several codes in one cell"
        : owner
          ? `A code beside it is of ${owner.p_id}`
          : read.problem;
      if (problem) problems.unshift(problemAt(table, "p_id", row, problem));
      else if (taken) leave("codes", "has a code that is taken already");
      if (problem && alike && !isList)
        texts.addProducts(textOf(idCell), { message: problem, status: "unknown", candidates: alike }, isAnother);
      const changed = fieldChanges(before ?? {}, values);
      const change: ProductChange = {
        row: row.number,
        ...(before && { before: beforeOf(before) }),
        p_id,
        changes: changed,
      };
      for (const [field, message] of problems.length === 0 ? catalogue.claim(change) : []) report(field, message);
      const ended = codesTaken(change).flatMap((code) => aliasesOf.get(normalised(code)) ?? []);
      if (ended.length > 0) change.ends = ended.map(({ code }) => code);
      const isApplied = problems.length === 0 && (!before || changed.length > 0);
      if (isApplied) changes.push(change);
      return {
        _id: String(row.number),
        status:
          problem && alike && !isList
            ? "unclear"
            : problems.length > 0
              ? "wrong"
              : isApplied
                ? before
                  ? "changed"
                  : "new"
                : "same",
        code: textOf(idCell).trim(),
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

/** The products of the spreadsheet's codes, with the codes that its own rows take. */
const newCatalogue = (rows: ProductRow[]) => {
  const findById = finder(rows, ({ p_id, former }) => [p_id, ...codesIn(former)], codeForm);
  const findByCode = productByCode(rows);
  const find = productFinder(rows);
  const byId = new Map(rows.map((row) => [row._id, row]));
  const rowOf = new Map<string, number>();
  return {
    findById,
    /** The product of a P.ID, or the problem with it. */
    read: (cell: MaybeCell, answer?: string): { before?: ProductRow; problem?: string; alike?: ProductRow[] } => {
      const chosen = byId.get(answer ?? "");
      if (chosen) return { before: chosen };
      const before = findById(textOf(cell)) ?? findById(unwrapped(textOf(cell)));
      if (before) return { before };
      const found = find(cell);
      if (found.product) return { problem: `Further code of ${found.product.p_id}` };
      const mayBeAnother = found.candidates.length > 0 || found.message === madeDate;
      const isNew = found.status === "unknown" || (answer === "new" && mayBeAnother);
      if (!isNew) return { problem: found.message, ...(mayBeAnother && { alike: found.candidates }) };
      const valid = v.safeParse(requiredLine(), unwrapped(textOf(cell)));
      return valid.success ? {} : { problem: valid.issues[0].message };
    },
    /** Whether another product, or an earlier row, has one of the further codes for a product. */
    takenCodes: (before: ProductRow | undefined, codes: unknown): { owner?: ProductRow | undefined } | undefined => {
      const further = codesIn(codes === undefined ? undefined : String(codes));
      const owner = further.map(findByCode).find((one) => one && one._id !== before?._id);
      return owner || further.some((code) => rowOf.has(codeForm(code))) ? { owner } : undefined;
    },
    /** Takes the codes of a change; says what is wrong with them. */
    claim: ({ row, p_id, changes }: ProductChange): [field: string, message: string][] => {
      const name = codeForm(p_id);
      const first = rowOf.get(name);
      if (first !== undefined) return [["p_id", `Duplicate of row ${first}`]];
      const codes = changes.find(({ field }) => field === "codes")?.to;
      const added = codesIn(codes === undefined ? undefined : String(codes));
      try {
        productNames({ p_id, codes: added.join() });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return error.details.map(({ field = "p_id", message }) => [field, message]);
      }
      for (const one of [name, ...added.map(codeForm)]) rowOf.set(one, row);
      return [];
    },
  };
};

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

const beforeOf = ({ _id, p_id, codes, former, updated_at }: ProductRow) => ({ _id, p_id, codes, former, updated_at });

/** The codes that a change gives to its product. */
const codesTaken = ({ before, p_id, changes }: ProductChange): string[] => {
  const codes = changes.find(({ field }) => field === "codes")?.to;
  return [...(before ? [] : [p_id]), ...codesIn(codes === undefined ? undefined : String(codes))];
};

/** Writes of a row at most. */
const maxWrites = ({ before, p_id, changes }: ProductChange): number => {
  const codes = changes.find(({ field }) => field === "codes");
  const locks = (text: unknown = "") =>
    newLocks({ owner: "", from: [], to: productNames({ p_id, codes: String(text) }) }).size;
  return before ? 2 + (codes ? locks(codes.to) + locks(before.codes) : 0) : 3 + locks(codes?.to);
};

const fieldsOf = (changes: StoredFieldChange[]): Record<string, string | number> =>
  Object.fromEntries(changes.map(({ field, to = "" }) => [field, to]));

const changedSince = new Failure("CONFLICT", { message: "Changed since the preview" });

const writesOfEdit = async (
  request: ApplyRequest,
  { changes }: ProductChange,
  before: NonNullable<ProductChange["before"]>,
): Promise<Write[]> => {
  const edited = { ...before, ...fieldsOf(changes) };
  const all = [...changes, ...fieldChanges(before, { former: formerAfter(before, edited) })];
  const fields = fieldsOf(all);
  const author = datedAfter(request, before);
  return [
    { ...products.edit(before, fields, author.now), failure: changedSince },
    ...changeNames(productNames(before), productNames({ ...before, ...fields }), before._id),
    ...recordEdit(author, productSubject(before), all),
  ];
};

const writesOfCreation = (
  request: ApplyRequest,
  stored: StoredImport,
  { row, p_id, changes }: ProductChange,
  _id: string,
): Write[] => {
  const at = request.now.toISOString();
  const product = { _id, p_id, ...fieldsOf(changes), created_at: at, updated_at: at } as ProductRow;
  const record = [{ field: "p_id", to: p_id }, ...changes];
  return [
    ...claimNames(productNames(product), _id),
    recordCreation({ ...request, key: `import#${stored._id}#${row}` }, productSubject(product), record),
    products.create(product),
    stocks.create({ _id, held: {}, sold: {} }),
  ];
};
