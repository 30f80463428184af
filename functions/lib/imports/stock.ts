// Import of stock: sets, adds or removes units of products in warehouses, as one batch that can be reversed.

import * as v from "valibot";
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { outOfStock } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import { optionalText } from "#shared/field.ts";
import { countText, numberText } from "#shared/format.ts";
import type { Ask, ImportRow, StockImport, StockMode } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxProducts, maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import { batchId, type Line, type Movement } from "#shared/movement.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import { normalised } from "#shared/name.ts";
import { productLabels } from "#shared/product-fields.ts";
import { getAll } from "../db/batch-reads.ts";
import {
  movements,
  type ProductRow,
  products,
  type StockRow,
  stocks,
  type WarehouseRow,
  warehouses,
} from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { chunkId, type Draft } from "../ledger/post.ts";
import { postGroup } from "../ledger/steps.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import {
  isNothingIn,
  type MaybeCell,
  notUnits,
  problemOf,
  textOf,
  unitsOf,
  withResult,
} from "../spreadsheets/cell-values.ts";
import { productFinder, warehouseFinder } from "../spreadsheets/find-by-name.ts";
import { comparableHead } from "../spreadsheets/head-row.ts";
import { leaveOut, openTexts, quantityAsks } from "./asks.ts";
import { codeOrNameFields, productIn, withNamesAsCodes } from "./code-or-name.ts";
import { cutByCost } from "./groups.ts";
import { isQuantityHead, quantityHeads, warehouseHeads, whyHead } from "./heads.ts";
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
import { lastWarehouse } from "./remembered.ts";
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

/** A row, or in a sheet with a column for each warehouse one cell of it, with the table in which its fields are found. */
interface Entry {
  _id: string;
  row: Row;
  table: Table;
}

interface ReadEntry extends Entry {
  problems: ImportRow["problems"];
  product: ProductRow | undefined;
  warehouse: WarehouseRow | undefined;
  /** None where the row says nothing. */
  units?: number | undefined;
  reason?: string | undefined;
  remarks?: string | undefined;
  isByName?: true | undefined;
}

