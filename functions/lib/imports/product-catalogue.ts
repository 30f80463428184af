// The products that the codes of a sheet of products stand for, and the codes that its own rows take.
import * as v from "valibot";
import { requiredLine } from "#shared/field.ts";
import { codeForm, codesIn, codesProblem, unwrapped } from "#shared/product-code.ts";
import type { ProductRow } from "../db/tables.ts";
import { type MaybeCell, textOf } from "../spreadsheets/cell-values.ts";
import { finder, madeDate, productByCode, productFinder } from "../spreadsheets/find-by-name.ts";
import type { ProductChange } from "./product-changes.ts";

export const newCatalogue = (rows: ProductRow[]) => {
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
      const problem = codesProblem({ p_id, codes: added.join() });
      if (problem) return [[problem.field, problem.message]];
      for (const one of [name, ...added.map(codeForm)]) rowOf.set(one, row);
      return [];
    },
  };
};
