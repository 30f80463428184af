// The draft of a picklist: its lines and channel, its unanswered request, and the processed picklist.
import { maximumReached, outOfStock, picklistFault, withElsewhere } from "#shared/allocation.ts";
import type { Answer } from "#shared/api.ts";
import type { Context } from "#shared/app.ts";
import { warehousesFor } from "#shared/catalogue.ts";
import type { Channel } from "#shared/channel.ts";
import type { Detail } from "#shared/failure.ts";
import { maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import type { Picklist, PicklistItem, ProductQuantity } from "#shared/picklist.ts";
import type { ProductTag } from "#shared/product.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";

export interface DraftLine {
  product: ProductTag;
  quantity: number;
}

/** A request that the outbox was given. */
export interface Posting {
  /** Its idempotency key. */
  id: string;
  list: ProductQuantity[];
  channel: Channel;
  /** The warehouses to take from, in order; all without. */
  warehouses?: string[];
  /** The business day it was sent on. */
  day: string;
}

/** The result on the server. */
export interface Processed {
  movement: string;
  /** The business day it was processed on; if `firstDay` is given, the last possible one. */
  day: string;
  /** The first possible day, if it was sent before midnight. */
  firstDay?: string;
  channel: Channel;
  items: PicklistItem[];
  /** The warehouses that were chosen to take from. */
  from?: WarehouseTag[];
  /** Those of a walk. */
  orders?: readonly Picklist[];
}

export interface Draft {
  channel: Channel | "";
  /** The warehouses that somebody chose for it, in order; all if empty. Undefined: those of its channel. */
  from?: string[];
  lines: DraftLine[];
  /** Its answer is awaited. */
  posting?: Posting;
  /** It was refused, or waits as the server is in trouble. Its key stays, so that the picklist is taken only once. */
  tried?: Posting;
  /** The key of the refused entry that it corrects. */
  corrects?: string;
  processed?: Processed;
  /** Products of a past picklist that are not in its copy, since they have been deleted. */
  leftOut?: { number: string; names: string[] };
}

export const emptyDraft: Draft = { channel: "", lines: [] };

export const lineOf = (draft: Draft, product: string): DraftLine | undefined =>
  draft.lines.find((line) => line.product._id === product);

export const requestedLines = (lines: readonly DraftLine[]): ProductQuantity[] =>
  lines.map(({ product, quantity }) => ({ product: product._id, quantity }));

const idsOf = (warehouses: readonly WarehouseTag[] = []): string[] => warehouses.map(({ _id }) => _id);

/** The warehouses that the draft takes from, in order; undefined for all, and an empty list if its channel has none left. */
export const warehousesOf = (
  { from, channel }: Pick<Draft, "from" | "channel">,
  { warehouse, without_warehouse = [] }: Pick<Context, "warehouse" | "without_warehouse">,
): string[] | undefined => {
  if (from && from.length > 0) return from;
  const own = channel ? warehousesFor(channel, warehouse, without_warehouse) : undefined;
  return from && own && own.length > 0 ? undefined : own;
};

/** The draft for another channel, of whose warehouses it takes. */
export const forChannel = (draft: Draft, channel: Channel | ""): Draft => {
  const { from, ...rest } = draft;
  const { processed } = draft;
  if (processed?.channel === channel) return { ...rest, channel, from: idsOf(processed.from) };
  // Warehouses that were chosen before any channel was are kept.
  return { ...rest, channel, ...(draft.channel === "" && from && { from }) };
};

/** Whether the draft differs from the processed picklist. */
export const isChanged = ({ channel, from, lines, processed }: Draft): boolean =>
  processed !== undefined &&
  (channel !== processed.channel ||
    (from ?? []).join() !== idsOf(processed.from).join() ||
    lines.length !== processed.items.length ||
    processed.items.some(({ product, quantity }) => lineOf({ channel, lines }, product._id)?.quantity !== quantity));

/** The draft after a change, and why the change was refused or limited. */
export interface DraftChange {
  draft: Draft;
  refused?: string;
}

const withLine = (draft: Draft, line: DraftLine): Draft => ({
  ...draft,
  lines: lineOf(draft, line.product._id)
    ? draft.lines.map((other) => (other.product._id === line.product._id ? line : other))
    : [...draft.lines, line],
});

/**
 * Adds units of a product, to its line if it has one. Without `available` the stock is not known yet; `elsewhere` are units in
 * warehouses that are not taken from.
 */
export const add = (
  draft: Draft,
  product: ProductTag,
  quantity: number,
  available = Number.MAX_VALUE,
  elsewhere = 0,
): DraftChange => {
  if (quantity > available) return { draft, refused: withElsewhere(outOfStock(available), elsewhere) };
  const already = lineOf(draft, product._id)?.quantity ?? 0;
  if (already + quantity > available) return { draft, refused: withElsewhere(maximumReached(available), elsewhere) };
  if (already + quantity > maxUnits) return { draft, refused: tooManyOfProduct() };
  const { _id, p_id, name, image } = product;
  const after = withLine(draft, { product: { _id, p_id, name, image }, quantity: already + quantity });
  const refused = already ? undefined : picklistFault({ list: after.lines, channel: "any" });
  return refused ? { draft, refused } : { draft: after };
};

/** Why no line may have that quantity, whatever is in stock. */
export const tooManyIn = (quantity: number): string | undefined =>
  quantity > maxUnits ? tooManyOfProduct() : undefined;

/** Sets the quantity of a line as it was typed: at least 1. What is more than can be picked is refused as it stands. */
export const setQuantity = (
  draft: Draft,
  line: DraftLine,
  wanted: number,
  available = Number.MAX_VALUE,
  elsewhere = 0,
): DraftChange => {
  const after = withLine(draft, { ...line, quantity: Math.max(1, Math.trunc(wanted)) });
  if (wanted <= Math.min(available, maxUnits)) return { draft: after };
  return {
    draft: after,
    refused: available < wanted ? withElsewhere(maximumReached(available), elsewhere) : tooManyIn(wanted),
  };
};

/** The same by plus and minus: a line that has all that can be picked stays as it is; lowering is free. */
export const stepQuantity = (
  draft: Draft,
  line: DraftLine,
  wanted: number,
  available = Number.MAX_VALUE,
  elsewhere = 0,
): DraftChange => {
  const { draft: after, refused } = setQuantity(draft, line, wanted, available, elsewhere);
  if (wanted <= line.quantity) return { draft: after };
  return refused ? { draft, refused } : { draft: after };
};

export const remove = (draft: Draft, product: string): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.product._id !== product),
});

