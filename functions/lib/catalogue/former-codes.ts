// Former P.IDs: a renamed product is still found by them, until it forgets one or another product takes it over.
import { dayOf, dayText } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { maxFormer } from "#shared/product.ts";
import { codeForm, codesIn, codesOf } from "#shared/product-code.ts";
import { type Author, fieldChanges, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { readChangesOf } from "../audit/read-changes.ts";
import { aliases, type ProductRow, products, shipments, stocks, type Write } from "../db/tables.ts";
import { moveNames, type Name, type NameChange, newLocks, readOwners } from "../db/unique-keys.ts";
import { productSubject } from "./deleted.ts";
import { productNames } from "./product-names.ts";
import { partsOf } from "./product-sets.ts";

type Coded = Pick<ProductRow, "_id" | "p_id" | "codes" | "former">;

/** These codes, less the removed ones, in whichever form. */
const without = (codes: string[], removed: string[]): string[] => {
  const gone = new Set(removed.map(codeForm));
  return codes.filter((code) => !gone.has(codeForm(code)));
};

/** The former P.IDs of a product after an edit, the oldest first. One with a comma is not kept: commas separate them. */
export const formerAfter = (before: Coded, after: Coded, forget = ""): string => {
  const known = [...codesIn(before.former), ...(before.p_id.includes(",") ? [] : [before.p_id])];
  const own = codesOf({ p_id: after.p_id, codes: after.codes });
  return without(known, [...own, ...codesIn(forget)])
    .slice(-maxFormer)
    .join(", ");
};

/** Whether sheets, orders or people may know a product by its P.ID. Stock rows keep a warehouse whose units are gone. */
export const isKnown = async ({ _id }: Pick<Coded, "_id">): Promise<boolean> => {
  if (Object.keys((await stocks.find(_id))?.held ?? {}).length > 0) return true;
  const [aliasRows, containers] = await Promise.all([aliases.list(), shipments.list()]);
  return (
    aliasRows.some((row) => partsOf(row).some(({ product }) => product === _id)) ||
    containers.some(({ items }) => items.some(({ product }) => product === _id))
  );
};

/**
 * The writes that give a product its new codes and free its old ones. Codes that are former P.IDs of other products are
 * taken over only with `take`; else 409 names them.
 */
export const changeCodes = async (
  author: Author,
  before: Coded | undefined,
  after: Coded,
  take = false,
): Promise<Write[]> => {
  const change = { owner: after._id, from: before ? productNames(before) : [], to: productNames(after) };
  const found = await findFormer(change);
  if (found.length > 0 && !take) throw new Failure("CONFLICT", ...(await Promise.all(found.map(toDetail))));
  const givers = [...Map.groupBy(found, ({ product }) => product._id).values()].map((lost) => {
    const { product } = lost[0] as Former;
    const former = without(
      codesIn(product.former),
      lost.map(({ name }) => name.text),
    ).join(", ");
    const fields = fieldChanges(product, { former });
    const dated = datedAfter(author, product);
    return {
      locks: { owner: product._id, from: productNames(product), to: productNames({ ...product, former }) },
      writes: [products.edit(product, { former }, dated.now), ...recordEdit(dated, productSubject(product), fields)],
    };
  });
  return [...moveNames(change, ...givers.map(({ locks }) => locks)), ...givers.flatMap(({ writes }) => writes)];
};

interface Former {
  name: Name;
  product: ProductRow;
}

/** The new names that are former P.IDs of other products. */
const findFormer = async (change: NameChange): Promise<Former[]> => {
  const locks = newLocks(change);
  const owners = await readOwners(locks.keys());
  const rows = await products.findAll(owners.values());
  // By text, since a barcode's two locks are of one name.
  const found = new Map<string, Former>();
  for (const [key, name] of locks) {
    const product = rows.get(owners.get(key) ?? "");
    const isFormer = codesIn(product?.former).some((code) => codeForm(code) === codeForm(name.text));
    if (product && isFormer && product._id !== change.owner && !product.deleted_at)
      found.set(name.text, { name, product });
  }
  return [...found.values()];
};

const toDetail = async ({ name: { text, refusal }, product }: Former): Promise<Detail> => {
  const renamed = (await readChangesOf("product", product._id)).find(({ fields }) =>
    fields.some(({ field, from }) => field === "p_id" && codeForm(String(from)) === codeForm(text)),
  );
  const until = renamed ? ` until ${dayText(dayOf(renamed.created_at))}` : "";
  return { field: refusal.field, product: product._id, message: `${text} was the P.ID of ${product.p_id}${until}` };
};
