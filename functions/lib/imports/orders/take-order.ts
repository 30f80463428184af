// Takes an order that a program brings from stock, as a picklist of its own: whole, or without the lines that are short if it is
// asked to, or not at all.
import { unitsFrom, withElsewhere } from "#shared/allocation.ts";
import { warehousesFor } from "#shared/catalogue.ts";
import type { Channel } from "#shared/channel.ts";
import { channelsWithout } from "#shared/channel-warehouses.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { maxProducts } from "#shared/limits.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { normalised } from "#shared/name.ts";
import type { Order, TakenOrder } from "#shared/order.ts";
import { isActive, movements, stocks, picked as ticked, type UserRow, warehouses } from "../../db/tables.ts";
import { idFromKey } from "../../ledger/idempotency.ts";
import { draftPicklist, holdingsIn } from "../../ledger/picklist.ts";
import { post } from "../../ledger/post.ts";
import type { AskedCode } from "./asked-codes.ts";
import type { CodeFinder } from "./code-finder.ts";
import { orderMark } from "./line-identity.ts";
import { takeInStock, unitsByProduct } from "./order-group.ts";
import { type OrderedLine, toOrderedLines } from "./order-of-program.ts";
import { withCancelled } from "./order-passes.ts";
import { type KnownPicks, type PickedLines, readPicked, toPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";
import { comparePicked } from "./since-picked.ts";

interface Taking {
  user: UserRow;
  now: Date;
  channel: Channel;
  leaveShort: boolean;
  finder: CodeFinder;
  /** The path of the order in the request. */
  path: string;
  known: KnownPicks;
  /** Gets the codes that stand for no product. */
  ask: (asked: Pick<AskedCode, "code" | "order">) => void;
}

/**
 * The same order of a program is one picklist for ever, since its id derives from it; and by the marks of its lines it is taken
 * once, whether an order file or another program tells it too. What was left out of it is taken by a further picklist.
 */
export const takeOrder = async (asked: Order, taking: Taking): Promise<TakenOrder> => {
  const { order, lines: told } = asked;
  const { user, now, channel, leaveShort, path } = taking;
  const { key, _id, done, short: shortBefore } = await findTaken(user, channel, asked);
  if (done) return answerOf(order, done);
  const lines = toOrderedLines(order, told, taking.finder);
  let settled: TakenOrder | undefined;
  try {
    const movement = await post({ user, now, key }, async () => {
      const picked = await readPicked(channel, lines, dayOf(now), { known: taking.known });
      const wanted = wantedOf(withCancelled(lines, picked), picked, taking);
      settled = wanted.length === 0 ? await settledBy(order, lines, picked) : undefined;
      if (settled) throw new Failure("UNPROCESSABLE_CONTENT");
      const { draft, taken } = await draftFor(channel, wanted, leaveShort);
      const left_out = wanted.flatMap((line) => (taken.includes(line) ? [] : line.row));
      return {
        ...draft,
        ...(left_out.length > 0 && { left_out }),
        orders: { first: [order], more: 0 },
        order: { number: order, codes: [...new Set(told.map(({ code }) => code))] },
        extraActions: appendPick(channel, dayOf(now), picked.progress, toPick(_id, taken, orderMark(order))),
      };
    });
    return answerOf(order, movement, leftOut(movement.left_out, path));
  } catch (error) {
    if (settled) return settled;
    if (!(error instanceof Failure && error.code === "UNPROCESSABLE_CONTENT")) throw error;
    const details = error.details.map((detail) => placed(detail, lines, path));
    return shortBefore ? answerOf(order, shortBefore, details) : { order, state: "refused", details };
  }
};

/** The picklist of exactly this order, or the key of the next one; `short` if lines were left out of the last one. */
const findTaken = async (user: UserRow, channel: Channel, { order, lines }: Order) => {
  let short: Movement | undefined;
  for (let number = 0; ; number++) {
    const key = JSON.stringify([channel, normalised(order), lines, ...(number > 0 ? [number] : [])]);
    const _id = idFromKey(user._id, key);
    const before = await movements.find(_id);
    const isEnd = !before?.left_out || before.reversed_by;
    if (isEnd) return { key, _id, done: before, short };
    short = before;
  }
};

/** The lines of which units are still to be taken; 422 names those that cannot be. */
const wantedOf = (
  lines: readonly OrderedLine[],
  picked: PickedLines,
  { finder, path, ask }: Pick<Taking, "finder" | "path" | "ask">,
): OrderedLine[] => {
  const { lines: compared } = comparePicked(lines, { picked, isAgain: false });
  const left = compared.filter(({ state, says }) => state === "takeable" && !says.has("picked"));
  const problems = left.flatMap((line): Detail[] => {
    const field = `${path}.lines.${line.row}.code`;
    if (!line.listed) ask({ code: line.seller, order: line.order });
    if (!line.listed) return [{ field, message: whyUnknown(line, finder) }];
    return line.says.has("another") || line.says.has("unsure") ? [{ field, message: mayBePicked }] : [];
  });
  if (problems.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...problems);
  if (unitsByProduct(left).size > maxProducts)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: `${path}.lines`, message: `At most ${maxProducts} products` });
  return left;
};

