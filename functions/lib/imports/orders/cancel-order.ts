// Cancels an order of a channel for a program, or units of it. First a mark is left, by which nothing more is taken of them; then what
// waits of it goes back, and what was picked of it, or is being picked, is listed to be put back.
import { correctionOf } from "#shared/correction.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { normalised } from "#shared/name.ts";
import type { CancelForm, CancelledOrder } from "#shared/order.ts";
import { inverse, linesLeft } from "#shared/posting-effect.ts";
import { alreadyReversed, nothingCorrected } from "#shared/reversal.ts";
import { sumBy } from "#shared/sum.ts";
import { movements, stocks, picked as ticked } from "../../db/tables.ts";
import { type Draft, post } from "../../ledger/post.ts";
import { checkNotTakenBack, draftReturn, type ReturnRequest } from "../../ledger/reverse.ts";
import { listCancelled, transactFresh } from "./cancelled-since.ts";
import { amountsOf } from "./line-code.ts";
import { type LineIdentity, lineKey, orderMark } from "./line-identity.ts";
import { unitsByProduct } from "./order-group.ts";
import { type OrderedLine, readFinder, toOrderedLines } from "./order-of-program.ts";
import { allCorrected, balanceOf } from "./picked-balance.ts";
import {
  type CancelledUnits,
  type KnownPicks,
  type PickedLines,
  type PutBackUnits,
  readPicked,
  toCancelledPick,
  toPutBackPick,
} from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";
import { cancelledSince } from "./since-picked.ts";

interface Cancelling extends Pick<ReturnRequest, "user" | "now" | "today"> {
  order: string;
  form: CancelForm;
  /** By code: those that are cancelled in part, or all that the order may have. */
  lines: readonly OrderedLine[];
  /** What is cancelled in part by now, by line: each such state goes back by a correction of its own. */
  cancelled: string;
  known: KnownPicks;
}

/** However often, and in whatever order with the call that brings the order: what a crash has left is done by the next one. */
export const cancelOrder = async (
  by: Pick<Cancelling, "user" | "now" | "today">,
  order: string,
  form: CancelForm,
): Promise<CancelledOrder> => {
  const { channel, lines: named } = form;
  const finder = await readFinder(channel);
  // Whoever sends them: the marketplace may have sold them from its own shelf.
  const byCode = (told: readonly { code: string; quantity: number }[]) => {
    const lines = [false, true].flatMap((isMarketplaces) => toOrderedLines(order, told, finder, isMarketplaces));
    return [...Map.groupBy(lines, ({ key }) => key).values()].flatMap(([first, ...same]) =>
      first ? { ...first, quantity: sumBy([first, ...same], ({ quantity }) => quantity) } : [],
    );
  };
  const mark = orderMark(order);
  const self: LineIdentity = { ofOrder: mark, marks: [], knownBy: [mark], alikeBy: [] };
  const reading = { ...by, channel, known: { upto: 0, picks: [] } };
  const { brought, cancelled } = await markCancelled(reading, self, named && byCode(named));
  const taken = [...(await movements.findAll(brought)).values()].filter((one) => one.order && !one.reversed_by);
  const codes = new Set([...taken.flatMap((one) => one.order?.codes ?? []), ...finder.codes]);
  const told = named ?? (await takenCodes(reading, order, [...codes])).map((code) => ({ code, quantity: 1 }));
  const cancelling: Cancelling = { ...by, order, form, lines: byCode(told), cancelled, known: reading.known };
  for (const movement of taken) await takeBack(cancelling, movement);
  return { order, state: "cancelled", put_back: await listToPutBack(cancelling) };
};

type Marking = Pick<Cancelling, "today" | "known"> & Pick<CancelForm, "channel">;

/** Of these codes those under which something of an order was taken: its order file may have told it by any of the channel. */
const takenCodes = async ({ channel, today, known }: Marking, order: string, codes: readonly string[]) => {
  const of = normalised(order);
  const keysOf = (code: string) => [false, true].map((isMarketplaces) => lineKey(of, code, isMarketplaces));
  const keyed = codes.map((code) => ({ code, keys: keysOf(code) }));
  const lines = keyed.flatMap(({ keys }) => keys.map((key) => ({ key, marks: [], knownBy: [], alikeBy: [] })));
  const picked = await readPicked(channel, lines, today, { known });
  return keyed.flatMap(({ code, keys }) => (keys.some((key) => picked.ofKey(key).length > 0) ? code : []));
};

/** Answers the picklists that programs have made of the order, and the units of these lines that are cancelled. */
const markCancelled = async (
  { channel, today, known }: Marking,
  self: LineIdentity,
  lines: readonly OrderedLine[] | undefined,
) => {
  let found: { brought: string[]; cancelled: string } = { brought: [], cancelled: "" };
  await transactFresh(async () => {
    const picked = await readPicked(channel, [self, ...(lines ?? [])], today, { known });
    const all = (lines ?? []).map((line) => `${line.key} ${Math.max(line.quantity, picked.cancelledOf(line))}`);
    found = { brought: picked.ofLine(self).map(({ movement }) => movement), cancelled: all.toSorted().join() };
    const units = lines?.flatMap((line): CancelledUnits[] => {
      const { key = "" } = line;
      const { taken, returned } = balanceOf(picked.ofKey(key));
      const more = line.quantity - picked.cancelledOf(line);
      const gone = Math.max(0, Math.min(more, taken + returned - picked.dueOf(line)));
      return more > 0 ? [{ key, units: more, gone }] : [];
    });
    const isKnown = units ? units.length === 0 : picked.cancelledOf(self) > 0;
    return isKnown ? [] : appendPick(channel, today, picked.progress, toCancelledPick(self.ofOrder ?? "", units));
  });
  return found;
};

