// Takes an order that a program brings from stock, as a picklist of its own: whole, or not at all.
import { withElsewhere } from "#shared/allocation.ts";
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
import { draftPicklist } from "../../ledger/picklist.ts";
import { type Draft, post } from "../../ledger/post.ts";
import type { CodeFinder } from "./code-finder.ts";
import { orderMark } from "./line-identity.ts";
import { unitsByProduct } from "./order-group.ts";
import { type OrderedLine, toOrderedLines } from "./order-of-program.ts";
import { type PickedLines, readPicked, toPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";
import { comparePicked } from "./since-picked.ts";

interface Taking {
  user: UserRow;
  now: Date;
  channel: Channel;
  finder: CodeFinder;
  /** The path of the order in the request. */
  path: string;
}

/**
 * The same order of a program is one picklist for ever, since its id derives from it; and by the marks of its lines it is taken
 * once, whether an order file or another program tells it too.
 */
export const takeOrder = async ({ order, lines: told }: Order, taking: Taking): Promise<TakenOrder> => {
  const { user, now, channel, finder, path } = taking;
  const key = JSON.stringify([channel, normalised(order), told]);
  const _id = idFromKey(user._id, key);
  const before = await movements.find(_id);
  if (before) return answerOf(order, before);
  const lines = toOrderedLines(order, told, finder);
  let settled: TakenOrder | undefined;
  try {
    const movement = await post({ user, now, key }, async () => {
      const picked = await readPicked(channel, lines, dayOf(now));
      const isCancelled = lines.some(picked.isCancelled);
      const wanted = isCancelled ? [] : wantedOf(lines, { picked, finder, path });
      settled = wanted.length === 0 ? await settledBy(order, lines, picked, isCancelled) : undefined;
      if (settled) throw new Failure("UNPROCESSABLE_CONTENT");
      return {
        ...(await draftFor(channel, wanted)),
        orders: { first: [order], more: 0 },
        order: {
          number: order,
          lines: told.map(({ code, quantity, line }) => (line ? [code, quantity, line] : [code, quantity])),
        },
        extraActions: appendPick(channel, dayOf(now), picked.progress, toPick(_id, wanted, orderMark(order))),
      };
    });
    return { order, state: "waiting", movement: movement._id, number: movementNumber(movement._id) };
  } catch (error) {
    if (settled) return settled;
    if (!(error instanceof Failure && error.code === "UNPROCESSABLE_CONTENT")) throw error;
    return { order, state: "refused", details: error.details.map((detail) => placed(detail, lines, path)) };
  }
};

/** The lines of which units are still to be taken; 422 names those that cannot be. */
const wantedOf = (
  lines: readonly OrderedLine[],
  { picked, finder, path }: Pick<Taking, "finder" | "path"> & { picked: PickedLines },
): OrderedLine[] => {
  const { lines: compared } = comparePicked(lines, { picked, isAgain: false });
  const left = compared.filter(({ says }) => !says.has("picked"));
  const problems = left.flatMap((line): Detail[] => {
    const field = `${path}.lines.${line.row}.code`;
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

const draftFor = async (channel: Channel, wanted: readonly OrderedLine[]): Promise<Draft> => {
  const units = unitsByProduct(wanted);
  const [rows, stockRows] = await Promise.all([warehouses.listWithDeleted(), stocks.findAll(units.keys())]);
  const chosen = warehousesFor(channel, rows.filter(isActive), channelsWithout(rows));
  return draftPicklist(channel, units, rows, stockRows, chosen?.length ? chosen : undefined);
};

/** What has become of an order of which nothing is to be taken any more. */
const settledBy = async (
  order: string,
  lines: readonly OrderedLine[],
  picked: PickedLines,
  isCancelled: boolean,
): Promise<TakenOrder> => {
  if (isCancelled) return { order, state: "cancelled" };
  const last = lines.flatMap((line) => [...picked.ofLine(line), ...picked.ofKey(line.key ?? "")]).at(-1);
  const movement = last && (await movements.find(last.movement));
  return movement ? answerOf(order, movement) : { order, state: "walked" };
};

const answerOf = async (order: string, movement: Movement): Promise<TakenOrder> => {
  const { _id, reversed_by } = movement;
  const isWaiting = movement.order && !(await ticked.find(_id));
  const state = reversed_by ? "cancelled" : isWaiting ? "waiting" : "walked";
  return { order, state, movement: _id, number: movementNumber(_id) };
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
