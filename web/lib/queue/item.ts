// Items that wait on this device to be sent: postings, count lines, ticks. One store has all, in the order of entry.
import type { User } from "#shared/user.ts";

export interface ItemId {
  kind: string;
  /** Unique in its kind: the idempotency key of a posting, or the subject of a line or tick. */
  key: string;
}

export interface Item extends ItemId {
  /** The order of entry on this device. A changed item keeps its place. */
  seq: number;
  user: Pick<User, "_id" | "name">;
  /** Milliseconds since 1970, by the clock of this device, of its entry or its last change. */
  made_at: number;
  /** Tries in a row that the server did not settle. */
  tries?: number;
  /** When the next try is due, in milliseconds since 1970. */
  next_at?: number;
  /** It holds a secret that may not be stored, and is lost with this tab. */
  secret?: true;
  /** It could not be stored, and is lost with this tab. */
  unstored?: true;
}

export type NewItem<I extends Item = Item> = Omit<I, "seq" | "unstored">;

/** Whether an item is of a kind. The store has judged it whole. */
export const isOf =
  <I extends Item>(kind: I["kind"]) =>
  (item: ItemId): item is I =>
    item.kind === kind;

export const isLostWithTab = ({ secret, unstored }: Item): boolean => Boolean(secret || unstored);

/** Damaged storage may hold anything. */
export const isItem = (row: unknown): row is Item => {
  const { seq, kind, key, user, made_at } = (row ?? {}) as Partial<Item>;
  return (
    Number.isFinite(seq) &&
    typeof kind === "string" &&
    typeof key === "string" &&
    typeof user?._id === "string" &&
    Number.isFinite(made_at)
  );
};
