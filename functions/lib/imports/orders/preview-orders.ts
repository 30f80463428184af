// Previews an order file: which lines are taken from stock, and why the others are not.
import * as v from "valibot";
import { outOfStock } from "#shared/allocation.ts";
import type { Parsed } from "#shared/api.ts";
import { unitsIn as heldIn, idsOf, unitsBeside } from "#shared/catalogue.ts";
import { dayOf } from "#shared/day.ts";
import { Failure, firstDetails } from "#shared/failure.ts";
import { AliasChoice, type ImportRow, type OrderedProduct, type UnknownCode } from "#shared/import.ts";
import { normalised } from "#shared/name.ts";
import { mayReplace } from "../../catalogue/aliases.ts";
import { assertExists, type Tags, toTags } from "../../catalogue/tags.ts";
import { type AliasRow, aliases, type ProductRow, products, stocks, warehouses } from "../../db/tables.ts";
import { holdingsIn, unitsIn } from "../../ledger/picklist.ts";
import type { Row } from "../../spreadsheets/cell.ts";
import { contentHash } from "../content-hash.ts";
import { type ApplyRequest, type Preview, withoutRows } from "../import-kind.ts";
import { type CodeFinder, codeFinder } from "./code-finder.ts";
import { toOrderTable } from "./order-columns.ts";
import { type OrderGroup, takeInStock, toGroups, unitsByProduct } from "./order-group.ts";
import { type OrderLine, readOrderLines } from "./order-lines.ts";
import { readPicked } from "./picked-lines.ts";

export type OrderSettings = Parsed<"POST /v1/imports/orders">;

/** A line with its product and its status. */
interface PreviewedLine extends OrderLine {
  status: ImportRow["status"];
  /** Empty while its code is unknown. */
  product: string;
  /** As many as the file says while its code is unknown. */
  units: number;
}

/** Nothing is written. */
export const previewOrders = async (
  rows: Row[],
  settings: OrderSettings,
  { user, now }: ApplyRequest,
): Promise<Preview<OrderGroup>> => {
  const { channel, aliases: chosen = [], columns, again, unsure } = settings;
  const [productRows, aliasRows, warehouseRows] = await Promise.all([
    products.list(),
    aliases.list(),
    warehouses.list(),
  ]);
  const byId = new Map(productRows.map((row) => [row._id, row]));
  assertExists("product", [...new Set(chosen.map(({ product }) => product))], byId, "aliases");
  const ofChannel = aliasRows.filter((alias) => alias.channel === channel);
  assertReplaceable(user, ofChannel, chosen, byId);
  const finder = codeFinder(productRows, [...ofChannel, ...chosen]);
  const table = toOrderTable(rows, ({ text }) => finder.find(text) !== undefined, columns, settings.head_row);
  if (table.missing.length > 0) return withoutRows(table);

  const lines = readOrderLines(table, contentHash(rows)).map((line) => previewLine(line, finder));
  const wanted = lines.filter(isWanted);
  const { isPicked, isAlike, version } = await readPicked(channel, again ? [] : wanted, dayOf(now));
  for (const line of wanted)
    if (isPicked(line)) line.status = "picked";
    else if (!unsure && isAlike(line)) line.status = "unsure";

  const ready = lines.filter(({ status }) => status === "ready");
  const stockRows = await stocks.findAll(ready.map(({ product }) => product));
  const holdings = holdingsIn(warehouseRows, stockRows);
  const available = (product: string) => unitsIn(holdings(product));
  const active = idsOf(warehouseRows);
  const beside = (product: string) =>
    unitsBeside(heldIn(stockRows.get(product)?.held ?? {}, active) - available(product));
  const { taken, short } = takeInStock(ready, available);
  for (const line of short) line.status = "short";

  const tags = toTags({ product: byId, warehouse: new Map() });
  const head = table.heads[table.columns.code ?? -1] ?? "";
  return {
    table,
    rows: lines.map((line) => toRow(line, head, tags, available)),
    groups: toGroups(
      taken.map(({ row, product, units, marks, knownBy, alikeBy }) => ({
        row,
        product,
        units,
        marks,
        knownBy,
        alikeBy,
      })),
    ),
    codes: unknownCodes(lines, finder, tags),
    products: orderedProducts(taken, short, tags).map((one) => ({
      ...one,
      available: available(one._id),
      ...beside(one._id),
    })),
    picklists: version,
  };
};

