// Previews an order file: which lines are taken from stock, and why the others are not.
import { unitsFrom } from "#shared/allocation.ts";
import type { Parsed } from "#shared/api.ts";
import { idsOf, shelfFor, unitsBeside, unitsIn, warehousesFor } from "#shared/catalogue.ts";
import { channels } from "#shared/channel.ts";
import { channelsWithout } from "#shared/channel-warehouses.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import type { AliasChoice } from "#shared/import.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { takeIn } from "#shared/order-outcome.ts";
import { codeForm, unwrapped } from "#shared/product-code.ts";
import { mayReplace } from "../../catalogue/aliases.ts";
import { isSameSet, setsOf } from "../../catalogue/product-sets.ts";
import { assertExists, toTags } from "../../catalogue/tags.ts";
import {
  type AliasRow,
  isActive,
  listAliases,
  type ProductRow,
  products,
  stocks,
  type WarehouseRow,
  warehouses,
} from "../../db/tables.ts";
import { holdingsIn } from "../../ledger/picklist.ts";
import { shelfShort } from "../../ledger/sale.ts";
import type { Row } from "../../spreadsheets/cell.ts";
import { type ApplyRequest, type Preview, type PreviewRequest, withoutRows } from "../import-kind.ts";
import { answersIn, statusIn } from "../remembered.ts";
import { listCancelled } from "./cancelled-since.ts";
import { codeFinder } from "./code-finder.ts";
import { lineCoder } from "./line-code.ts";
import { whyNoOrders } from "./not-orders.ts";
import { askChannel, asksOf, saleAsks } from "./order-asks.ts";
import { toOrderTable } from "./order-columns.ts";
import { type OrderGroup, shelfStock, toGroups, unitsByProduct } from "./order-group.ts";
import { type OrderLine, readOrderLines } from "./order-lines.ts";
import { answersOf, outcomeDecider, summaryOfTakenIn } from "./order-outcomes.ts";
import {
  allocate,
  type CodedLine,
  codeStatus,
  mayBeElsewhere,
  stateOf,
  toPicked,
  withCancelled,
  withCode,
  withOtherChannels,
  withSale,
} from "./order-passes.ts";
import { noUnits, orderedProducts, toRow, unknownCodes } from "./order-rows.ts";
import { channelOfHeads } from "./other-channel.ts";
import { readPicked } from "./picked-lines.ts";
import { cancelledSince, comparePicked } from "./since-picked.ts";
import { meaningsOf, statusAsks, withMeanings, withoutRemarks } from "./strange-statuses.ts";

export type OrderSettings = Parsed<"POST /v1/imports/orders">;

