// Import of stock: sets, adds or removes units of products in warehouses, as one batch that can be reversed.
import * as v from "valibot";
import { outOfStock } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import { optionalText } from "#shared/field.ts";
import type { Ask, ImportRow, StockImport, StockMode } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxProducts, maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import { batchId, type Line, type Movement } from "#shared/movement.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import { normalised } from "#shared/name.ts";
import { productLabels } from "#shared/product-fields.ts";
import { getAll } from "../db/batch-reads.ts";
import { movements, products, type StockRow, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { chunkId, type Draft } from "../ledger/post.ts";
import { postGroup } from "../ledger/steps.ts";
import type { Cell } from "../spreadsheets/cell.ts";
import { notUnits, problemOf, textOf, unitsOf } from "../spreadsheets/cell-values.ts";
import { finder, productFinder } from "../spreadsheets/find-by-name.ts";
import { cutByCost } from "./groups.ts";
import { eachRowIsOne, productHeads, quantityHeads, warehouseHeads, whyHead } from "./heads.ts";
import {
  type ApplyRequest,
  type GroupOutcome,
  type ImportKindRules,
  productTag,
  type StoredImport,
  withoutRows,
} from "./import-kind.ts";
import { leftOver } from "./left-over.ts";
import { recordFile } from "./records.ts";
import { readSeeming } from "./seeming-numbers.ts";
import { cellOf, problemAt, type Table, toTable } from "./table.ts";

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
}

const eitherWay: readonly string[] = reasonsIn.filter((reason) => (reasonsOut as readonly string[]).includes(reason));

/** Reasons by mode, and the kind of its movements. */
const modes: Readonly<Record<StockMode, { kind: Movement["kind"]; reasons: readonly string[]; usual: string }>> = {
  SET: { kind: "adjustment", reasons: eitherWay, usual: "Correction" },
  ADD: { kind: "in", reasons: reasonsIn, usual: reasonsIn[0] },
  REMOVE: { kind: "out", reasons: reasonsOut, usual: reasonsOut[0] },
};

const findReason = (mode: StockMode, text: string): string | undefined =>
  modes[mode].reasons.find((reason) => normalised(reason) === normalised(text));
const notReason = (mode: StockMode): string => `One of ${modes[mode].reasons.join(", ")} expected`;

/** Columns of our export that only repeat what the codes mean. */
const reportHeads = [productLabels.name, "Warehouse", whyHead];

export const stockRules: ImportKindRules<Settings, StockGroup> = {
  async preview(fileRows, settings) {
    const { mode } = settings;
    if (settings.reason && !findReason(mode, settings.reason))
      throw new Failure("BAD_REQUEST", { field: "reason", message: notReason(mode) });
    const [productRows, warehouseRows, stockRows] = await Promise.all([
      products.list(),
      warehouses.list(),
      stocks.list(),
    ]);
    const findProduct = productFinder(productRows);
    const findWarehouse = finder(warehouseRows, ({ w_id }) => [w_id]);
    if (settings.warehouse && !findWarehouse(settings.warehouse))
      throw new Failure("BAD_REQUEST", { field: "warehouse", message: "No such warehouse" });
    const { p_id, w_id, quantity, ...optional } = importColumns.stock;
    const fields = {
      p_id: {
        ...p_id,
        byCells: true as const,
        heads: productHeads.p_id,
        looksLike: (cell: Cell) => findProduct(cell).product !== undefined,
      },
      w_id: { ...w_id, heads: warehouseHeads, looksLike: (cell: Cell) => findWarehouse(textOf(cell)) !== undefined },
      quantity: { ...quantity, heads: quantityHeads, looksLike: (cell: Cell) => unitsOf(cell) !== undefined },
      ...optional,
    };
    const table = toTable(fileRows, fields, settings.columns, {
      ...settings,
      values: { w_id: settings.warehouse, quantity: settings.quantity },
    });
    const found = {
      ...leftOver(table, fields, reportHeads, settings.columns),
      readings: readSeeming(table, { quantity: "units" }, settings.readings),
      asks: asksFor(table, warehouseRows),
    };
    if (table.missing.length > 0) return withoutRows(table, found);

    const held = new Map(stockRows.map((row) => [row._id, row.held]));
    const effects = newEffects(mode, (product, warehouse) => held.get(product)?.[warehouse] ?? 0);
    const applied: (Omit<StockGroup, "changes"> & StockChange)[] = [];
    const rows = table.rows.map((row): ImportRow => {
      const problems: ImportRow["problems"] = [];
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const cell = (field: string) => cellOf(table, field, row);
      const found = findProduct(cell("p_id"));
      if (!found.product) report("p_id", found.message);
      const warehouse = findWarehouse(textOf(cell("w_id")));
      if (!warehouse) report("w_id", problemOf(cell("w_id")) ?? "No such warehouse");
      const limits = mode === "SET" ? ([] as const) : ([1, maxUnits] as const);
      const units = unitsOf(cell("quantity"), ...limits);
      if (units === undefined) report("quantity", problemOf(cell("quantity")) ?? notUnits(...limits));
      const ownReason = textOf(cell("reason")).trim();
      const reason = findReason(mode, ownReason || settings.reason || modes[mode].usual);
      if (!reason) report("reason", notReason(mode));
      const remarks = v.safeParse(optionalText(), textOf(cell("remarks")));
      if (!remarks.success) report("remarks", remarks.issues[0].message);

      const change =
        problems.length === 0 && found.product && warehouse && units !== undefined
          ? effects.of(row.number, found.product._id, warehouse._id, units)
          : undefined;
      if (change?.problem) report(...change.problem);
      const isApplied = change && problems.length === 0 && change.delta !== 0;
      if (isApplied && reason) {
        const own = (remarks.success && remarks.output) || settings.remarks;
        const { row: number, product, warehouse, delta, held } = change;
        applied.push({ reason, ...(own && { remarks: own }), row: number, product, warehouse, delta, held });
      }
      return {
        _id: String(row.number),
        status: problems.length > 0 ? "wrong" : isApplied ? "changed" : "same",
        code: textOf(cell("p_id")).trim(),
        ...(found.product && { product: productTag(found.product) }),
        ...(warehouse && { warehouse: warehouseTag(warehouse) }),
        ...(change && { quantity: change.delta }),
        changes: isApplied ? [{ field: "quantity", from: change.held, to: change.held + change.delta }] : [],
        problems,
      };
    });
    return { table, found, rows, groups: toGroups(applied) };
  },

  async apply(request, stored, index) {
    const { user, now } = request;
    const { groups, settings } = stored;
    const movement = await postGroup({ user, now, key: keyOf(stored) }, index, groups.length, async () => ({
      ...(await draftGroup(settings.mode, groups[index])),
      extraActions: index === 0 ? [recordFile(request, stored)] : [],
    }));
    return toOutcome(movement, stored.settings.mode);
  },

  async countApplied(request, stored) {
    const batch = batchOf(request, stored);
    const ids = stored.groups.map((_, index) => chunkId(batch, index));
    return movements.rowsIn(await getAll(movements.batchGet(ids, ["_id"]))).size;
  },
};

