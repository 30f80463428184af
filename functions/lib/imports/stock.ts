// Import of stock: sets, adds or removes units of products in warehouses, as one batch that can be reversed.

import * as v from "valibot";
import { outOfStock } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import { optionalText } from "#shared/field.ts";
import { countText, numberText } from "#shared/format.ts";
import type { Ask, ImportRow, StockImport, StockMode } from "#shared/import.ts";
import { maxProducts, maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import { batchId, type Line, type Movement } from "#shared/movement.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import { normalised } from "#shared/name.ts";
import { getAll } from "../db/batch-reads.ts";
import {
  listAliases,
  movements,
  type ProductRow,
  products,
  type StockRow,
  stocks,
  type WarehouseRow,
  warehouses,
} from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { isNetKept, type SetPlace, setsOf } from "../ledger/net-until.ts";
import { chunkId, type Draft } from "../ledger/post.ts";
import { postGroup } from "../ledger/steps.ts";
import { textOf } from "../spreadsheets/cell-values.ts";
import { productFinder, warehouseFinder } from "../spreadsheets/find-by-name.ts";
import { cutByCost } from "./groups.ts";
import {
  type ApplyRequest,
  type GroupOutcome,
  type ImportKindRules,
  productTag,
  type StoredImport,
  withoutRows,
} from "./import-kind.ts";
import { notTakenAsks, withNotTaken } from "./not-taken.ts";
import { countRecords, readOutcome, recordFile } from "./records.ts";
import { lastWarehouse } from "./remembered.ts";
import { applyShelves, cutShelves, newShelves, type ShelfRow } from "./shelves.ts";
import { readStockSheet, type StockEntry, stockFields } from "./stock-sheet.ts";
import { cellOf, problemAt } from "./table.ts";

type Settings = v.InferOutput<typeof StockImport>;

interface StockChange {
  row: number;
  product: string;
  warehouse: string;
  delta: number;
  /** Units held at the preview, on which a row of SET depends. */
  held: number;
}

/** The changes of one chunk of the batch. */
export interface StockGroup {
  reason: string;
  remarks?: string;
  changes: StockChange[];
  /** In place of changes. */
  shelves?: ShelfRow[];
}

const eitherWay: readonly string[] = reasonsIn.filter((reason) => (reasonsOut as readonly string[]).includes(reason));

/** Reasons by mode, and the kind of its movements. */
const modes: Readonly<Record<StockMode, { kind: Movement["kind"]; reasons: readonly string[]; usual: string }>> = {
  SET: { kind: "adjustment", reasons: eitherWay, usual: "Correction" },
  ADD: { kind: "in", reasons: reasonsIn, usual: reasonsIn[0] },
  REMOVE: { kind: "out", reasons: reasonsOut, usual: reasonsOut[0] },
};

const otherReason = "Other";
const findReason = (mode: StockMode, text: string): string | undefined =>
  modes[mode].reasons.find((reason) => normalised(reason) === normalised(text));
const notReason = (mode: StockMode): string => `One of ${modes[mode].reasons.join(", ")} expected`;

type Applied = Pick<StockGroup, "reason" | "remarks"> & StockChange;

interface ReadEntry extends StockEntry {
  reason?: string | undefined;
  remarks?: string | undefined;
  notTaken?: ImportRow["problems"];
}

export const stockRules: ImportKindRules<Settings, StockGroup> = {
  fields: () => stockFields(productFinder([]), warehouseFinder([])),

  async preview(fileRows, settings, { user, names }) {
    const { mode } = settings;
    if (settings.reason && !findReason(mode, settings.reason))
      throw new Failure("BAD_REQUEST", { field: "reason", message: notReason(mode) });
    const [productRows, warehouseRows, stockRows] = await Promise.all([
      products.list(),
      warehouses.list(),
      stocks.list(),
    ]);
    const { table, found, asks, texts, entries } = await readStockSheet(fileRows, settings, {
      products: productRows,
      warehouses: warehouseRows,
      names,
      ...(warehouseRows.some(({ sells_for }) => sells_for) && { aliases: (await listAliases()).aliases }),
      findWarehouseBefore: (heads) => lastWarehouse({ user }, heads),
    });
    if (!entries) return withoutRows(table, { ...found, asks });

    const previewed = entries.map((entry): ReadEntry => {
      const { row, table, isNothing } = entry;
      if (isNothing) return entry;
      const cell = (field: string) => textOf(cellOf(table, field, row));
      const notTaken: ImportRow["problems"] = [];
      const leave = (field: string, message: string) => void notTaken.push(problemAt(table, field, row, message));
      // The usual reason may be a sale or a purchase, and the file says that it is something else.
      const reason = findReason(mode, cell("reason").trim() || settings.reason || modes[mode].usual);
      if (!reason) leave("reason", notReason(mode));
      const remarks = v.safeParse(optionalText(), cell("remarks"));
      if (!remarks.success) leave("remarks", remarks.issues[0].message);
      const said = (remarks.success && remarks.output) || settings.remarks;
      return { ...entry, reason: reason ?? otherReason, remarks: said, notTaken };
    });

    const held = new Map(stockRows.map((row) => [row._id, row.held]));
    const effects = newEffects(mode, (product, warehouse) => held.get(product)?.[warehouse] ?? 0);
    // Where each row is one unit, rows of one product can only be added up.
    const isRowAUnit = table.columns.quantity === undefined && settings.quantity !== undefined;
    const rowsOfSame = settings.same ?? (isRowAUnit ? "add" : undefined);
    const same = mode === "SET" ? sameRows(previewed.filter(isRight), rowsOfSame) : undefined;
    const applied: Applied[] = [];
    const shelved: ShelfRow[] = [];
    const readShelf = newShelves();
    let sum = 0;
    // What is told to no shelf of today stands beside changed rows only: nobody is asked to confirm it.
    let hasToApply = false;
    const rows = previewed.map((entry): ImportRow => {
      const { row, table, product, warehouse, problems, notTaken = [] } = entry;
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const { read: shelf, problem } = readShelf(entry);
      // A row of nothing but a shelf has nothing else to take.
      if (problem && entry.isNothing) report("shelf", problem);
      else if (problem) notTaken.push(problemAt(table, "shelf", row, problem));
      const unapplied = same?.unapplied.get(entry._id);
      const isRepeated = same?.decided.has(entry._id) ?? false;
      const units = same?.units.get(entry._id) ?? entry.units;
      if (unapplied && !isRepeated) report("p_id", unapplied);
      const isUnclear = unapplied !== undefined && !isRepeated;
      const change =
        isRight(entry) && !unapplied && units !== undefined
          ? effects.of(row.number, entry.product._id, entry.warehouse._id, units)
          : undefined;
      if (change?.problem) report(...change.problem);
      const isApplied = change && problems.length === 0 && change.delta !== 0;
      if (change && problems.length === 0) sum += units ?? 0;
      // A shelf whose stock agrees was told it all the same: older sales take no units of it.
      const isTold = change && problems.length === 0 && mode === "SET" && warehouse && isNetKept(warehouse);
      hasToApply ||= Boolean(isApplied || (isTold && warehouse.sells_for));
      if (change && (isApplied || isTold) && entry.reason) {
        const { row: number, product, warehouse, delta, held } = change;
        const { reason, remarks } = entry;
        applied.push({ reason, ...(remarks && { remarks }), row: number, product, warehouse, delta, held });
      }
      const isShelved = shelf && problems.length === 0;
      if (isShelved) shelved.push({ row: row.number, ...shelf, alone: !isApplied });
      return {
        _id: entry._id,
        status: isUnclear ? "unclear" : problems.length > 0 ? "wrong" : isApplied || isShelved ? "changed" : "same",
        code: textOf(cellOf(table, "p_id", row)).trim(),
        ...(product && { product: productTag(product) }),
        ...(warehouse && { warehouse: warehouseTag(warehouse) }),
        ...(change && { quantity: change.delta }),
        changes: [
          ...(isApplied ? [{ field: "quantity", from: change.held, to: change.held + change.delta }] : []),
          ...(isShelved ? [{ field: "shelf", from: shelf.before || undefined, to: shelf.shelf || undefined }] : []),
        ],
        ...withNotTaken(problems, notTaken),
      };
    });
    const byName = previewed.filter(({ isByName }) => isByName).length;
    return {
      table,
      found: {
        ...found,
        asks: [...asks, ...(same?.asks ?? []), ...texts, ...notTakenAsks(rows)],
        sum,
        ...(byName > 0 && { by_name: byName }),
      },
      rows,
      groups: [
        ...toGroups(hasToApply ? applied : []),
        ...cutShelves(shelved).map((shelves) => ({ reason: "", changes: [], shelves })),
      ],
    };
  },

  async apply(request, stored, index) {
    const { user, now } = request;
    const { groups, settings } = stored;
    const { shelves } = groups[index] ?? {};
    if (shelves) return (await readOutcome(stored, index)) ?? applyShelves(request, stored, index, shelves);
    const moving = groups.filter((group) => !group.shelves).length;
    const movement = await postGroup({ user, now, key: keyOf(stored) }, index, moving, async () => ({
      ...(await draftGroup(settings.mode, now, groups[index])),
      extraActions: index === 0 ? [recordFile(request, stored)] : [],
    }));
    return toOutcome(movement, stored.settings.mode);
  },

  async countApplied(request, stored) {
    const batch = batchOf(request, stored);
    const ids = stored.groups.map((_, index) => chunkId(batch, index));
    const posted = movements.rowsIn(await getAll(movements.batchGet(ids, ["_id"]))).size;
    return posted + (await countRecords(stored));
  },
};

type RightRow = ReadEntry & { product: ProductRow; warehouse: WarehouseRow; units: number };

const isRight = (entry: ReadEntry): entry is RightRow =>
  entry.problems.length === 0 && Boolean(entry.product && entry.warehouse) && entry.units !== undefined;

/** Rows of a product that are named; a sheet of scans has thousands. */
const shownNumbers = 20;

/** Rows of the same product and warehouse, of which one can be set: to their sum, or to the last. */
const sameRows = (rows: readonly RightRow[], wanted: Settings["same"]) => {
  const pairs = [...Map.groupBy(rows, ({ product, warehouse }) => `${product._id}#${warehouse._id}`).values()];
  const isOfCombo = (pair: readonly RightRow[]) => pair.some(({ isPart }) => isPart);
  const repeated = pairs.filter((pair) => pair.length > 1 && !isOfCombo(pair));
  const units = new Map<string, number>();
  /** Why rows are not applied, by id, and those of which that is decided. */
  const unapplied = new Map<string, string>();
  const decided = new Set<string>();
  const sumOf = (pair: readonly RightRow[]) => pair.reduce((sum, { units }) => sum + units, 0);
  const numbersOf = (pair: readonly RightRow[]) => {
    const numbers = pair.slice(0, shownNumbers).map(({ row }) => row.number);
    const more = pair.length - numbers.length;
    return `${numbers.join(", ")}${more > 0 ? ` and ${numberText(more)} more` : ""}`;
  };
  for (const pair of pairs) {
    const how = isOfCombo(pair) ? "add" : wanted;
    const kept = how && (how === "add" ? pair[0] : pair.at(-1));
    if (kept && how === "add") units.set(kept._id, sumOf(pair));
    const why = `Rows ${numbersOf(pair)} are of the same product`;
    for (const { _id } of pair.length > 1 ? pair : []) {
      if (_id === kept?._id) continue;
      unapplied.set(_id, why);
      if (how) decided.add(_id);
    }
  }
  const [first] = repeated;
  const more = repeated.length > 1 ? `, and ${countText(repeated.length - 1, "more product")}` : "";
  const asks: Ask[] = first
    ? [
        {
          id: "same",
          text: `Rows ${numbersOf(first)} are all of ${first[0]?.product.p_id}${more}.`,
          ...(wanted && { value: wanted }),
          choices: [
            { value: "add", label: `Add up (${numberText(sumOf(first))})` },
            { value: "last", label: `The last only (${numberText(first.at(-1)?.units ?? 0)})` },
          ],
          sum: repeated.reduce((sum, pair) => sum + sumOf(pair), 0),
        },
      ]
    : [];
  return { units, unapplied, decided, asks };
};

const warehouseTag = ({ _id, w_id, name }: WarehouseRow) => ({ _id, w_id, name });

const keyOf = ({ _id }: StoredImport): string => `import#${_id}`;
const batchOf = ({ user }: ApplyRequest, stored: StoredImport): string => idFromKey(user._id, keyOf(stored));

/** The effects of the rows on stock, one after the other. */
const newEffects = (mode: StockMode, heldNow: (product: string, warehouse: string) => number) => {
  const added = new Map<string, number>();
  const ofProduct = new Map<string, number>();
  return {
    of: (
      row: number,
      product: string,
      warehouse: string,
      units: number,
    ): StockChange & { problem?: [field: string, message: string] } => {
      const pair = `${product}#${warehouse}`;
      const before = added.get(pair) ?? 0;
      const held = heldNow(product, warehouse) + before;
      if (mode === "SET") return { row, product, warehouse, delta: units - held, held };
      const delta = mode === "ADD" ? units : -units;
      const change = { row, product, warehouse, delta, held };
      const total = (ofProduct.get(product) ?? 0) + units;
      if (held + delta < 0) return { ...change, problem: ["quantity", outOfStock(held)] };
      if (total > maxUnits) return { ...change, problem: ["quantity", tooManyOfProduct()] };
      added.set(pair, before + delta);
      ofProduct.set(product, total);
      return change;
    },
  };
};

/** Rows of one reason and one remark, of at most as many products as one movement may have. */
const toGroups = (applied: Applied[]): StockGroup[] =>
  [...Map.groupBy(applied, ({ reason, remarks }) => JSON.stringify([reason, remarks])).values()].flatMap((same) =>
    cutByProducts(same).map((some) => ({
      reason: some[0]?.reason ?? "",
      ...(some[0]?.remarks && { remarks: some[0].remarks }),
      changes: some.map(({ row, product, warehouse, delta, held }) => ({ row, product, warehouse, delta, held })),
    })),
  );

/** Several warehouses of a product cost a movement no more than one, but for its size. */
const cutByProducts = <C extends StockChange>(changes: readonly C[]): C[][] =>
  cutByCost(
    [...Map.groupBy(changes, ({ product }) => product).values()],
    ({ length }) => Math.ceil(length / rowsOfProduct),
    maxProducts,
  ).map((some) => some.flat());

/** Rows of a product for which a movement of 400 KB has room. */
const rowsOfProduct = 50;

/** The movement of the changes that stock still allows; all other rows are left out. */
const draftGroup = async (
  mode: StockMode,
  now: Date,
  { reason, remarks, changes }: StockGroup = { reason: "", changes: [] },
): Promise<Draft> => {
  const [stockRows, warehouseRows] = await Promise.all([
    stocks.findAll(changes.map(({ product }) => product)),
    warehouses.findAll(changes.map(({ warehouse }) => warehouse)),
  ]);
  const deltas = new Map<string, Line>();
  const left_out: number[] = [];
  const set: SetPlace[] = [];
  let agreed = 0;
  for (const change of changes) {
    const { row, product, warehouse, delta } = change;
    const stock = stockRows.get(product);
    const line = deltas.get(`${product}#${warehouse}`) ?? [product, warehouse, 0];
    const exists = isActive(stock) && isActive(warehouseRows.get(warehouse));
    if (exists && isStillPossible(mode, change, (stock?.held[warehouse] ?? 0) + line[2])) {
      deltas.set(`${product}#${warehouse}`, [product, warehouse, line[2] + delta]);
      set.push({ product, warehouse, at: now.toISOString() });
      if (delta === 0) agreed += 1;
    } else left_out.push(row);
  }
  return {
    kind: modes[mode].kind,
    reason,
    ...(remarks && { remarks }),
    // A shelf that agrees is told so, and counts as no row that was applied.
    rows: left_out.length + set.length - agreed,
    lines: [...deltas.values()].filter(([, , delta]) => delta !== 0),
    ...(left_out.length > 0 && { left_out }),
    stockRows,
    ...(mode === "SET" && { onlyIfUnchanged: true, sets: setsOf(set, [...warehouseRows.values()]) }),
  };
};

const isActive = (row: StockRow | WarehouseRow | undefined): boolean => row !== undefined && !row.deleted_at;

const isStillPossible = (mode: StockMode, { delta, held }: StockChange, now: number): boolean =>
  mode === "SET" ? now === held : now + delta >= 0;

const toOutcome = ({ _id, rows = 0, left_out = [] }: Movement, mode: StockMode): GroupOutcome => ({
  written: rows - left_out.length,
  left_out: left_out.map((row) => ({ row, message: leftOutMessage[mode] })),
  movement: batchId(_id),
});

const leftOutMessage: Readonly<Record<StockMode, string>> = {
  SET: "Stock changed or product deleted meanwhile",
  ADD: "Product or warehouse deleted meanwhile",
  REMOVE: "Too little in stock or deleted meanwhile",
};