/** Writes only the list of units to put back. */
export const previewOrders = async (
  rows: Row[],
  settings: OrderSettings,
  { user, now, hash }: PreviewRequest,
): Promise<Preview<OrderGroup>> => {
  const { channel, aliases: chosen = [], columns } = settings;
  const [productRows, { aliases, remembered: rememberedRows }, everyWarehouse] = await Promise.all([
    products.list(),
    listAliases(),
    warehouses.listWithDeleted(),
  ]);
  const remembered = answersIn(rememberedRows, channel);
  const byId = new Map(productRows.map((row) => [row._id, row]));
  assertExists("product", [...new Set(chosen.map(({ product }) => product))], byId, "aliases");
  const ofChannel = aliases.filter((alias) => alias.channel === channel);
  const denied = irreplaceable(user, ofChannel, chosen, byId);
  if (denied.length > 0) throw new Failure("FORBIDDEN", ...firstDetails(denied));
  const finder = codeFinder(productRows, [...ofChannel, ...setsOf(chosen)]);
  const table = toOrderTable(
    rows,
    ({ text }) => [text, unwrapped(text)].some((code) => finder.find(code)),
    ({ text }) => [text, unwrapped(text)].some(finder.isOwn),
    columns,
    settings.head_row,
  );
  const answers = answersOf(settings);
  const isProduct = (text: string) => finder.isOwn(text) || finder.isName(text);
  const refusal = whyNoOrders(rows, table, isProduct, answers.order_file === "yes");
  if (refusal) throw new Failure("BAD_REQUEST", refusal);
  const { unused } = table;
  if (table.missing.length > 0) return withoutRows(table, { unused });
  const other = channelOfHeads(table.comparable, channel);
  if (other && answers.channel !== channel) return withoutRows(table, { unused, asks: [askChannel(other, channel)] });

  const today = dayOf(now);
  const read = withoutRemarks(readOrderLines(table, { channel, hash, today }));
  const meanings = meaningsOf(read, settings.texts ?? {}, (form) => statusIn(rememberedRows, channel, form));
  const codeOf = lineCoder(read, finder, table.isMeesho);
  const decider = outcomeDecider({ answers, remembered, today });
  const statusOf = (line: CodedLine) => decider.decide(line, codeStatus(line, finder));
  // First by what its own cells say, which is its state; again below, once picklists of before and of other channels have spoken.
  const warehouseRows = everyWarehouse.filter(isActive);
  const shelf = shelfFor(channel, warehouseRows);
  const isSentIn = (line: OrderLine) => decider.isTakenIn("sent", line);
  const byOwnCells = withMeanings(read, meanings).map((one) => {
    const line = withSale(one, { shelf: shelf?._id, today, isSentIn });
    const coded = withCode(line, codeOf(line));
    const status = statusOf(coded);
    return { ...coded, status, state: stateOf({ cancellation: line.cancellation, status }) };
  });
  const picked = await readPicked(channel, byOwnCells, today);
  const told = withCancelled(byOwnCells, picked);
  const { lines: compared, settled: settledKeys } = comparePicked(told, {
    picked,
    isAgain: answers.picked === takeIn,
  });
  const traced = compared.filter(mayBeElsewhere);
  const others = await Promise.all(
    channels
      .filter((one) => one !== channel && traced.length > 0)
      .map(async (one) => ({ channel: one, ...(await readPicked(one, traced, today)) })),
  );
  const outcomes = withOtherChannels(compared, others).map((line) => ({ ...line, status: statusOf(line) }));

  const ready = outcomes.filter(({ status }) => status === "ready" || status === "sold");
  const stockRows = await stocks.findAll(unitsByProduct(ready).keys());
  const holdings = holdingsIn(warehouseRows, stockRows);
  const from = warehousesFor(channel, warehouseRows, channelsWithout(everyWarehouse));
  const unitsOf = (product: string) => unitsFrom(holdings(product), from);
  const active = idsOf(warehouseRows);
  const stockOf = (product: string) => {
    const { available, elsewhere } = unitsOf(product);
    const held = unitsIn(stockRows.get(product)?.held ?? {}, active);
    return { available, ...unitsBeside(held - available - elsewhere), ...(elsewhere > 0 && { elsewhere }) };
  };
  const inShelf = shelfStock(stockRows, shelf, now);
  const unitsInShelf = (product: string, of: WarehouseRow) => {
    const available = inShelf.available(product);
    return { ...noUnits, available, why: shelfShort(available, of) };
  };
  const { lines, taken, short } = allocate(outcomes, (product) => unitsOf(product).available, inShelf);

  const tags = toTags({ product: byId, warehouse: new Map(warehouseRows.map((row) => [row._id, row])) });
  const cancelled = await listCancelled(channel, cancelledSince(lines, today), today, settledKeys);
  const head = table.heads[table.columns.code ?? -1] ?? "";
  return {
    table,
    found: {
      unused,
      asks: [
        ...asksOf(lines, table, answers, remembered),
        ...saleAsks(lines, table, channel, columns?.date),
        ...statusAsks(lines, meanings),
      ],
    },
    rows: lines.map((line) =>
      toRow(line, head, tags, (product) => (line.shelf && shelf ? unitsInShelf(product, shelf) : unitsOf(product))),
    ),
    ...toGroups(taken.map(toPicked)),
    codes: unknownCodes(lines, finder, tags),
    // What a marketplace's shelf lacks holds up nothing: it stands among the lines.
    products: orderedProducts(taken.filter(isPicked), short, tags).map((one) => ({
      ...one,
      ...stockOf(one._id),
    })),
    ...(from && { from: from.map(tags.warehouse) }),
    taken_in: summaryOfTakenIn(lines, decider),
    put_back: cancelled.map(([_id, { movement, product, units, order, sale }]) => ({
      _id,
      movement,
      number: movementNumber(movement),
      product: tags.product(product),
      units,
      ...(order && { order }),
      ...(sale && { sale }),
    })),
    picklists: picked.progress.version,
  };
};

const isPicked = ({ sold }: OrderLine): boolean => sold === undefined;

/** The codes whose product somebody else has chosen. */
const irreplaceable = (
  user: ApplyRequest["user"],
  stored: readonly AliasRow[],
  chosen: readonly AliasChoice[],
  active: ReadonlyMap<string, ProductRow>,
): Detail[] => {
  const byCode = new Map(stored.map((alias) => [codeForm(alias.code), alias]));
  return setsOf(chosen).flatMap((set) => {
    const alias = byCode.get(codeForm(set.code));
    if (!alias || mayReplace(user, alias, active) || isSameSet(alias, set)) return [];
    return { field: "aliases", message: `${alias.user.name} has chosen for ${set.code}, a manager can change it` };
  });
};
