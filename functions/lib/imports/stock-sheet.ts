// A sheet of stock as entries: a product, a warehouse and units each, what is wrong with them, and what is left open.
import type * as v from "valibot";
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Ask, ImportRow, StockImport } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxUnits } from "#shared/limits.ts";
import { codeForm } from "#shared/product-code.ts";
import { productLabels } from "#shared/product-fields.ts";
import { partsOf } from "../catalogue/product-sets.ts";
import type { AliasRow, ProductRow, WarehouseRow } from "../db/tables.ts";
import { type Cell, isDamaged, type Row } from "../spreadsheets/cell.ts";
import {
  isNothingIn,
  type MaybeCell,
  notUnits,
  problemOf,
  textOf,
  unitsOf,
  withResult,
} from "../spreadsheets/cell-values.ts";
import { finder, productFinder, warehouseFinder } from "../spreadsheets/find-by-name.ts";
import { comparableHead } from "../spreadsheets/head-row.ts";
import { leaveOut, openTexts, quantityAsks } from "./asks.ts";
import { codeOrNameFields, productIn, withNamesAsCodes } from "./code-or-name.ts";
import { isAsideHead, isMeasure, isQuantityHead, stockHeads, warehouseHeads, whyHead } from "./heads.ts";
import { leftOver } from "./left-over.ts";
import { readSeeming } from "./seeming-numbers.ts";
import { cellOf, mergedQuantity, mergedUnclear, problemAt, type Table, toTable } from "./table.ts";

type Form = v.InferOutput<typeof StockImport>;
type Settings = Pick<Form, "mode"> & Partial<Form>;

interface Context {
  products: readonly ProductRow[];
  warehouses: readonly WarehouseRow[];
  /** Of the file and of its sheet, which may have the name of a warehouse in them. */
  names: readonly string[];
  /** The warehouse of a sheet with these heads, where nothing names one. */
  findWarehouseBefore?: (heads: readonly string[]) => Promise<string | undefined>;
  /** What a channel's codes stand for, by which its sheets name products. */
  aliases?: readonly AliasRow[];
  /** Somebody can answer questions, as by default. */
  mayAsk?: boolean;
}

/** A row, or in a sheet with a column for each warehouse one cell of it, with the table in which its fields are found. */
export interface StockEntry {
  _id: string;
  row: Row;
  table: Table;
  /** It says that there is nothing to do. */
  isNothing?: true;
  problems: ImportRow["problems"];
  product: ProductRow | undefined;
  warehouse: WarehouseRow | undefined;
  units?: number | undefined;
  /** Of a combo: its units are added to those of other rows of the product. */
  isPart?: true;
  isByName?: true | undefined;
}

/** `mayAsk`: somebody can say the warehouse, so a column for it without cells is nobody's. */
export const stockFields = (
  findProduct: ReturnType<typeof productFinder>,
  findWarehouse: ReturnType<typeof warehouseFinder>,
  mayAsk = true,
) => {
  const { p_id, w_id, quantity, shelf, reason, remarks } = importColumns.stock;
  return {
    ...codeOrNameFields(p_id, findProduct),
    w_id: {
      ...w_id,
      heads: warehouseHeads,
      ...(mayAsk && { isFilled: true as const }),
      looksLike: (cell: Cell) => findWarehouse(textOf(cell)) !== undefined,
    },
    quantity: {
      ...quantity,
      heads: stockHeads,
      isHead: isQuantityHead,
      asked: true as const,
      isAside: isAsideHead,
      isOther: isMeasure,
      looksLike: isUnits,
      fits: (cells: readonly Cell[]) => cells.length > 0 && cells.every(isUnits),
    },
    ...{ shelf, reason, remarks },
  };
};

