// Applies an order import: each group becomes a picklist, or a sale of what has left already, once however often it is sent. Its
// id derives from import and group, and the transaction that posts it also records which order lines it took.
import { shortage, unitsFrom, withElsewhere } from "#shared/allocation.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { takeIn } from "#shared/order-outcome.ts";
import { picklistItems } from "#shared/picklist.ts";
import { isTold } from "#shared/sale-day.ts";
import { keepAliases } from "../../catalogue/aliases.ts";
import { readProductTags, readTags } from "../../catalogue/tags.ts";
import { getAll } from "../../db/batch-reads.ts";
import { isActive, movements, products, stocks, warehouses } from "../../db/tables.ts";
import { idFromKey } from "../../ledger/idempotency.ts";
import { draftPicklist, holdingsIn } from "../../ledger/picklist.ts";
import { post } from "../../ledger/post.ts";
import { draftShelfSale, saleOf, tellSale } from "../../ledger/sale.ts";
import type { ApplyRequest, GroupOutcome, StoredImport } from "../import-kind.ts";
import { recordFile } from "../records.ts";
import { keepOutcomeAnswers, keepStatuses } from "../remembered.ts";
import { type OrderGroup, shelfStock, takeInStock, unitsByProduct } from "./order-group.ts";
import { answersOf } from "./order-outcomes.ts";
import { readPicked, toPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";
import type { OrderSettings } from "./preview-orders.ts";
import { withoutPicked } from "./since-picked.ts";
import { saidStatuses } from "./strange-statuses.ts";

type StoredOrders = StoredImport<OrderSettings, OrderGroup>;

const chosenIn = ({ from }: StoredOrders): string[] | undefined => from?.map(({ _id }) => _id);

const keyOf = ({ _id }: StoredOrders, group: number): string => `${_id}#${group}`;

/** 422 while lines are short, unless short lines are to be left out. */
export const applyOrders = async (
  request: ApplyRequest,
  stored: StoredOrders,
  group: number,
): Promise<GroupOutcome> => {
  const { user, now } = request;
  const { settings, groups, sales } = stored;
  const lines = sales?.[group] ?? groups[group] ?? [];
  const key = keyOf(stored, group);
  const _id = idFromKey(user._id, key);
  const before = await movements.find(_id);
  if (before) return outcomeOf(before);
  if (!settings.leave_short) assertNothingShort(stored);
  if (group === 0) {
    await keepOutcomeAnswers(request, settings.channel, settings.answers);
    await keepStatuses(request, settings.channel, saidStatuses(stored));
  }
  if (group === 0 && settings.aliases?.length)
    await keepAliases(request, settings.channel, settings.aliases, await products.list());
  let left_out: number[] = [];
  let isNothingLeft = false;
  try {
    const movement = await post({ user, now, key, sent: stored._id }, async () => {
      const { picked, taken, stock } = await chooseLines(request, stored, lines);
      const units = new Map(taken.map((line) => [line.row, line.units]));
      left_out = lines.filter((line) => units.get(line.row) !== line.units).map(({ row }) => row);
      isNothingLeft = taken.length === 0;
      if (isNothingLeft) throw new Failure("UNPROCESSABLE_CONTENT");
      const { extraActions = [], ...draft } = draftGroup(stored, taken, stock, now);
      return {
        ...draft,
        rows: taken.length,
        ...(left_out.length > 0 && { left_out }),
        ...ordersOn(taken),
        extraActions: [
          ...extraActions,
          ...appendPick(settings.channel, dayOf(now), picked.progress, toPick(_id, taken)),
          recordFile(request, stored),
        ],
      };
    });
    return outcomeOf(movement);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "UNPROCESSABLE_CONTENT")) throw error;
    if (isNothingLeft) return { written: 0, left_out: left_out.map(leftOut) };
    return { written: 0, left_out: [], refused: await refusalOf(error, lines) };
  }
};

type Stock = Awaited<ReturnType<typeof chooseLines>>["stock"];

