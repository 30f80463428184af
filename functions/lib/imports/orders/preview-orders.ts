// Previews an order file: which lines are taken from stock, and why the others are not.
import * as v from "valibot";
import { outOfStock, unitsFrom, withElsewhere } from "#shared/allocation.ts";
import type { Parsed } from "#shared/api.ts";
import { idsOf, unitsBeside, unitsIn, warehousesFor } from "#shared/catalogue.ts";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { channelsWithout } from "#shared/channel-warehouses.ts";
import { dayOf } from "#shared/day.ts";
import { Failure, firstDetails } from "#shared/failure.ts";
import { AliasChoice, type ImportRow, type OrderedProduct, type UnknownCode } from "#shared/import.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { normalised } from "#shared/name.ts";
import { type OrderOutcomeId, takeIn } from "#shared/order-outcome.ts";
import { codeForm, unwrapped } from "#shared/product-code.ts";
import { mayReplace } from "../../catalogue/aliases.ts";
import { isSameSet, partsOf, setsOf } from "../../catalogue/product-sets.ts";
import { assertExists, type Tags, toTags } from "../../catalogue/tags.ts";
import { type AliasRow, aliases, isActive, type ProductRow, products, stocks, warehouses } from "../../db/tables.ts";
import { holdingsIn } from "../../ledger/picklist.ts";
import type { Row } from "../../spreadsheets/cell.ts";
import { type ApplyRequest, type Preview, type PreviewRequest, withoutRows } from "../import-kind.ts";
import { readAnswers } from "../remembered.ts";
import { listCancelled } from "./cancelled-since.ts";
import { type CodeFinder, codeFinder } from "./code-finder.ts";
import { type LineCode, lineCoder } from "./line-code.ts";
import { assertOrderFile } from "./not-orders.ts";
import { askChannel, asksOf } from "./order-asks.ts";
import { toOrderTable } from "./order-columns.ts";
import { type OrderGroup, type PickedLine, takeInStock, toGroups, unitsByProduct } from "./order-group.ts";
import { type OrderLine, readOrderLines } from "./order-lines.ts";
import { answersOf, isWanted, outcomeDecider, takenIn } from "./order-outcomes.ts";
import { channelOfHeads } from "./other-channel.ts";
import { readPicked } from "./picked-lines.ts";
import { withRepeatedColumns } from "./repeated-columns.ts";
import { type ComparedLine, cancelledSince, comparePicked, type LineState } from "./since-picked.ts";
import { strangeStatuses } from "./strange-statuses.ts";

export type OrderSettings = Parsed<"POST /v1/imports/orders">;

/** A line with its product and its outcome. */
interface PreviewedLine extends OrderLine, LineCode, ComparedLine {
  status: OrderOutcomeId;
  /** Empty while its code is unknown. */
  product: string;
  /** As many as the file says while its code is unknown. */
  units: number;
  /** Units of the further products of a combo. */
  more?: { product: string; units: number }[] | undefined;
  /** The picklist of another channel that took it. */
  elsewhere?: string | undefined;
}