/** `entries` is undefined while a required column is missing. */
export const readStockSheet = async (
  fileRows: Row[],
  settings: Settings,
  { products, warehouses, names, findWarehouseBefore, aliases = [], mayAsk }: Context,
) => {
  const { mode } = settings;
  const byId = new Map(products.map((row) => [row._id, row]));
  // A name is not enough to remove units: it may mean another product.
  const findProduct = productFinder(products, { takesNames: mode !== "REMOVE" });
  const findWarehouse = warehouseFinder(warehouses);
  if (settings.warehouse && !findWarehouse(settings.warehouse))
    throw new Failure("BAD_REQUEST", { field: "warehouse", message: "No such warehouse" });
  const fields = stockFields(findProduct, findWarehouse, mayAsk);
  const values = { w_id: settings.warehouse, quantity: settings.quantity };
  const read = withShelvesOnly(withNamesAsCodes(toTable(fileRows, fields, settings.columns, { ...settings, values })));
  const perWarehouse = columnsPerWarehouse(read, findWarehouse);
  const { per_warehouse, columns: chosen = {} } = settings;
  const isSaidOtherwise = Boolean(settings.warehouse || settings.quantity || chosen.quantity);
  const isPerWarehouse = perWarehouse.length > 0 && (per_warehouse ?? (mode !== "REMOVE" && !isSaidOtherwise));
  const isOpen = !isPerWarehouse && read.missing.includes("w_id");
  const named =
    (isOpen && namedWarehouse(names, warehouses)) ||
    (isOpen && findWarehouse((await findWarehouseBefore?.(read.heads)) ?? ""));
  const table = isPerWarehouse ? withoutColumns(read, "w_id", "quantity", "shelf") : withWarehouse(read, named);
  const ofAll = table.columns.w_id === undefined ? findWarehouse(textOf(table.values.w_id)) : undefined;
  const listed = new Map<string, ReturnType<typeof finder<AliasRow>>>(
    [...Map.groupBy(aliases, ({ channel }) => channel)].map(([channel, own]) => [
      channel,
      finder(own, ({ code }) => [code], codeForm),
    ]),
  );
  const unsellable = table.heads.findIndex((head) => comparableHead(head) === "warehouse condition code");
  const texts = openTexts(settings.texts);
  const warehouseChoices = [...warehouses.map(warehouseChoice), leaveOut];
  const found = {
    ...leftOver(
      { ...table, columns: { ...table.columns, ...Object.fromEntries(isPerWarehouse ? perWarehouse : []) } },
      isPerWarehouse ? withoutFields(fields, "w_id", "quantity") : fields,
      reportHeads,
      settings.columns,
    ),
    readings: readSeeming(table, { quantity: "units" }, settings.readings),
    ...(ofAll && { warehouse: ofAll.w_id }),
  };
  const asks = [
    ...(perWarehouse.length > 0
      ? [
          perWarehouseAsk(
            perWarehouse,
            isPerWarehouse,
            mode === "REMOVE" && !isSaidOtherwise && per_warehouse === undefined,
          ),
        ]
      : []),
    ...(isPerWarehouse ? [] : [...warehouseAsks(read, ofAll, warehouses), ...quantityAsks(table)]),
  ];
  if (table.missing.length > 0) return { table, found, asks };

  const tables = isPerWarehouse
    ? perWarehouse.map(([w_id, column]) => ({
        suffix: ` ${w_id}`,
        table: {
          ...table,
          columns: { ...table.columns, quantity: column },
          values: { ...table.values, w_id: { type: "text" as const, text: w_id } },
        },
      }))
    : [{ suffix: "", table }];
  const filled = table.rows.flatMap((row) =>
    tables.flatMap(({ suffix, table }) =>
      isPerWarehouse && !cellOf(table, "quantity", row) ? [] : { _id: `${row.number}${suffix}`, row, table },
    ),
  );
  if (filled.length > maxAdjustmentRows)
    throw new Failure("PAYLOAD_TOO_LARGE", {
      field: "file",
      message: `At most ${numberText(maxAdjustmentRows)} cells`,
    });
  const entries = filled.flatMap((entry): StockEntry | StockEntry[] => {
    const { row, table } = entry;
    const problems: ImportRow["problems"] = [];
    const report = (field: string, message: string) => void problems.push(problemAt(table, field, row, message));
    const cell = (field: string) => cellOf(table, field, row);
    // 0 is nothing to add or to remove.
    const merged = mergedQuantity(table, row, ["p_id", "name", "w_id"]);
    const isNothing =
      merged === "nothing" ||
      /^unsellable$/i.test(textOf(row.cells[unsellable]).trim()) ||
      (!isDamaged(row) && (isNothingIn(cell("quantity")) || (mode !== "SET" && unitsOf(cell("quantity")) === 0)));
    const chosen = {
      p_id: texts.answer(textOf(cell("p_id")), [leaveOut], "product"),
      w_id: texts.answer(textOf(cell("w_id")), warehouseChoices),
      quantity: texts.answer(textOf(cell("quantity")), [leaveOut]),
    };
    const isLeftOut = Object.values(chosen).includes("");
    const match = productIn(findProduct, table, row);
    const warehouse = findWarehouse(textOf(cell("w_id"))) ?? findWarehouse(chosen.w_id ?? "");
    const set = match.product ? undefined : listed.get(warehouse?.sells_for ?? "")?.(textOf(cell("p_id")));
    // Of a combo nothing is removed: one of its products may be short.
    const isSpread = set && !(set.more && mode === "REMOVE");
    const parts = (isSpread ? partsOf(set) : []).map((part) => ({ ...part, row: byId.get(part.product) }));
    const isWhole = parts.length > 0 && parts.every(({ row }) => row);
    const product = match.product ?? (isWhole ? parts[0]?.row : byId.get(chosen.p_id ?? ""));
    const limits = mode === "SET" ? ([] as const) : ([1, maxUnits] as const);
    const units = merged ? undefined : unitsOf(cell("quantity"), ...limits);
    if ((isNothing && !textOf(cell("shelf")).trim()) || isLeftOut)
      return { ...entry, isNothing: true, problems, product, warehouse };
    if (!product && !match.product) {
      report("p_id", match.message);
      texts.addProducts(textOf(cell("p_id")), match, leaveOut);
    }
    if (!warehouse) {
      report("w_id", problemOf(cell("w_id")) ?? "No such warehouse");
      texts.add(textOf(cell("w_id")), "No such warehouse", warehouseChoices);
    }
    if (isNothing) return { ...entry, isNothing, problems, product, warehouse, isByName: match.isByName };
    if (units === undefined) {
      const message = merged ? mergedUnclear : (problemOf(cell("quantity")) ?? notUnits(...limits));
      report("quantity", message);
      if (isWords(cell("quantity"))) texts.add(textOf(cell("quantity")), message, [leaveOut]);
    }
    if (!isWhole) return { ...entry, problems, product, warehouse, units, isByName: match.isByName };
    if (units !== undefined && parts.some((part) => units * part.units > maxUnits))
      report("quantity", `At most ${numberText(maxUnits)} units of a product expected`);
    // A combo that lies there packed is units of each of its products.
    return parts.map(({ row, units: each }, at) => ({
      ...entry,
      ...(at > 0 && { _id: `${entry._id}+${at}` }),
      problems: [...problems],
      product: row,
      warehouse,
      units: units === undefined ? undefined : units * each,
      ...(parts.length > 1 && { isPart: true as const }),
    }));
  });
  return { table, found, asks, texts: texts.asks(), entries };
};

