// A picklist being made: its lines and channel, the request whose outcome is unknown, and what was processed.
import { maximumReached, outOfStock, unready } from "#shared/allocation.ts";
import type { Channel } from "#shared/channel.ts";
import type { PicklistItem, Wanted } from "#shared/picklist.ts";
import type { ProductTag } from "#shared/product.ts";

export interface DraftLine {
  product: ProductTag;
  quantity: number;
}

/** What was asked of the server under this key, until its answer is known. */
export interface Posting {
  key: string;
  list: Wanted[];
  channel: Channel;
  /** The business day it was first sent on; drafts of an earlier release have none. */
  day?: string;
}

/** What the server did. */
export interface Processed {
  movement: string;
  /** The business day it was processed on; the last it may have been when `since` is another. */
  day: string;
  /** The first it may have been: a try without an answer was made then. */
  since?: string;
  channel: Channel;
  items: PicklistItem[];
}

export interface Draft {
  channel: Channel | "";
  lines: DraftLine[];
  posting?: Posting;
  processed?: Processed;
}

export const blank: Draft = { channel: "", lines: [] };

export const lineOf = (draft: Draft, product: string): DraftLine | undefined =>
  draft.lines.find((line) => line.product._id === product);

export const wantedOf = (lines: readonly DraftLine[]): Wanted[] =>
  lines.map(({ product, quantity }) => ({ product: product._id, quantity }));

/** Whether it says something else than what was processed. */
export const isChanged = ({ channel, lines, processed }: Draft): boolean =>
  processed !== undefined &&
  (channel !== processed.channel ||
    lines.length !== processed.items.length ||
    processed.items.some(({ product, quantity }) => lineOf({ channel, lines }, product._id)?.quantity !== quantity));

/** The draft after a change, or as it was with why not. */
export interface Change {
  draft: Draft;
  refused?: string;
}

const withLine = (draft: Draft, line: DraftLine): Draft => ({
  ...draft,
  lines: lineOf(draft, line.product._id)
    ? draft.lines.map((other) => (other.product._id === line.product._id ? line : other))
    : [...draft.lines, line],
});

/** Adds units of a product, to its line if it has one. Nobody knows the stock before it is loaded. */
export const add = (draft: Draft, product: ProductTag, quantity: number, available = Number.MAX_VALUE): Change => {
  if (quantity > available) return { draft, refused: outOfStock(available) };
  const already = lineOf(draft, product._id)?.quantity ?? 0;
  if (already + quantity > available) return { draft, refused: maximumReached(available) };
  const { _id, p_id, name, image } = product;
  const after = withLine(draft, { product: { _id, p_id, name, image }, quantity: already + quantity });
  const refused = already ? undefined : unready({ list: after.lines, channel: "any" });
  return refused ? { draft, refused } : { draft: after };
};

/** Sets a line's quantity: at least 1, raised at most to what is available, lowered freely. */
export const setQuantity = (draft: Draft, line: DraftLine, wanted: number, available = Number.MAX_VALUE): Change => {
  const most = Math.max(line.quantity, available);
  const quantity = Math.max(1, Math.min(Math.trunc(wanted), most));
  const after = withLine(draft, { ...line, quantity });
  return wanted > most ? { draft: after, refused: maximumReached(available) } : { draft: after };
};

export const remove = (draft: Draft, product: string): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.product._id !== product),
});

/** Back to what was processed. */
export const restore = (draft: Draft): Draft =>
  draft.processed ? { ...draft, channel: draft.processed.channel, lines: linesOf(draft.processed.items) } : draft;

const linesOf = (items: readonly PicklistItem[]): DraftLine[] =>
  items.map(({ product, quantity }) => ({ product, quantity }));

/** The answer has come, on this day: what was asked is processed. */
export const process = (posting: Posting, answer: Pick<Processed, "movement" | "items">, day: string): Draft => {
  const { channel, day: since = day } = posting;
  return {
    channel,
    lines: linesOf(answer.items),
    processed: { ...answer, channel, day, ...(since < day && { since }) },
  };
};

/** The answer has come, and nothing was done. */
export const unlock = ({ posting: _, ...draft }: Draft): Draft => draft;

/** What was processed has been given back: its lines are a draft again. */
export const undone = (draft: Draft, movement: string): Draft => {
  if (draft.processed?.movement !== movement) return draft;
  const { processed: _, ...rest } = draft;
  return rest;
};
