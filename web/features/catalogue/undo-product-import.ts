// Undo of an applied import of products, as the bar after it offers: what it changed is set back by an import of the old
// values, and what it created is deleted, by the calls that people make. A product that somebody has changed or stocked since
// stays as it is, and the text of the outcome counts such. Other changes of an import, such as ended aliases, are not undone.
import { Failure } from "#shared/failure.ts";
import type { Import, ImportRow } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { Product } from "#shared/product.ts";
import { codeForm } from "#shared/product-code.ts";
import { attempt, call } from "../../lib/api/client.ts";
import { countText, numberText } from "../../lib/format.ts";
import { deleteProducts } from "./bulk-delete.ts";

type Change = ImportRow["changes"][number];

interface Edited {
  product: Product;
  changes: readonly Change[];
}

const columns = importColumns.products;
const isField = ({ field }: Change): boolean => field in columns;
const textOf = (value: unknown): string => String(value ?? "");

/** A field that is to be empty again has a hyphen, since a blank cell changes nothing. */
const sheetOf = (edited: readonly Edited[]): File => {
  const fields = [...new Set(edited.flatMap(({ changes }) => changes.map(({ field }) => field)))];
  const rows = edited.map(({ product, changes }) => {
    const old = (field: string) => {
      const change = changes.find((one) => one.field === field);
      return change ? textOf(change.from) || "-" : "";
    };
    return [product.p_id, ...fields.map(old)];
  });
  const heads = ["p_id", ...fields].map((field) => columns[field as keyof typeof columns].label);
  const lines = [heads, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
  return new File([lines.join("\r\n")], "undo.csv");
};

/** One by one: a field that was a hyphen cannot be set back by a sheet, where a hyphen empties it. */
const setBackHyphens = async (edited: readonly Edited[]): Promise<number> => {
  let back = 0;
  for (const { product, changes } of edited) {
    const values = (of: "from" | "to") =>
      Object.fromEntries(changes.map((change) => [change.field, textOf(change[of])]));
    const body = { ...values("from"), seen: JSON.stringify(values("to")) };
    const set = await attempt("PATCH /v1/products/{id}", {
      path: { id: product._id },
      body,
      file: { image: undefined },
    });
    if (set.ok) back += 1;
    // Somebody has changed it meanwhile.
    else if (!(set.failure instanceof Failure && set.failure.code === "CONFLICT")) throw set.failure;
  }
  return back;
};

/** Returns the number of products that have their old values again. */
const setBack = async (all: readonly Edited[]): Promise<number> => {
  const hasHyphen = ({ changes }: Edited) => changes.some(({ from }) => from === "-");
  const hyphens = await setBackHyphens(all.filter(hasHyphen));
  return hyphens + (await setBackSheet(all.filter((one) => !hasHyphen(one))));
};

const setBackSheet = async (edited: readonly Edited[]): Promise<number> => {
  if (edited.length === 0) return 0;
  const { _id: id } = await call("POST /v1/imports/products", { body: {}, file: { file: sheetOf(edited) } });
  let back = 0;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const step: { next?: number | undefined; written: number } = await call("POST /v1/imports/{id}/apply", {
      path: { id },
      body: { from },
    });
    back += step.written;
    from = step.next;
  }
  return back;
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
    return product && isAsImported ? [{ product, changes, isNew: row.status === "new" }] : [];
  });
  const created = found.filter(({ isNew, product }) => isNew && product.stock === 0 && product.in_transit === 0);
  try {
    const back = await setBack(found.filter(({ isNew }) => !isNew));
    const { done, failure } = await deleteProducts(created.map(({ product }) => product));
    if (failure) throw failure;
    const undone = back + done.length;
    const left = applied.length - undone;
    return {
      ok: left === 0,
      text: left
        ? `${numberText(undone)} of ${countText(applied.length, "product")} undone; the others have been changed or stocked since`
        : `Undone: import of ${countText(undone, "product")}`,
    };
  } catch (error) {
    return { ok: false, text: `Not undone, or only in part: ${error instanceof Error ? error.message : ""}` };
  }
};