/** Writes only the list of units to put back. */
export const previewOrders = async (
  rows: Row[],
  settings: OrderSettings,
  { user, now, hash }: PreviewRequest,
): Promise<Preview<OrderGroup>> => {
  const { channel, aliases: chosen = [], columns } = settings;
  const [productRows, aliasRows, everyWarehouse, remembered] = await Promise.all([
    products.list(),
    aliases.list(),
    warehouses.listWithDeleted(),
    readAnswers(channel),
  ]);
  const byId = new Map(productRows.map((row) => [row._id, row]));
  assertExists("product", [...new Set(chosen.map(({ product }) => product))], byId, "aliases");
  const ofChannel = aliasRows.filter((alias) => alias.channel === channel);
  assertReplaceable(user, ofChannel, chosen, byId);
  const finder = codeFinder(productRows, [...ofChannel, ...setsOf(chosen)]);
  const table = toOrderTable(
    withRepeatedColumns(rows),
    ({ text }) => [text, unwrapped(text)].some((code) => finder.find(code)),
    columns,
    settings.head_row,
  );
  const answers = answersOf(settings);
  assertOrderFile(rows, table, (text) => finder.isOwn(text) || finder.isName(text), answers.order_file === "yes");
  const { unused } = table;
  if (table.missing.length > 0) return withoutRows(table, { unused });
  const other = channelOfHeads(table.comparable, channel);
  if (other && answers.channel !== channel) return withoutRows(table, { unused, asks: [askChannel(other, channel)] });

  const today = dayOf(now);
  const read = readOrderLines(table, { channel, hash, today });
  const strange = await strangeStatuses(read, settings);
  const codeOf = lineCoder(read, finder, table.isMeesho);
  const lines = read.map((line) => previewLine(line, codeOf(line)));
  const decide = outcomeDecider({ answers, remembered, today });
  const picked = await readPicked(channel, lines, today);
  for (const line of lines) line.state = stateOf(line, decide(line, codeStatus(line, finder)));
  const settled = comparePicked(lines, { picked, isAgain: answers.picked === takeIn });
  await findElsewhere(channel, lines, today);
  for (const line of lines) line.status = decide(line, codeStatus(line, finder));

  const ready = lines.filter(({ status }) => status === "ready");
  const stockRows = await stocks.findAll(unitsByProduct(ready).keys());
  const warehouseRows = everyWarehouse.filter(isActive);
  const holdings = holdingsIn(warehouseRows, stockRows);
  const from = warehousesFor(channel, warehouseRows, channelsWithout(everyWarehouse));
  const unitsOf = (product: string) => unitsFrom(holdings(product), from);
  const active = idsOf(warehouseRows);
  const stockOf = (product: string) => {
    const { available, elsewhere } = unitsOf(product);
    const held = unitsIn(stockRows.get(product)?.held ?? {}, active);
    return { available, ...unitsBeside(held - available - elsewhere), ...(elsewhere > 0 && { elsewhere }) };
  };
  const { taken, short } = takeInStock(ready, (product) => unitsOf(product).available);
  for (const line of short) line.status = "short";

  const tags = toTags({ product: byId, warehouse: new Map(warehouseRows.map((row) => [row._id, row])) });
  const cancelled = await listCancelled(channel, cancelledSince(lines, today), today, settled);
  const head = table.heads[table.columns.code ?? -1] ?? "";
  return {
    table,
    found: { unused, asks: [...asksOf(lines, table, answers, remembered), ...strange(lines)] },
    rows: lines.map((line) => toRow(line, head, tags, unitsOf)),
    groups: toGroups(taken.map(toPicked)),
    codes: unknownCodes(lines, finder, tags),
    products: orderedProducts(taken, short, tags).map((one) => ({
      ...one,
      ...stockOf(one._id),
    })),
    ...(from && { from: from.map(tags.warehouse) }),
    taken_in: takenIn(lines, decide, remembered),
    put_back: cancelled.map(([_id, { movement, product, units, order }]) => ({
      _id,
      movement,
      number: movementNumber(movement),
      product: tags.product(product),
      units,
      ...(order && { order }),
    })),
    picklists: picked.progress.version,
  };
};

/** Digits and letters of a number that is hardly another channel's, too. */
const ownNumber = 8;

/** Finds lines that a picklist of another channel took: the channel of the file is wrong, or was then. */
const findElsewhere = async (channel: Channel, lines: PreviewedLine[], today: string): Promise<void> => {
  const numbered = lines.filter(
    ({ order, line, says }) =>
      !says.has("picked") &&
      !says.has("added") &&
      !says.has("cancelled") &&
      Math.max(order.length, line.length) >= ownNumber,
  );
  if (numbered.length === 0) return;
  const others = channels.filter((other) => other !== channel);
  const picked = await Promise.all(others.map((other) => readPicked(other, numbered, today)));
  for (const line of numbered)
    for (const [at, { ofLine }] of picked.entries()) {
      const taken = ofLine(line).at(-1);
      if (!taken) continue;
      line.says.add("unsure");
      line.elsewhere = `Picked for ${channelLabel(others[at] ?? channel)} in ${movementNumber(taken.movement)}`;
    }
};