/** The draft as it was processed. */
export const restore = (draft: Draft): Draft =>
  draft.processed ? { ...forChannel(draft, draft.processed.channel), lines: linesOf(draft.processed.items) } : draft;

/** The lines of a picklist in the answer to a stock-out. */
export const picklistItems = (data: readonly object[]): PicklistItem[] =>
  data.filter((item): item is PicklistItem => "breakdown" in item);

/** The picklist in the answer to a stock-out. */
export const picklistIn = ({ movement, data, ...rest }: Answer<"POST /v1/transactions/out">) => ({
  movement,
  items: picklistItems(data),
  ...("from" in rest && rest.from && { from: rest.from }),
});

const linesOf = (items: readonly PicklistItem[]): DraftLine[] =>
  items.map(({ product, quantity }) => ({ product, quantity }));

/** The draft after its request has been processed, with the answer received on this day. */
export const markProcessed = (
  posting: Posting,
  answer: Pick<Processed, "movement" | "items" | "from">,
  day: string,
): Draft => {
  const { channel, day: firstDay } = posting;
  return {
    channel,
    from: idsOf(answer.from),
    lines: linesOf(answer.items),
    processed: { ...answer, channel, day, ...(firstDay < day && { firstDay }) },
  };
};

/** The draft while its request waits. Sent again, it takes from the same warehouses, whatever its channel has by then. */
export const lock = ({ corrects: _, tried: __, ...draft }: Draft, posting: Posting): Draft => ({
  ...draft,
  from: posting.warehouses ?? [],
  posting,
});

/** The draft after its request has been refused, or while the server is in trouble. */
export const unlock = ({ posting, ...draft }: Draft): Draft => (posting ? { ...draft, tried: posting } : draft);

/** The draft after a refusal: if its channel had no warehouse left, it takes from those that are chosen for the channel next. */
export const afterRefusal = (draft: Draft, details: readonly Detail[]): Draft => {
  const { from: _, ...rest } = draft;
  return details.some(({ field }) => field === "channel") ? rest : draft;
};

/** The draft after its key has turned out to be taken: another Save is another picklist. */
export const withoutKey = ({ posting: _, tried: __, ...draft }: Draft): Draft => draft;

/** The draft after its waiting request has been processed. What was edited meanwhile counts as a change. */
export const markProcessedLate = (
  { channel, from, lines }: Draft,
  ...processed: Parameters<typeof markProcessed>
): Draft => ({ ...markProcessed(...processed), channel, ...(from && { from }), lines });

/** The movement has been reversed: its lines are a draft again. */
export const reopen = (draft: Draft, movement: string): Draft => {
  if (draft.processed?.movement !== movement) return draft;
  const { processed: _, ...rest } = draft;
  return rest;
};

/** The items that corrections have left; of a cancelled picklist those that it had. */
export const itemsLeft = ({ data, now = data, reversed_by }: Picklist): PicklistItem[] => (reversed_by ? data : now);

/** The address for picking; the day locates it among past picklists, or the days those of a walk. */
export const pickPath = (id: string, day: string, until = day): string =>
  `/picklist/${id}/pick?day=${day}${until === day ? "" : `&until=${until}`}`;
