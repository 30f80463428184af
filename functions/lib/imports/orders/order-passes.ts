// The passes of a preview of an order file. Each hands on new lines: their codes, what they are to their order, which of them
// another channel's picklist took, and for which there is stock.
import { type Channel, channelLabel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { normalised } from "#shared/name.ts";
import type { OrderOutcomeId } from "#shared/order-outcome.ts";
import type { CodeFinder } from "./code-finder.ts";
import { amountsOf, type LineCode } from "./line-code.ts";
import type { LineIdentity } from "./line-identity.ts";
import { type PickedLine, type shelfStock, takeInStock } from "./order-group.ts";
import { alsoSaying, type OrderLine } from "./order-lines.ts";
import { isWanted } from "./order-outcomes.ts";
import type { PickedLines } from "./picked-lines.ts";
import type { ComparedLine, LineState } from "./since-picked.ts";

/** A line with what its code stands for. */
export interface CodedLine extends OrderLine, LineCode {
  /** Empty while its code is unknown. */
  product: string;
  /** As many as the file says while its code is unknown. */
  units: number;
  /** Units of the further products of a combo. */
  more?: { product: string; units: number }[] | undefined;
}

/** A line with its outcome. */
export interface DecidedLine extends CodedLine {
  status: OrderOutcomeId;
}

/** A line as the answer shows it. */
export interface PreviewedLine extends DecidedLine, ComparedLine {
  /** The picklist of another channel that took it. */
  elsewhere?: string | undefined;
  /** The product of which it is short. */
  scarce?: string | undefined;
}

export const withCode = (line: OrderLine, code: LineCode): CodedLine => ({
  ...line,
  ...code,
  ...amountsOf(code.listed, line.quantity),
  product: code.listed?.product ?? "",
  problems: normalised(code.code) === "" ? [...line.problems, line.withoutCode] : line.problems,
});

/** The outcome of a line that nothing else leaves out. */
export const codeStatus = (line: CodedLine, finder: Pick<CodeFinder, "explain">): OrderOutcomeId => {
  if (line.problems.length > 0) return "wrong";
  if (line.listed) return line.sold === undefined ? "ready" : "sold";
  return finder.explain(line).problem ? "unclear" : "unknown";
};

/** Days within which a line is sold, and its picked lines known. */
const soldDays = 28;

interface Selling {
  shelf: string | undefined;
  today: string;
  /** Whether a line that was sent already is taken in. */
  isSentIn: (line: OrderLine) => boolean;
}

/**
 * The line with the day on which it was sold, if it is booked without being picked: because the marketplace has sent it from the
 * shelf that a warehouse stands for, whatever else the row says of sending, or because it was sent already.
 */
export const withSale = (line: OrderLine, { shelf, today, isSentIn }: Selling): OrderLine => {
  const fromShelf = shelf !== undefined && line.says.has("marketplace");
  if (!fromShelf && !(line.says.has("sent") && isSentIn(line))) return line;
  const sold = line.day !== undefined && line.day <= today ? line.day : "";
  const dated = { ...line, sold };
  const aged = sold !== "" && sold < addDays(today, -soldDays) ? alsoSaying(dated, "too_old") : dated;
  if (!fromShelf) return aged;
  const quantity = line.isLeft ? line.quantity : Math.max(line.quantity, line.ordered);
  const isMeant = (id: OrderOutcomeId) =>
    id !== "marketplace" && id !== "sent" && !(id === "nothing_left" && quantity > 0);
  return { ...aged, shelf, quantity, says: new Set([...aged.says].filter(isMeant)) };
};

/** What a line is to its order, by the outcome of its own cells. One that came back is no longer part of it. */
export const stateOf = ({ cancellation, status }: Pick<DecidedLine, "cancellation" | "status">): LineState => {
  if (status === "cancelled") return cancellation === "cancelled" ? "cancelled" : "ignored";
  if (["no_goods", "other_channel", "wrong"].includes(status)) return "ignored";
  if (status === "sent" || status === "nothing_left") return "sent";
  return isWanted({ status }) ? "takeable" : "waiting";
};

type StatedLine = OrderLine & LineIdentity & Pick<LineCode, "listed"> & { state: LineState };

/** The lines without what programs have cancelled of them, unless the file says so itself, or that it was sent. */
export const withCancelled = <L extends StatedLine>(lines: readonly L[], { cancelledOf }: Cancelled): L[] => {
  const left = new Map(
    [...Map.groupBy(lines, ({ key }) => key)].flatMap(([key, same]) => {
      const said = same.reduce((sum, one) => sum + one.cancelled + (one.state === "cancelled" ? one.ordered : 0), 0);
      return key && same[0] ? [[key, cancelledOf(same[0]) - said]] : [];
    }),
  );
  const less = (line: L): L => {
    const { key = "", state, quantity, listed } = line;
    const cancelled = left.get(key) ?? 0;
    if (cancelled <= 0 || (state !== "takeable" && state !== "waiting")) return line;
    const units = Math.min(quantity, cancelled);
    left.set(key, cancelled - units);
    if (cancelled >= quantity)
      return { ...alsoSaying(line, "cancelled"), state: "cancelled", cancellation: "cancelled", isByPresence: false };
    const ordered = Math.max(0, line.ordered - units);
    return { ...line, ...amountsOf(listed, quantity - units), ordered, cancelled: line.cancelled + units };
  };
  // Rows that are told anew stand last.
  return lines.toReversed().map(less).toReversed();
};
type Cancelled = Pick<PickedLines, "cancelledOf">;

/** Shorter numbers of orders may be those of two channels at once. */
const leastOwnNumber = 8;

/** Whether a picklist of another channel may have taken the line: the channel of the file is wrong, or was then. */
export const mayBeElsewhere = ({ order, line, says }: Pick<OrderLine, "order" | "line" | "says">): boolean =>
  !(["picked", "added", "cancelled"] as const).some((id) => says.has(id)) &&
  Math.max(order.length, line.length) >= leastOwnNumber;

/** The lines with the picklists of other channels that took them; of several, the last channel's. */
export const withOtherChannels = (
  lines: readonly PreviewedLine[],
  others: readonly (Pick<PickedLines, "ofLine"> & { channel: Channel })[],
): PreviewedLine[] =>
  lines.map((line) => {
    const taken = (mayBeElsewhere(line) ? others : []).flatMap(({ channel, ofLine }) => {
      const last = ofLine(line).at(-1);
      return last ? `Picked for ${channelLabel(channel)} in ${movementNumber(last.movement)}` : [];
    });
    return taken.length > 0 ? { ...alsoSaying(line, "unsure"), elsewhere: taken.at(-1) } : line;
  });

/** The lines with those that are short, the lines that are taken, and those that hold up a picklist; `own`: units to pick. */
export const allocate = (
  lines: readonly PreviewedLine[],
  own: (product: string) => number,
  inShelf: ReturnType<typeof shelfStock>,
) => {
  const ready = lines.filter(({ status }) => status === "ready" || status === "sold");
  const isOwn = ({ shelf }: PreviewedLine) => shelf === undefined;
  const picked = takeInStock(ready.filter(isOwn), own);
  const sold = takeInStock(
    ready.filter((line) => !isOwn(line)),
    inShelf.available,
    inShelf.partsIn,
  );
  const short = new Map([...picked.short, ...sold.short]);
  return {
    taken: [...picked.taken, ...sold.taken],
    short: [...picked.short.keys()],
    lines: lines.map((line): PreviewedLine => {
      const scarce = short.get(line);
      return scarce === undefined ? line : { ...line, status: line.shelf ? "shelf_short" : "short", scarce };
    }),
  };
};

/** What is stored of a line that is taken. */
export const toPicked = (line: PreviewedLine): PickedLine => {
  const { sold, shelf } = line;
  const { row, order, quantity, ordered, gone, isLeft, product, units, more, key, ofOrder, isNumbered } = line;
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
    ofOrder,
    isNumbered,
    marks,
    knownBy,
    alikeBy,
    ...(sold !== undefined && { sold }),
    ...(shelf && { shelf }),
  };
};
