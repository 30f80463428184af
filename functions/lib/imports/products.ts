// Import of products: creates those with a new P.ID and edits the others, each on the condition of what the preview saw.
import * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { requiredLine } from "#shared/field.ts";
import type { ImportRow } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { normalised } from "#shared/name.ts";
import { ProductForm } from "#shared/product.ts";
import { codesIn, codesOf, isRoundedCode } from "#shared/product-code.ts";
import { fieldChanges, recordCreation, recordEdit, valuesBefore } from "../audit/changes.ts";
import { productSubject } from "../catalogue/deleted.ts";
import { productNames } from "../catalogue/product-names.ts";
import { type ProductRow, products, type StoredFieldChange, stocks, type Write } from "../db/tables.ts";
import { changeNames, claimNames, nextIds } from "../db/unique-keys.ts";
import type { Cell } from "../sheets/cell.ts";
import { type MaybeCell, problemOf, textOf } from "../sheets/cell-values.ts";
import { finder, isRounded, productFinder, roundedCode, severalProducts } from "../sheets/find-by-name.ts";
import { cutByCost } from "./groups.ts";
import { codeHeads, productHeads } from "./heads.ts";
import {
  type ApplyRequest,
  type ImportKindRules,
  type ImportSettings,
  productTag,
  type StoredImport,
  withoutRows,
} from "./import-kind.ts";
import { countMarks, maxRowActions, type RowWrites, readOutcome, writeGroup } from "./marks.ts";
import { cellOf, type Fields, problemAt, toTable } from "./sheet-table.ts";

/** A row that creates a product, or edits one as the preview saw it. */
interface ProductChange {
  row: number;
  before?: Pick<ProductRow, "_id" | "p_id" | "codes" | "updated_at">;
  p_id: string;
  changes: StoredFieldChange[];
}

const { p_id: _, ...editable } = ProductForm.entries;
type EditableField = keyof typeof editable;
const editableFields = Object.keys(editable) as EditableField[];
const neededFields: readonly EditableField[] = ["name", "lead_time"];

/** What a cell holds that empties its field. */
const emptying = "-";

export const productRules: ImportKindRules<ImportSettings, ProductChange[]> = {
  async preview(sheet, settings) {
    const rows = await products.list();
    const catalogue = newCatalogue(rows);
    const table = toTable(sheet, fieldsOfSheet(catalogue), settings.columns);
    if (table.missing.length > 0) return withoutRows(table);
    const changes: ProductChange[] = [];
    const previewed = table.rows.map((row): ImportRow => {
      const problems: ImportRow["problems"] = [];
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const idCell = cellOf(table, "p_id", row);
      const { before, problem } = catalogue.read(idCell);
      if (problem) report("p_id", problem);
      const fields: Record<string, unknown> = {};
      for (const field of editableFields) {
        const value = readField(field, cellOf(table, field, row), before);
        if (value.problem) report(field, value.problem);
        else if (value.to !== undefined) fields[field] = value.to;
        else if (!before && neededFields.includes(field)) report(field, "Required for a new product");
      }
      const p_id = before?.p_id ?? textOf(idCell).trim();
      const changed = fieldChanges(before ?? {}, fields);
      const change: ProductChange = {
        row: row.number,
        ...(before && { before: { _id: before._id, p_id, codes: before.codes, updated_at: before.updated_at } }),
        p_id,
        changes: changed,
      };
      for (const [field, message] of problems.length === 0 ? catalogue.claim(change) : []) report(field, message);
      const isApplied = problems.length === 0 && (!before || changed.length > 0);
      if (isApplied) changes.push(change);
      return {
        _id: String(row.number),
        status: problems.length > 0 ? "wrong" : isApplied ? (before ? "changed" : "new") : "same",
        code: textOf(idCell).trim(),
        ...(before && { product: productTag(before) }),
        changes: changed,
        problems,
      };
    });
    return { table, rows: previewed, groups: cutByCost(changes, maxWrites, maxRowActions) };
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
    return writeGroup(request, stored, index, rows);
  },

  countApplied: (_request, stored) => countMarks(stored),
};

const fieldsOfSheet = ({ findById }: Pick<ReturnType<typeof newCatalogue>, "findById">): Fields => {
  const { p_id, ...others } = importColumns.products;
  const looksLike = (cell: Cell) => findById(textOf(cell)).length > 0;
  const withHeads = Object.entries(others).map(([field, column]) => [
    field,
    { ...column, heads: productHeads[field as EditableField] },
  ]);
  return { p_id: { ...p_id, heads: codeHeads, looksLike }, ...Object.fromEntries(withHeads) };
};