/** What can be said for all rows where the sheet has no column for it. */
const asksFor = ({ missing }: Table, warehouseRows: WarehouseRow[]): Ask[] => [
  ...(missing.includes("w_id")
    ? [
        {
          id: "warehouse",
          text: "Which warehouse are all rows for?",
          choices: warehouseRows.map(({ w_id, name }) => ({ value: w_id, text: `${w_id}, ${name}` })),
        },
      ]
    : []),
  ...(missing.includes("quantity") ? [eachRowIsOne] : []),
];

const warehouseTag = ({ _id, w_id, name }: WarehouseRow) => ({ _id, w_id, name });

const keyOf = ({ _id }: StoredImport): string => `import#${_id}`;
const batchOf = ({ user }: ApplyRequest, stored: StoredImport): string => idFromKey(user._id, keyOf(stored));

/** The effects of the rows on stock, one after the other. */
const newEffects = (mode: StockMode, heldNow: (product: string, warehouse: string) => number) => {
  const rowOf = new Map<string, number>();
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
      if (mode === "SET") {
        const first = rowOf.get(pair);
        rowOf.set(pair, first ?? row);
        const change = { row, product, warehouse, delta: units - held, held };
        return first === undefined ? change : { ...change, problem: ["p_id", `Duplicate of row ${first}`] };
      }
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
const toGroups = (applied: (Omit<StockGroup, "changes"> & StockChange)[]): StockGroup[] =>
  [...Map.groupBy(applied, ({ reason, remarks }) => JSON.stringify([reason, remarks])).values()].flatMap((same) =>
    cutByCost(same, () => 1, maxProducts).map((some) => ({
      reason: some[0]?.reason ?? "",
      ...(some[0]?.remarks && { remarks: some[0].remarks }),
      changes: some.map(({ row, product, warehouse, delta, held }) => ({ row, product, warehouse, delta, held })),
    })),
  );

/** The movement of the changes that stock still allows; all other rows are left out. */
const draftGroup = async (
  mode: StockMode,
  { reason, remarks, changes }: StockGroup = { reason: "", changes: [] },
): Promise<Draft> => {
  const [stockRows, warehouseRows] = await Promise.all([
    stocks.findAll(changes.map(({ product }) => product)),
    warehouses.findAll(changes.map(({ warehouse }) => warehouse)),
  ]);
  const deltas = new Map<string, Line>();
  const left_out: number[] = [];
  for (const change of changes) {
    const { row, product, warehouse, delta } = change;
    const stock = stockRows.get(product);
    const line = deltas.get(`${product}#${warehouse}`) ?? [product, warehouse, 0];
    const exists = isActive(stock) && isActive(warehouseRows.get(warehouse));
    if (exists && isStillPossible(mode, change, (stock?.held[warehouse] ?? 0) + line[2]))
      deltas.set(`${product}#${warehouse}`, [product, warehouse, line[2] + delta]);
    else left_out.push(row);
  }
  return {
    kind: modes[mode].kind,
    reason,
    ...(remarks && { remarks }),
    rows: changes.length,
    lines: [...deltas.values()],
    ...(left_out.length > 0 && { left_out }),
    stockRows,
    ...(mode === "SET" && { onlyIfUnchanged: true }),
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
