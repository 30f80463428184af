// Undo of an applied import of products, as the bar after it offers: what it created is deleted, and what it changed is
// set back to the old values, by the calls that people make. A product that somebody has changed or stocked since
// stays as it is, and the text of the outcome counts such. Other changes of an import, such as ended aliases, are not undone.
import type { Import, ImportRow } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { Product } from "#shared/product.ts";
import { codeForm } from "#shared/product-code.ts";
import { attempt } from "../../lib/api/client.ts";
import { countText, numberText } from "../../lib/format.ts";
import { deleteProducts, eachProduct } from "./each-product.ts";

type Change = ImportRow["changes"][number];

type Applied = Product & { changes: readonly Change[] };

const isField = ({ field }: Change): boolean => field in importColumns.products;
const textOf = (value: unknown): string => String(value ?? "");

/** The old values, for a product whose fields still have the values of the import. */
const setBack = ({ _id: id, changes }: Applied) => {
  const values = (of: "from" | "to") => Object.fromEntries(changes.map((change) => [change.field, textOf(change[of])]));
  const body = { ...values("from"), seen: JSON.stringify(values("to")) };
  return attempt("PATCH /v1/products/{id}", { path: { id }, body, file: { image: undefined } });
};

/** `skipped`: numbers of the rows that were left out. */
export const undoProductImport = async ({ rows }: Import, skipped: ReadonlySet<number>) => {
  const read = await attempt("GET /v1/products", {});
  if (!read.ok) return { ok: false, text: `Not undone: ${read.failure.message}` };
  const byId = new Map(read.answer.map((product) => [product._id, product]));
  const byCode = new Map(read.answer.map((product) => [codeForm(product.p_id), product]));
  const applied = rows.filter(
    ({ _id, status }) => (status === "new" || status === "changed") && !skipped.has(Number(_id)),
  );
  const found = applied.flatMap((row) => {
    const product = row.product ? byId.get(row.product._id) : byCode.get(codeForm(row.code));
    const changes = row.changes.filter(isField);
    const isAsImported = changes.every(({ field, to }) => textOf(product?.[field as keyof Product]) === textOf(to));
    return product && isAsImported ? [{ ...product, changes, isNew: row.status === "new" }] : [];
  });
  const created = found.filter(({ isNew, stock, in_transit }) => isNew && stock === 0 && in_transit === 0);
  const edited = found.filter(({ isNew }) => !isNew);
  // First those that may have taken a code of the others.
  const deleted = await deleteProducts(created);
  const back = await eachProduct(edited, setBack);
  const failure = deleted.failure ?? back.failure;
  if (failure) return { ok: false, text: `Not undone, or only in part: ${failure.message}` };
  const undone = deleted.done.length + back.done.length;
  const left = applied.length - undone;
  return {
    ok: left === 0,
    text: left
      ? `${numberText(undone)} of ${countText(applied.length, "product")} undone; the others have been changed or stocked since`
      : `Undone: import of ${countText(undone, "product")}`,
  };
};