export const stockRules: ImportKindRules<Settings, StockGroup> = {
  async preview(fileRows, settings, { user, names }) {
    const { mode } = settings;
    if (settings.reason && !findReason(mode, settings.reason))
      throw new Failure("BAD_REQUEST", { field: "reason", message: notReason(mode) });
    const [productRows, warehouseRows, stockRows] = await Promise.all([
      products.list(),
      warehouses.list(),
      stocks.list(),
    ]);
    const byId = new Map(productRows.map((row) => [row._id, row]));
    // What is taken from the shelves by mistake is not there any more, so a name is not enough.
    const findProduct = productFinder(productRows, { takesNames: mode !== "REMOVE" });
    const findWarehouse = warehouseFinder(warehouseRows);
    if (settings.warehouse && !findWarehouse(settings.warehouse))
      throw new Failure("BAD_REQUEST", { field: "warehouse", message: "No such warehouse" });
    const { p_id, w_id, quantity, ...optional } = importColumns.stock;
    const fields = {
      ...codeOrNameFields(p_id, findProduct),
      w_id: { ...w_id, heads: warehouseHeads, looksLike: (cell: Cell) => findWarehouse(textOf(cell)) !== undefined },
      quantity: {
        ...quantity,
        heads: quantityHeads,
        isHead: isQuantityHead,
        asked: true as const,
        looksLike: isUnits,
      },
      ...optional,
    };
    const values = { w_id: settings.warehouse, quantity: settings.quantity };
    const read = withNamesAsCodes(toTable(fileRows, fields, settings.columns, { ...settings, values }));
    const perWarehouse = columnsPerWarehouse(read, findWarehouse, settings);
    const isPerWarehouse = perWarehouse.length > 0 && (mode !== "REMOVE" || settings.per_warehouse === true);
    const isOpen = !isPerWarehouse && read.missing.includes("w_id");
    const named =
      (isOpen && namedWarehouse(names, warehouseRows)) ||
      (isOpen && findWarehouse((await lastWarehouse({ user }, read.heads)) ?? ""));
    const table = isPerWarehouse ? withoutColumns(read, "w_id", "quantity") : withWarehouse(read, named);
    const ofAll = table.columns.w_id === undefined ? findWarehouse(textOf(table.values.w_id)) : undefined;
    const texts = openTexts(settings.texts);
    const warehouseChoices = [...warehouseRows.map(warehouseChoice), leaveOut];
    const found = {
      ...leftOver(
        { ...table, columns: { ...table.columns, ...Object.fromEntries(isPerWarehouse ? perWarehouse : []) } },
        fields,
        reportHeads,
        settings.columns,
      ),
      readings: readSeeming(table, { quantity: "units" }, settings.readings),
      ...(ofAll && { warehouse: ofAll.w_id }),
    };
    const asks = [
      ...(isPerWarehouse ? [] : warehouseAsks(read, ofAll, warehouseRows)),
      ...(perWarehouse.length > 0 ? [perWarehouseAsk(perWarehouse, isPerWarehouse)] : quantityAsks(table)),
    ];
    if (table.missing.length > 0) return withoutRows(table, { ...found, asks });

    const entries: Entry[] = table.rows.flatMap((row): Entry[] =>
      isPerWarehouse
        ? perWarehouse.map(([w_id, column]) => ({
            _id: `${row.number} ${w_id}`,
            row,
            table: {
              ...table,
              columns: { ...table.columns, quantity: column },
              values: { ...table.values, w_id: { type: "text" as const, text: w_id } },
            },
          }))
        : [{ _id: String(row.number), row, table }],
    );
    const filled = isPerWarehouse ? entries.filter(({ row, table }) => cellOf(table, "quantity", row)) : entries;
    if (filled.length > maxAdjustmentRows)
      throw new Failure("PAYLOAD_TOO_LARGE", {
        field: "file",
        message: `At most ${numberText(maxAdjustmentRows)} cells`,
      });
    const previewed = filled.map((entry): ReadEntry => {
      const { row, table } = entry;
      const problems: ImportRow["problems"] = [];
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const cell = (field: string) => cellOf(table, field, row);
      // 0 is nothing to add or to remove.
      const isNothing = isNothingIn(cell("quantity")) || (mode !== "SET" && unitsOf(cell("quantity")) === 0);
      const chosen = {
        p_id: texts.answer(textOf(cell("p_id")), [leaveOut], "product"),
        w_id: texts.answer(textOf(cell("w_id")), warehouseChoices),
        quantity: texts.answer(textOf(cell("quantity")), [leaveOut]),
      };
      const isLeftOut = Object.values(chosen).includes("");
      const look = productIn(findProduct, table, row);
      const product = look.product ?? byId.get(chosen.p_id ?? "");
      const warehouse = findWarehouse(textOf(cell("w_id"))) ?? findWarehouse(chosen.w_id ?? "");
      const limits = mode === "SET" ? ([] as const) : ([1, maxUnits] as const);
      const units = unitsOf(cell("quantity"), ...limits);
      if (isNothing || isLeftOut) return { ...entry, problems, product, warehouse };
      if (!product && !look.product) {
        report("p_id", look.message);
        texts.addProducts(textOf(cell("p_id")), look, leaveOut);
      }
      if (!warehouse) {
        report("w_id", problemOf(cell("w_id")) ?? "No such warehouse");
        texts.add(textOf(cell("w_id")), "No such warehouse", warehouseChoices);
      }
      if (units === undefined) {
        const message = problemOf(cell("quantity")) ?? notUnits(...limits);
        report("quantity", message);
        if (isWords(cell("quantity"))) texts.add(textOf(cell("quantity")), message, [leaveOut]);
      }
      const ownReason = textOf(cell("reason")).trim();
      const reason = findReason(mode, ownReason || settings.reason || modes[mode].usual);
      if (!reason) report("reason", notReason(mode));
      const remarks = v.safeParse(optionalText(), textOf(cell("remarks")));
      if (!remarks.success) report("remarks", remarks.issues[0].message);
      const own = (remarks.success && remarks.output) || settings.remarks;
      return { ...entry, problems, product, warehouse, units, reason, remarks: own, isByName: look.isByName };
    });

    const held = new Map(stockRows.map((row) => [row._id, row.held]));
    const effects = newEffects(mode, (product, warehouse) => held.get(product)?.[warehouse] ?? 0);
    const same = mode === "SET" ? sameRows(previewed.filter(isRight), settings.same) : undefined;
    const applied: (Omit<StockGroup, "changes"> & StockChange)[] = [];
    let sum = 0;
    const rows = previewed.map((entry): ImportRow => {
      const { row, table, product, warehouse, problems } = entry;
      const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
      const others = same?.others.get(entry._id);
      const isRepeated = others !== undefined && settings.same !== undefined;
      const units = same?.units.get(entry._id) ?? entry.units;
      if (others && !settings.same) report("p_id", others);
      const isUnclear = others !== undefined && !isRepeated;
      const change =
        isRight(entry) && !others && units !== undefined
          ? effects.of(row.number, entry.product._id, entry.warehouse._id, units)
          : undefined;
      if (change?.problem) report(...change.problem);
      const isApplied = change && problems.length === 0 && change.delta !== 0;
      if (change && problems.length === 0) sum += units ?? 0;
      if (isApplied && entry.reason) {
        const { row: number, product, warehouse, delta, held } = change;
        const { reason, remarks } = entry;
        applied.push({ reason, ...(remarks && { remarks }), row: number, product, warehouse, delta, held });
      }
      return {
        _id: entry._id,
        status: isUnclear ? "unclear" : problems.length > 0 ? "wrong" : isApplied ? "changed" : "same",
        code: textOf(cellOf(table, "p_id", row)).trim(),
        ...(product && { product: productTag(product) }),
        ...(warehouse && { warehouse: warehouseTag(warehouse) }),
        ...(change && { quantity: change.delta }),
        changes: isApplied ? [{ field: "quantity", from: change.held, to: change.held + change.delta }] : [],
        problems,
      };
    });
    const byName = previewed.filter(({ isByName }) => isByName).length;
    return {
      table,
      found: {
        ...found,
        asks: [...asks, ...(same?.asks ?? []), ...texts.asks()],
        sum,
        ...(byName > 0 && { by_name: byName }),
      },
      rows,
      groups: toGroups(applied),
    };
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

const isUnits = (cell: Cell): boolean => unitsOf(withResult(cell)) !== undefined;
/** Words in place of a number, such as "not stocked". */
const isWords = (cell: MaybeCell): boolean => cell?.type === "text" && /^\D+$/.test(cell.text);

const warehouseChoice = ({ w_id, name }: WarehouseRow) => ({ value: w_id, label: `${w_id}, ${name}` });

/** Which warehouse all rows are for, where the sheet has no column for it. */
const warehouseAsks = ({ columns }: Table, ofAll: WarehouseRow | undefined, rows: WarehouseRow[]): Ask[] =>
  columns.w_id === undefined
    ? [
        {
          id: "warehouse",
          text: ofAll ? "Warehouse of all rows" : "Which warehouse are all rows for?",
          ...(ofAll && { value: ofAll.w_id }),
          choices: rows.map(warehouseChoice),
        },
      ]
    : [];

const perWarehouseAsk = (columns: readonly (readonly [w_id: string, column: number])[], isTaken: boolean): Ask => ({
  id: "per_warehouse",
  ...(isTaken
    ? { text: `A column for each of ${columns.map(([w_id]) => w_id).join(", ")}`, choices: [] }
    : {
        text: "The sheet has a column for each warehouse.",
        choices: [{ value: "true", label: "Remove each column's units from its warehouse" }],
      }),
});

/** The one warehouse that the name of the sheet or of the file has in it, or the only one that there is. */
const namedWarehouse = (names: readonly string[], rows: readonly WarehouseRow[]): WarehouseRow | undefined => {
  if (rows.length === 1) return rows[0];
  for (const text of names) {
    const words = ` ${comparableHead(text)} `;
    const has = (name: string) => words.includes(` ${comparableHead(name)} `);
    const found = rows.filter(({ w_id, name }) => has(w_id) || has(name));
    if (found.length === 1) return found[0];
  }
  return undefined;
};

const withWarehouse = (table: Table, named: WarehouseRow | false | undefined): Table =>
  named
    ? {
        ...table,
        values: { ...table.values, w_id: { type: "text", text: named.w_id } },
        missing: table.missing.filter((field) => field !== "w_id"),
      }
    : table;

/** Columns whose heads are warehouses: two or more, or one where no quantity is known. */
const columnsPerWarehouse = (
  { heads, columns }: Table,
  find: (text: string) => WarehouseRow | undefined,
  { warehouse, quantity, columns: chosen = {} }: Settings,
): [w_id: string, column: number][] => {
  if (columns.w_id !== undefined || warehouse || quantity || chosen.quantity) return [];
  const found = heads.flatMap((head, column): [string, number][] => {
    const { w_id } = column === columns.p_id ? {} : (find(head) ?? {});
    return w_id === undefined ? [] : [[w_id, column]];
  });
  return found.length > 1 || columns.quantity === undefined ? found : [];
};

/** Their total stands beside the columns of the warehouses, and is not read. */
const withoutColumns = (table: Table, ...fields: string[]): Table => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.columns).filter(([field]) => !fields.includes(field))),
  missing: table.missing.filter((field) => !fields.includes(field)),
  rivals: {},
});

