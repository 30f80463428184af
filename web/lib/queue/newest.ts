// Kinds of items for which only the newest of a key counts, such as count lines. Several are sent in one call, and each
// again until the server has its latest revision or refuses it.
import type { Failure } from "#shared/failure.ts";
import { isRetryable, type Result, waitOf } from "../api/result.ts";
import type { Item } from "./item.ts";
import type { Kind, Try } from "./queue.ts";
import type { Store, Table } from "./store.ts";

export interface Newest extends Item {
  /** Raised with each change. */
  rev: number;
  /** Why the server refused it. */
  refusal?: string;
}

export const isRefused = ({ refusal }: { refusal?: unknown }): boolean => refusal !== undefined;

interface NewestParts<I extends Newest, A> extends Pick<Kind<I>, "name" | "gathering"> {
  store: Store;
  /** The id of the signed-in user. */
  owner: () => string | undefined;
  is: (item: Item) => item is I;
  /** Whether an item is to be sent, beside `all` of the device. */
  isWaiting: (all: readonly Item[]) => (item: I) => boolean;
  /** Items of one group are sent in one call, up to the maximum. */
  groupOf: (item: I) => string;
  most: number;
  call: (items: readonly I[]) => Promise<Result<A>>;
  /** Whether an answer is the API's own: a captive portal may answer 200 too. */
  isAnswer: (answer: A) => boolean;
  /** Why an answer refuses an item. */
  refusalIn?: (answer: A, item: I) => string | undefined;
  refusalOf: (item: I, failure: Failure) => string;
  /** Called once the server has this revision. */
  arrived: (item: I, rev: number, table: Table) => Promise<unknown>;
}

export const newestKind = <I extends Newest, A>(parts: NewestParts<I, A>): Kind<I> => {
  const { name, gathering, store, is, isWaiting, groupOf, most } = parts;
  const send = async (items: readonly I[]): Promise<Try> => {
    // Somebody else may have signed in since the call before.
    if (items.some(({ user }) => user._id !== parts.owner())) return { settled: false };
    const result = await parts.call(items);
    if (result.ok ? !parts.isAnswer(result.answer) : isRetryable(result.failure))
      return { settled: false, after: result.ok ? 0 : waitOf(result.failure) };
    // One of the items is at fault.
    if (!result.ok && items.length > 1 && [400, 422].includes((result.failure as Failure).status)) {
      for (const item of items) if (!(await send([item])).settled) return { settled: false };
      return { settled: true };
    }
    await store.change(async (table) => {
      for (const item of items) {
        const latest = await table.find(item);
        // It was removed, or changed meanwhile and waits on.
        if (!latest || !is(latest)) continue;
        const refusal = result.ok
          ? parts.refusalIn?.(result.answer, item)
          : parts.refusalOf(item, result.failure as Failure);
        const { tries: _, next_at: __, ...rest } = latest;
        if (refusal === undefined) await parts.arrived(rest as I, item.rev, table);
        else if (latest.rev === item.rev) await table.put({ ...rest, refusal } as I);
      }
    });
    return { settled: true };
  };
  return {
    name,
    gathering,
    next: (all, user) => {
      const waits = isWaiting(all);
      const ready = all.filter(is).filter((item) => item.user._id === user && waits(item));
      return ready.filter((item) => ready[0] && groupOf(item) === groupOf(ready[0])).slice(0, most);
    },
    send,
  };
};