/** 403 names the codes whose product somebody else has chosen. */
const assertReplaceable = (
  user: ApplyRequest["user"],
  stored: readonly AliasRow[],
  chosen: readonly AliasChoice[],
  active: ReadonlyMap<string, ProductRow>,
): void => {
  const byCode = new Map(stored.map((alias) => [normalised(alias.code), alias]));
  const details = chosen.flatMap(({ code, product, units }) => {
    const alias = byCode.get(normalised(code));
    if (!alias || mayReplace(user, alias, active)) return [];
    if (alias.product === product && alias.units === units) return [];
    return { field: "aliases", message: `${alias.user.name} has chosen for ${code}, a manager can change it` };
  });
  if (details.length > 0) throw new Failure("FORBIDDEN", ...firstDetails(details));
};

const previewLine = (line: OrderLine, finder: CodeFinder): PreviewedLine => {
  const listed = (line.isRounded ? undefined : finder.find(line.code)) ?? finder.find(line.listing);
  return {
    ...line,
    status: statusOf(line, finder, listed !== undefined),
    product: listed?.product ?? "",
    units: line.quantity * (listed?.units ?? 1),
  };
};

const statusOf = (line: OrderLine, finder: CodeFinder, isListed: boolean): ImportRow["status"] => {
  if (line.isCancelled) return "cancelled";
  if (line.problems.length > 0) return "wrong";
  if (isListed) return "ready";
  return finder.explain(line).problem ? "unclear" : "unknown";
};

const isWanted = ({ status }: PreviewedLine): boolean => status !== "cancelled" && status !== "wrong";
const isUnlisted = ({ status }: PreviewedLine): boolean => status === "unknown" || status === "unclear";

const toRow = (line: PreviewedLine, head: string, tags: Tags, available: (product: string) => number): ImportRow => {
  const { row, status, code, order, product, units, problems } = line;
  const why = reasons[status]?.(available(product));
  return {
    _id: String(row),
    status,
    code,
    ...(product && { product: tags.product(product) }),
    quantity: units,
    ...(order && { order }),
    changes: [],
    problems: status === "wrong" || !why ? problems : [{ column: head, value: code, message: why }],
  };
};

/** Why a line is not taken, for the report of such lines. */
const reasons: Partial<Record<ImportRow["status"], (available: number) => string>> = {
  short: outOfStock,
  unknown: () => "No product has this code",
  unclear: () => "A spreadsheet may have changed this code",
  unsure: () => "May have been picked before: its order number is rounded or missing in one of the files",
};

const unknownCodes = (lines: PreviewedLine[], finder: CodeFinder, tags: Tags): UnknownCode[] =>
  [...Map.groupBy(lines.filter(isUnlisted), ({ code }) => normalised(code)).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { problem, isChoosable, candidates } = finder.explain(first);
    return {
      _id: first.code,
      ...(first.title && { title: first.title }),
      lines: same.length,
      quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(problem && { problem }),
      // A code that is too long, or has characters that change the text direction, cannot be an alias.
      choosable: isChoosable && v.is(AliasChoice.entries.code, first.code),
      candidates: candidates.slice(0, maxCandidates).map(tags.product),
    };
  });

const maxCandidates = 10;

const orderedProducts = (
  taken: PreviewedLine[],
  short: PreviewedLine[],
  tags: Tags,
): Omit<OrderedProduct, "available">[] => {
  const [ready, missing] = [unitsByProduct(taken), unitsByProduct(short)];
  return [...new Set([...taken, ...short].map(({ product }) => product))].map((product) => ({
    _id: product,
    product: tags.product(product),
    quantity: ready.get(product) ?? 0,
    short: missing.get(product) ?? 0,
  }));
};