type RightRow = ReadEntry & { product: ProductRow; warehouse: WarehouseRow; units: number };

const isRight = (entry: ReadEntry): entry is RightRow =>
  entry.problems.length === 0 && Boolean(entry.product && entry.warehouse) && entry.units !== undefined;

/** Rows of the same product and warehouse, of which one can be set: to their sum, or to the last. */
const sameRows = (rows: readonly RightRow[], wanted: Settings["same"]) => {
  const pairs = [...Map.groupBy(rows, ({ product, warehouse }) => `${product._id}#${warehouse._id}`).values()];
  const repeated = pairs.filter((pair) => pair.length > 1);
  const units = new Map<string, number>();
  /** By the rows that are not applied, why. */
  const others = new Map<string, string>();
  const sumOf = (pair: readonly RightRow[]) => pair.reduce((sum, { units }) => sum + units, 0);
  const numbersOf = (pair: readonly RightRow[]) => pair.map(({ row }) => row.number).join(", ");
  for (const pair of repeated) {
    const kept = wanted && (wanted === "add" ? pair[0] : pair.at(-1));
    if (kept && wanted === "add") units.set(kept._id, sumOf(pair));
    for (const row of pair) if (row !== kept) others.set(row._id, `Rows ${numbersOf(pair)} are of the same product`);
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
  return { units, others, asks };
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
const toGroups = (applied: (Omit<StockGroup, "changes"> & StockChange)[]): StockGroup[] =>
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
