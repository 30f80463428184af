// What the answer shows of an order file's lines: a row each, the codes that stand for nothing, and the products.
import * as v from "valibot";
import { outOfStock, type unitsFrom, withElsewhere } from "#shared/allocation.ts";
import { AliasChoice, type ImportRow, type OrderedProduct, type UnknownCode } from "#shared/import.ts";
import { codeForm } from "#shared/product-code.ts";
import type { Tags } from "../../catalogue/tags.ts";
import type { CodeFinder } from "./code-finder.ts";
import { unitsByProduct } from "./order-group.ts";
import type { PreviewedLine } from "./order-passes.ts";

const isUnlisted = ({ status }: PreviewedLine): boolean => status === "unknown" || status === "unclear";

/** Units that can be taken of a product, and those in warehouses that are not taken from. */
type UnitsOf = (product: string) => ReturnType<typeof unitsFrom> & {
  /** Why it is short, if that is said otherwise. */
  why?: string;
};

export const noUnits = { available: 0, elsewhere: 0 };

export const toRow = (line: PreviewedLine, head: string, tags: Tags, unitsOf: UnitsOf): ImportRow => {
  const { row, status, code, order, product, units, more, problems, elsewhere, strange, scarce = product } = line;
  const why = (status === "unsure" ? elsewhere : undefined) ?? reasons[status]?.(unitsOf(scarce));
  return {
    _id: String(row),
    status,
    code,
    ...(product && { product: tags.product(product) }),
    quantity: units,
    ...(more && { more: more.map((part) => ({ ...part, product: tags.product(part.product) })) }),
    ...(order && { order }),
    changes: [],
    problems:
      status === "wrong"
        ? problems
        : status === "unclear_status"
          ? strange.map(({ head: column, text: value }) => ({ column, value, message: "This status is not known" }))
          : !why
            ? []
            : [{ column: head, value: code, message: why }],
  };
};

/** Why a line is not taken, for the report of such lines. */
const reasons: Partial<Record<ImportRow["status"], (units: ReturnType<UnitsOf>) => string>> = {
  short: ({ available, elsewhere }) => withElsewhere(outOfStock(available), elsewhere),
  shelf_short: ({ why }) => why ?? "",
  unknown: () => "No product has this code",
  unclear: () => "A spreadsheet may have changed this code",
  unsure: () => "May have been picked before: its order number is rounded or missing in one of the files",
  another: () => "May be another item of this order: what was picked of it has another number, which this file lacks",
};

export const unknownCodes = (lines: PreviewedLine[], finder: CodeFinder, tags: Tags): UnknownCode[] =>
  [...Map.groupBy(lines.filter(isUnlisted), ({ code }) => codeForm(code)).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { isTitle } = first;
    const { problem, isChoosable, candidates, ofName } = finder.explain(first);
    return {
      _id: first.code,
      ...(first.title && { title: first.title }),
      ...(isTitle && { is_title: true as const }),
      lines: same.length,
      quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(problem && { problem }),
      // A code that is too long, or has characters that change the text direction, cannot be an alias.
      choosable: isChoosable && v.is(AliasChoice.entries.code, first.code),
      candidates: candidates.slice(0, maxCandidates).map(tags.product),
      ...(ofName && { of_name: ofName }),
    };
  });

const maxCandidates = 10;

export const orderedProducts = (
  taken: PreviewedLine[],
  short: PreviewedLine[],
  tags: Tags,
): Omit<OrderedProduct, "available">[] => {
  const [ready, missing] = [unitsByProduct(taken), unitsByProduct(short)];
  return [...new Set([...ready.keys(), ...missing.keys()])].map((product) => ({
    _id: product,
    product: tags.product(product),
    quantity: ready.get(product) ?? 0,
    short: missing.get(product) ?? 0,
  }));
};