const mayBePicked = "May have been picked before, by an order file: pick it by one";

const whyUnknown = ({ seller: code }: OrderedLine, { explain }: CodeFinder): string =>
  explain({ code, title: "", isRounded: false, ofSizes: [] }).problem ?? "No product has this code";

/** Of the lines that are taken; if all are short, the refusal names each. */
const draftFor = async (channel: Channel, wanted: readonly OrderedLine[], leaveShort: boolean) => {
  const ids = unitsByProduct(wanted).keys();
  const [rows, stockRows] = await Promise.all([warehouses.listWithDeleted(), stocks.findAll(ids)]);
  const active = rows.filter(isActive);
  const own = warehousesFor(channel, active, channelsWithout(rows));
  const chosen = own?.length ? own : undefined;
  const holdings = holdingsIn(active, stockRows);
  const inStock = takeInStock(wanted, (product) => unitsFrom(holdings(product), chosen).available).taken;
  const taken = leaveShort && inStock.length > 0 ? inStock : wanted;
  return { draft: draftPicklist(channel, unitsByProduct(taken), rows, stockRows, chosen), taken };
};

const leftOut = (rows: readonly number[] = [], path: string) =>
  rows.map((row) => ({ field: `${path}.lines.${row}.quantity`, message: "Left out, since there is too little stock" }));

/** What has become of an order of which nothing is to be taken any more. */
const settledBy = async (order: string, lines: readonly OrderedLine[], picked: PickedLines): Promise<TakenOrder> => {
  const last = lines.flatMap((line) => [...picked.ofLine(line), ...picked.ofKey(line.key ?? "")]).at(-1);
  const movement = last && (await movements.find(last.movement));
  if (lines.some((line) => picked.cancelledOf(line) === Number.POSITIVE_INFINITY) || !last)
    return { order, state: "cancelled" };
  return movement ? answerOf(order, movement) : { order, state: "walked" };
};

const answerOf = async (
  order: string,
  movement: Movement,
  details: TakenOrder["details"] = [],
): Promise<TakenOrder> => {
  const { _id, reversed_by } = movement;
  const isWaiting = movement.order && !(await ticked.find(_id));
  const state = reversed_by ? "cancelled" : isWaiting ? "waiting" : "walked";
  return { order, state, movement: _id, number: movementNumber(_id), ...(details.length > 0 && { details }) };
};

/** A detail about a product, at the first line that takes it. */
const placed = (
  { field, product, message, available, elsewhere }: Detail,
  lines: readonly OrderedLine[],
  path: string,
) => {
  const takes = (line: OrderedLine) => [line.product, ...(line.more ?? []).map((part) => part.product)];
  const row = product === undefined ? -1 : lines.findIndex((line) => takes(line).includes(product));
  return {
    ...((row >= 0 || field) && { field: row >= 0 ? `${path}.lines.${row}.quantity` : field }),
    message: withElsewhere(message, elsewhere),
    ...(product !== undefined && { product }),
    ...(available !== undefined && { available }),
  };
};