/** Columns of our export that only repeat what the codes mean. */
const reportHeads = [productLabels.name, "Warehouse", whyHead];

const isUnits = (cell: Cell): boolean => unitsOf(withResult(cell)) !== undefined;
/** Words in place of a number, such as "not stocked". */
const isWords = (cell: MaybeCell): boolean => cell?.type === "text" && /^\D+$/.test(cell.text);

const warehouseChoice = ({ w_id, name }: WarehouseRow) => ({ value: w_id, label: `${w_id}, ${name}` });

/** Which warehouse all rows are for, where the sheet has no column for it. */
const warehouseAsks = ({ columns }: Table, ofAll: WarehouseRow | undefined, rows: readonly WarehouseRow[]): Ask[] =>
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

const perWarehouseAsk = (
  columns: readonly (readonly [w_id: string, column: number])[],
  isTaken: boolean,
  isOpen: boolean,
): Ask =>
  isOpen
    ? {
        id: "per_warehouse",
        text: "The sheet has a column for each warehouse.",
        choices: [
          { value: "true", label: "Remove each column's units from its warehouse" },
          { value: "false", label: "One column has the quantity" },
        ],
      }
    : {
        id: "per_warehouse",
        text: "Stock",
        value: String(isTaken),
        choices: [
          { value: "true", label: `a column for each of ${columns.map(([w_id]) => w_id).join(", ")}` },
          { value: "false", label: "one column, for one warehouse in each row" },
        ],
      };

/** The warehouse named in the sheet's or file's name, or the only warehouse. */
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

/** A sheet of shelves needs no quantities. */
const withShelvesOnly = (table: Table): Table =>
  table.columns.shelf === undefined || table.rivals.quantity
    ? table
    : { ...table, missing: table.missing.filter((field) => field !== "quantity") };

/** Columns whose heads are warehouses: two or more, or one where no quantity is known. */
const columnsPerWarehouse = (
  { heads, columns }: Table,
  find: (text: string) => WarehouseRow | undefined,
): [w_id: string, column: number][] => {
  if (columns.w_id !== undefined) return [];
  const found = heads.flatMap((head, column): [string, number][] => {
    const { w_id } = column === columns.p_id ? {} : (find(head) ?? {});
    return w_id === undefined ? [] : [[w_id, column]];
  });
  return found.length > 1 || columns.quantity === undefined ? found : [];
};

const withoutFields = <F extends object>(fields: F, ...names: string[]): F =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as F;

/** Their total stands beside the columns of the warehouses, and is not read. */
const withoutColumns = (table: Table, ...fields: string[]): Table => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.columns).filter(([field]) => !fields.includes(field))),
  missing: table.missing.filter((field) => !fields.includes(field)),
  rivals: {},
});