/** 403 names the codes whose product somebody else has chosen. */
const assertReplaceable = (
  user: ApplyRequest["user"],
  stored: readonly AliasRow[],
  chosen: readonly AliasChoice[],
  active: ReadonlyMap<string, ProductRow>,
): void => {
  const byCode = new Map(stored.map((alias) => [codeForm(alias.code), alias]));
  const details = setsOf(chosen).flatMap((set) => {
    const alias = byCode.get(codeForm(set.code));
    if (!alias || mayReplace(user, alias, active) || isSameSet(alias, set)) return [];
    return { field: "aliases", message: `${alias.user.name} has chosen for ${set.code}, a manager can change it` };
  });
  if (details.length > 0) throw new Failure("FORBIDDEN", ...firstDetails(details));
};

const previewLine = (line: OrderLine, code: LineCode): PreviewedLine => ({
  ...line,
  ...code,
  status: "ready",
  state: "ignored",
  product: code.listed?.product ?? "",
  units: line.quantity * (code.listed?.units ?? 1),
  more: code.listed?.more?.map(({ product, units }) => ({ product, units: line.quantity * units })),
  problems: normalised(code.code) === "" ? [...line.problems, line.withoutCode] : line.problems,
});

/** What is stored of a line that is taken. */
const toPicked = (line: PreviewedLine): PickedLine => {
  const { row, order, quantity, ordered, gone, isLeft, product, units, more, key, isNumbered } = line;
  const { marks, knownBy, alikeBy } = line;
  return {
    row,
    order,
    quantity,
    ordered,
    gone,
    isLeft,
    product,
    units,
    more,
    key,
    isNumbered,
    marks,
    knownBy,
    alikeBy,
  };
};

/** What a line is to its order, by the outcome of its own cells. */
const stateOf = ({ cancellation }: PreviewedLine, outcome: OrderOutcomeId): LineState => {
  if (outcome === "cancelled") return cancellation === "cancelled" ? "cancelled" : "ignored";
  if (["no_goods", "other_channel", "wrong"].includes(outcome)) return "ignored";
  if (outcome === "sent" || outcome === "nothing_left") return "sent";
  return isWanted({ status: outcome }) ? "takeable" : "waiting";
};

/** The outcome of a line that nothing else leaves out. */
const codeStatus = (line: PreviewedLine, finder: CodeFinder): OrderOutcomeId => {
  if (line.problems.length > 0) return "wrong";
  if (line.listed) return "ready";
  return finder.explain(line).problem ? "unclear" : "unknown";
};

const isUnlisted = ({ status }: PreviewedLine): boolean => status === "unknown" || status === "unclear";

/** Units that can be taken of a product, and those in warehouses that are not taken from. */
type UnitsOf = (product: string) => ReturnType<typeof unitsFrom>;

const toRow = (line: PreviewedLine, head: string, tags: Tags, unitsOf: UnitsOf): ImportRow => {
  const { row, status, code, order, product, units, more, problems, elsewhere, strange } = line;
  const scarce = partsOf(line).find((part) => unitsOf(part.product).available < part.units)?.product ?? product;
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
  unknown: () => "No product has this code",
  unclear: () => "A spreadsheet may have changed this code",
  unsure: () => "May have been picked before: its order number is rounded or missing in one of the files",
  another: () => "May be another item of this order: what was picked of it has another number, which this file lacks",
};

const unknownCodes = (lines: PreviewedLine[], finder: CodeFinder, tags: Tags): UnknownCode[] =>
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

const orderedProducts = (
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
