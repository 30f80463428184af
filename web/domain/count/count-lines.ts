// The count lines that were entered on this device: stored, shown at once, and sent several in one call. They stay on
// the device until their count is closed or the user signs out, so that counting continues after a reload or without a
// network.
import type { Answer } from "#shared/api.ts";
import { clientCalls } from "#shared/call-facts.ts";
import { maxCountLines } from "#shared/limits.ts";
import { attempt } from "../../lib/api/client.ts";
import { onSessionEnd, session } from "../../lib/api/session.ts";
import { type Entry, isWaiting, type OnceRoute, stateOf } from "../../lib/outbox/entry.ts";
import { isEntry } from "../../lib/outbox/postings.ts";
import { dropItems, itemsOf, ownerOfSession, store, useItems } from "../../lib/queue/device.ts";
import { isOf, type NewItem } from "../../lib/queue/item.ts";
import { isRefused, type Newest, newestKind } from "../../lib/queue/newest.ts";
import { failureText } from "../../lib/toast.ts";

/** Identifies a line: a user has one on this device for each round and each product or unknown code. */
export interface LineOf {
  count: string;
  /** For messages: "C-14, Bhiwandi". */
  title: string;
  round: number;
  product?: string;
  code?: string;
}

export interface StoredLine extends Newest, LineOf {
  kind: "count line";
  /** Its id on the server. */
  id: string;
  quantity: number;
  /** It does not count: a stray scan that was taken back. */
  withdrawn: boolean;
  /** The last rev that the server has. */
  sent: number;
  /** Milliseconds since 1970, by the clock of this device, of its first units. */
  began_at: number;
}

/** All lines of this device, of all users. */
export const countLines = (): readonly StoredLine[] => itemsOf<StoredLine>("count line");
export const useCountLines = (): readonly StoredLine[] => useItems<StoredLine>("count line");

/** The server does not have its latest version. */
export const isWaitingLine = (line: StoredLine): boolean => line.sent < line.rev && !isRefused(line);
export const isArrived = (line: StoredLine): boolean => !isWaitingLine(line) && !isRefused(line);

const keyOf = ({ count, round, product, code }: LineOf): string =>
  [session().user?._id, count, round, product ?? `code ${code}`].join(" ");

/** The line on this device, if it counts anything. */
export const lineOf = (of: LineOf): StoredLine | undefined => {
  const key = keyOf(of);
  return countLines().find((line) => line.key === key && !line.withdrawn);
};

/** Sets the units of a line to the result of `quantityOf`; undefined stands for a line that does not count. */
export const recordLine = async (
  of: LineOf,
  quantityOf: (units: number | undefined) => number | undefined,
): Promise<void> => {
  const { user } = session();
  if (!user) return;
  const key = keyOf(of);
  const at = Date.now();
  const fresh: NewItem<StoredLine> = {
    ...of,
    kind: "count line",
    key,
    id: crypto.randomUUID(),
    user: { _id: user._id, name: user.name },
    quantity: 0,
    withdrawn: true,
    rev: 0,
    sent: 0,
    began_at: at,
    made_at: at,
  };
  await store.change(async (table) => {
    const found = (await table.find(fresh)) as StoredLine | undefined;
    const { refusal: _, ...line } = found ?? fresh;
    const quantity = quantityOf(line.withdrawn ? undefined : line.quantity);
    const next = {
      ...line,
      quantity: quantity ?? 0,
      withdrawn: quantity === undefined,
      rev: line.rev + 1,
      made_at: at,
    };
    await (found ? table.put(next as StoredLine) : table.add(next));
  });
};

/** Removes the lines of a closed count, except those that the server does not have. */
export const dropArrived = (count: string): void =>
  void dropItems(countLines().filter((line) => line.count === count && isArrived(line)));

// Lines that the server has are not kept for the next person.
onSessionEnd((reason, user) => {
  if (reason === "logout")
    void dropItems(countLines().filter((line) => line.user._id === user?._id && isArrived(line)));
});

export const isLine = isOf<StoredLine>("count line");

const formOf = ({ id, round, product, code, quantity, rev, withdrawn, made_at, began_at }: StoredLine) => {
  const secondsSince = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1_000));
  return {
    id,
    round,
    quantity,
    rev,
    ...(product && { product }),
    ...(code && { code }),
    ...(withdrawn && { withdrawn }),
    age: secondsSince(made_at),
    began: secondsSince(began_at),
  };
};

/** Calls that change stock and name no product. */
const unspecific: readonly string[] = [clientCalls.reverse, "POST /v1/dev/stock-adjustment"] satisfies OnceRoute[];

/** Whether a posting may change the stock of the line's product: its body has ids as whole texts. */
const mayMove = ({ route, input: { body } }: Pick<Entry, "route" | "input">) => {
  const isUnspecific = unspecific.includes(route);
  const text = JSON.stringify(body) ?? "";
  return ({ product }: StoredLine): boolean =>
    product !== undefined && (isUnspecific || text.includes(JSON.stringify(product)));
};

export const countLineKind = newestKind<StoredLine, Answer<"PUT /v1/counts/{id}/lines">>({
  name: "count line",
  gathering: 1_000,
  store,
  owner: ownerOfSession,
  is: isLine,
  /** A count is compared with the stock at the arrival of its lines, so they wait for earlier postings of their product. */
  isWaiting: (all) => {
    const entries = all.filter(isEntry).filter((entry) => isWaiting(stateOf(entry, Date.now())));
    const postings = entries.map(({ user, made_at, ...entry }) => ({ user, made_at, moves: mayMove(entry) }));
    return (line) =>
      isWaitingLine(line) &&
      !postings.some(
        ({ user, made_at, moves }) => user._id === line.user._id && made_at <= line.made_at && moves(line),
      );
  },
  groupOf: ({ count }) => count,
  most: maxCountLines,
  call: (lines) =>
    attempt("PUT /v1/counts/{id}/lines", { path: { id: lines[0]?.count ?? "" }, body: { lines: lines.map(formOf) } }),
  isAnswer: (answer) => Array.isArray(answer?.refused),
  refusalIn: ({ refused }, { id }) => refused.find((one) => one.id === id)?.message,
  refusalOf: (_, { message, details }) => failureText(message, details),
  arrived: (line, rev, table) => table.put({ ...line, sent: Math.max(line.sent, rev) }),
});