/** Units of a line that are out, though they are cancelled. */
const unitsToReturn = (line: OrderedLine, picked: PickedLines): number => {
  const { taken, returned } = balanceOf(picked.ofKey(line.key ?? ""));
  return Math.max(0, Math.min(taken, picked.dueOf(line) - returned));
};

/** Products of one correction at most: beside them it writes up to six items. */
const maxReturned = 90;

/** Unless somebody has begun to pick it, or nothing of it is cancelled. */
const takeBack = async (cancelling: Cancelling, { _id, lines, corrections = 0 }: Movement): Promise<void> => {
  const { order, form, cancelled } = cancelling;
  const key = ["cancel", _id, ...(form.lines ? [corrections, cancelled] : [])].join(" ");
  const remarks = form.lines ? `Order ${order} cancelled in part` : `Order ${order} cancelled`;
  const request = { ...cancelling, id: _id, key, remarks } satisfies ReturnRequest;
  try {
    await post(request, async () => {
      const rows = await stocks.findAll(lines.map(([product]) => product));
      const original = await movements.get(_id);
      if (original.reversed_by || (await ticked.find(_id))) throw new Failure("CONFLICT", { message: alreadyReversed });
      await checkNotTakenBack([original]);
      const draft = async (returned: Line[], recorded?: string): Promise<Draft> => {
        const own = await draftReturn(request, original, rows, { returned, ...(recorded && { recorded }) });
        return { ...own, extraActions: [...(own.extraActions ?? []), ticked.absent(_id)] };
      };
      if (!form.lines) return draft(inverse(linesLeft(original)), original.corrections ? undefined : _id);
      const { records, left, progress } = await partOf(cancelling, original);
      const { returned, now } = correctionOf(linesLeft(original), left);
      // Its code stands for something else by now, or a transaction has no room for all: it is put back by hand.
      if (returned.length === 0 || new Set(returned.map(([product]) => product)).size > maxReturned)
        throw new Failure("CONFLICT", { message: nothingCorrected });
      const whole = await draft(returned);
      return {
        ...whole,
        correction: { now, isWhole: now.length === 0, addition: undefined },
        extraActions: [
          ...(whole.extraActions ?? []),
          ...appendPick(form.channel, cancelling.today, progress, toPutBackPick(...records)),
        ],
      };
    });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
  }
};

/** What is left of a picklist without its cancelled units, and the records of these. */
const partOf = async ({ form, today, lines, known }: Cancelling, original: Movement) => {
  const picked = await readPicked(form.channel, lines, today, { known });
  const back = lines.flatMap((line): (PutBackUnits & { line: OrderedLine })[] => {
    const { key = "" } = line;
    const records = picked.ofKey(key);
    const own = records.filter(({ movement }) => movement === original._id);
    const units = Math.min(balanceOf(own).taken, unitsToReturn(line, picked));
    return units > 0 ? [{ movement: original._id, key, units, corrected: allCorrected(records), line }] : [];
  });
  const [first, ...more] = back;
  if (!first) throw new Failure("CONFLICT", { message: nothingCorrected });
  const units = unitsByProduct(back.map(({ line, units }) => ({ ...line, ...amountsOf(line.listed, units) })));
  return { records: [first, ...more] as const, left: without(linesLeft(original), units), progress: picked.progress };
};

/** Lines of a picklist with fewer units of products, from the last place on. */
const without = (lines: readonly Line[], units: Map<string, number>): Line[] =>
  lines
    .toReversed()
    .map(([product, warehouse, delta]): Line => {
      const less = Math.min(-delta, units.get(product) ?? 0);
      units.set(product, (units.get(product) ?? 0) - less);
      return [product, warehouse, delta + less];
    })
    .toReversed()
    .filter(([, , delta]) => delta !== 0);

/** As if an order file said what is cancelled; answers the units of this order, without those that were sold and not picked. */
const listToPutBack = async ({ form: { channel }, today, lines, order, known }: Cancelling): Promise<number> => {
  const picked = await readPicked(channel, lines, today, { known });
  const out = lines.map((line) => {
    const records = picked.ofKey(line.key ?? "");
    const { movement = "", told } = records.findLast(({ units, corrected }) => units > corrected) ?? {};
    const toPutBack = { movement, told, units: unitsToReturn(line, picked), returned: balanceOf(records).returned };
    return { line, ...(toPutBack.units > 0 && { toPutBack }) };
  });
  const found = out.flatMap(({ line, toPutBack }) => (toPutBack ? { ...line, toPutBack } : []));
  const settled = out.flatMap(({ line, toPutBack }) => (toPutBack ? [] : (line.key ?? [])));
  const open = await listCancelled(channel, cancelledSince(found, today), today, new Set(settled));
  const own = open.filter(([, line]) => !line.told && normalised(line.order) === normalised(order));
  return sumBy(own, ([, { units }]) => units);
};
