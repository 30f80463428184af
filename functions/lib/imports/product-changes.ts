// The rows of an import that create and edit products, and what is written of each.
import { Failure } from "#shared/failure.ts";
import { codesIn } from "#shared/product-code.ts";
import { fieldChanges, recordCreation, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { productSubject } from "../catalogue/deleted.ts";
import { formerAfter } from "../catalogue/former-codes.ts";
import { productNames } from "../catalogue/product-names.ts";
import { type ProductRow, products, type StoredFieldChange, stocks, type Write } from "../db/tables.ts";
import { changeNames, claimNames, newLocks } from "../db/unique-keys.ts";
import type { ApplyRequest, StoredImport } from "./import-kind.ts";

/** A row that creates a product, or edits one as the preview saw it. */
export interface ProductChange {
  row: number;
  before?: Pick<ProductRow, "_id" | "p_id" | "codes" | "former" | "updated_at">;
  p_id: string;
  changes: StoredFieldChange[];
  /** Aliases that end, since the product takes their codes. */
  ends?: string[];
}

export const beforeOf = ({ _id, p_id, codes, former, updated_at }: ProductRow) => ({
  _id,
  p_id,
  codes,
  former,
  updated_at,
});

/** The codes that a change gives to its product. */
export const codesTaken = ({ before, p_id, changes }: ProductChange): string[] => {
  const codes = changes.find(({ field }) => field === "codes")?.to;
  return [...(before ? [] : [p_id]), ...codesIn(codes === undefined ? undefined : String(codes))];
};

/** Writes of a row at most. */
export const maxWrites = ({ before, p_id, changes }: ProductChange): number => {
  const codes = changes.find(({ field }) => field === "codes");
  const locks = (text: unknown = "") =>
    newLocks({ owner: "", from: [], to: productNames({ p_id, codes: String(text) }) }).size;
  return before ? 2 + (codes ? locks(codes.to) + locks(before.codes) : 0) : 3 + locks(codes?.to);
};

const fieldsOf = (changes: StoredFieldChange[]): Record<string, string | number> =>
  Object.fromEntries(changes.map(({ field, to = "" }) => [field, to]));

const changedSince = new Failure("CONFLICT", { message: "Changed since the preview" });

export const writesOfEdit = async (
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

export const writesOfCreation = (
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