/** A picklist, or a sale of units that have left. */
const draftGroup = (
  stored: StoredOrders,
  taken: OrderGroup,
  { warehouses: rows, rows: stockRows, shelf }: Stock,
  now: Date,
) => {
  const { channel } = stored.settings;
  const [{ sold, shelf: isOfShelf } = {}] = taken;
  const wanted = unitsByProduct(taken);
  const telling = tellSale(sold ?? "", now);
  if (isOfShelf) {
    const { _id = "", sells_for, sells_since } = shelf ?? {};
    const stands = warehouses.exists(_id, { sells_for, sells_since }).action;
    return { ...draftShelfSale(channel, telling, wanted, shelf, stockRows), extraActions: [stands] };
  }
  const picklist = draftPicklist(channel, wanted, rows, stockRows, chosenIn(stored));
  return sold === undefined ? picklist : { ...picklist, ...saleOf(channel, telling) };
};

/** Orders that a picklist names. */
const namedOrders = 20;

const ordersOn = (taken: OrderGroup): Pick<Movement, "orders"> => {
  const orders = [...new Set(taken.flatMap(({ order }) => order || []))];
  if (orders.length === 0) return {};
  return { orders: { first: orders.slice(0, namedOrders), more: Math.max(0, orders.length - namedOrders) } };
};

export const countPosted = async ({ user }: ApplyRequest, stored: StoredOrders): Promise<number> => {
  const ids = stored.groups.map((_, group) => idFromKey(user._id, keyOf(stored, group)));
  return movements.rowsIn(await getAll(movements.batchGet(ids, ["_id"]))).size;
};

/** What others have not picked meanwhile; if short lines are left out, also without those that are short now. */
const chooseLines = async ({ user, now }: ApplyRequest, stored: StoredOrders, lines: OrderGroup) => {
  const { settings, picklists } = stored;
  const { channel, leave_short } = settings;
  const answers = answersOf(settings);
  const except = new Set(stored.groups.map((_, group) => idFromKey(user._id, keyOf(stored, group))));
  const [picked, warehouseRows, rows] = await Promise.all([
    readPicked(channel, lines, dayOf(now), { since: picklists, except }),
    warehouses.listWithDeleted(),
    stocks.findAll(unitsByProduct(lines).keys()),
  ]);
  const holdings = holdingsIn(warehouseRows.filter(isActive), rows);
  // What was picked is picked again, but not what was cancelled.
  const isAgain = answers.picked === takeIn;
  const fresh = withoutPicked(lines, isAgain ? { ...picked, ofKey: () => [], ofLine: () => [] } : picked).filter(
    (line) => isAgain || answers.unsure === takeIn || !picked.isAlike(line),
  );
  const own = (product: string) => unitsFrom(holdings(product), chosenIn(stored)).available;
  const shelf = warehouseRows.find((row) => isActive(row) && row._id === lines[0]?.shelf);
  const { available, partsIn } = shelfStock(rows, shelf, now);
  // What a marketplace's shelf lacks is offered by the next file again, and holds up nothing.
  const ofOwn = () => (leave_short ? takeInStock(fresh, own).taken : fresh);
  const taken = shelf ? takeInStock(fresh, available, partsIn).taken : ofOwn();
  return { picked, taken, stock: { warehouses: warehouseRows, rows, shelf } };
};

const assertNothingShort = ({ products = [] }: StoredOrders): void => {
  const short = products.filter((one) => one.short > 0);
  if (short.length === 0) return;
  throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(short.map((one) => shortage(one.product._id, one))));
};

const outcomeOf = async (movement: Movement): Promise<GroupOutcome> => {
  const { _id, kind, rows = 0, left_out = [], lines, created_at } = movement;
  const { product, warehouse } = await readTags([movement]);
  const data = picklistItems(lines, product, warehouse);
  return {
    written: rows,
    left_out: left_out.map(leftOut),
    picklist: { movement: _id, number: movementNumber(_id), created_at, data, ...(isTold(kind) && { sale: true }) },
  };
};

// Several products of one row differ in a fraction.
const leftOut = (row: number) => ({ row: Math.floor(row), message: "Picked or out of stock since the preview" });

/** Why a picklist, or a sale, was not posted, product by product. */
const refusalOf = async ({ details, message }: Failure, lines: OrderGroup): Promise<GroupOutcome["refused"]> => {
  const tagOf = await readProductTags(details.flatMap(({ product = [] }) => product));
  return {
    ...(lines[0]?.sold !== undefined && { sale: true }),
    products: unitsByProduct(lines).size,
    details: (details.length > 0 ? details : [{ message } as Detail]).map((detail) => ({
      ...(detail.product && { product: tagOf(detail.product) }),
      message: withElsewhere(detail.message, detail.elsewhere),
    })),
  };
};