/** What the sheet's codes stand for, with those that its own rows take. */
const newCatalogue = (rows: ProductRow[]) => {
  const findById = finder(rows, ({ p_id }) => [p_id]);
  const findByCode = finder(rows, codesOf);
  const find = productFinder(rows);
  const rowOf = new Map<string, number>();
  return {
    findById,
    /** The product that a P.ID stands for, or what is wrong with it. */
    read: (cell: MaybeCell): { before?: ProductRow; problem?: string } => {
      const [before, another] = findById(textOf(cell));
      if (another) return { problem: severalProducts };
      if (before) return { before };
      const found = find(cell);
      if (found.product) return { problem: `Further code of ${found.product.p_id}` };
      if (found.status !== "unknown") return { problem: found.message };
      const valid = v.safeParse(requiredLine(), textOf(cell));
      return valid.success ? {} : { problem: valid.issues[0].message };
    },
    /** Takes the codes of a change; says which of them are taken already, by a product or by a row. */
    claim: ({ row, before, p_id, changes }: ProductChange): [field: string, message: string][] => {
      // By id: names of release 0.1.0 may differ in invisible characters only.
      const name = before ? `id#${before._id}` : `name#${normalised(p_id)}`;
      const first = rowOf.get(name);
      if (first !== undefined) return [["p_id", `Duplicate of row ${first}`]];
      const codes = changes.find(({ field }) => field === "codes")?.to;
      const added = codesIn(codes === undefined ? undefined : String(codes));
      const taken = added.filter(
        (code) => findByCode(code).some(({ _id }) => _id !== before?._id) || rowOf.has(`name#${normalised(code)}`),
      );
      if (taken.length > 0) return taken.map((code) => ["codes", `${code} is taken already`]);
      try {
        claimNames(productNames({ p_id, codes: added.join() }), "");
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return error.details.map(({ field = "p_id", message }) => [field, message]);
      }
      for (const one of [name, ...added.map((code) => `name#${normalised(code)}`)]) rowOf.set(one, row);
      return [];
    },
  };
};

/** The value that a cell gives to a field: undefined keeps what there is, an empty text empties it. */
const readField = (
  field: EditableField,
  cell: MaybeCell,
  before: ProductRow | undefined,
): { to?: string | number; problem?: string } => {
  const problem = problemOf(cell) ?? (cell?.type === "error" ? "Contains an error" : undefined);
  if (problem) return { problem };
  const text = textOf(cell).trim();
  // An older release may have accepted what is refused now, or what empties a field: a cell of our export keeps it.
  if (text === "" || text === String(before?.[field] ?? "")) return {};
  if (text === emptying) return neededFields.includes(field) ? { problem: "Cannot be emptied" } : { to: "" };
  if (field === "codes" && (isRounded(cell) || codesIn(text).some(isRoundedCode))) return { problem: roundedCode };
  const parsed = v.safeParse<v.GenericSchema<unknown, string | number | undefined>>(editable[field], text);
  return parsed.success ? { to: parsed.output } : { problem: parsed.issues[0].message };
};

/** Writes of a row at most. */
const maxWrites = ({ before, p_id, changes }: ProductChange): number => {
  const codes = changes.find(({ field }) => field === "codes");
  const added = claimNames(productNames({ p_id, codes: String(codes?.to ?? "") }), "").length;
  return before ? 2 + (codes ? added + codesIn(before.codes).length : 0) : 3 + added;
};

const fieldsOf = (changes: StoredFieldChange[]): Record<string, string | number> =>
  Object.fromEntries(changes.map(({ field, to = "" }) => [field, to]));

const changedSince = new Failure("CONFLICT", { message: "Changed since the preview" });

const writesOfEdit = async (
  request: ApplyRequest,
  { changes }: ProductChange,
  before: NonNullable<ProductChange["before"]>,
): Promise<Write[]> => {
  const fields = fieldsOf(changes);
  const expected = { ...valuesBefore(changes), updated_at: before.updated_at };
  return [
    { ...products.update(before._id, fields, request.now.toISOString(), expected), failure: changedSince },
    ...(await changeNames(productNames(before), productNames({ ...before, ...fields }), before._id)),
    ...recordEdit(request, productSubject(before), changes),
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
