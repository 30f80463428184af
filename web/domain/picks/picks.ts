// Ticks of picklists that the server does not have yet: stored on this device, so that picking continues without a
// network, after a reload and in another tab, and sent several in one call. The last tick of a place counts.
import { maxTicks } from "#shared/limits.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { Picked } from "#shared/picklist.ts";
import { attempt } from "../../lib/api/client.ts";
import { session } from "../../lib/api/session.ts";
import { newEmitter } from "../../lib/emitter.ts";
import { isOwn, itemsOf, ownerOfSession, store, useItems } from "../../lib/queue/device.ts";
import { isOf, type NewItem } from "../../lib/queue/item.ts";
import { isRefused, type Newest, newestKind } from "../../lib/queue/newest.ts";
import { readText, writeText } from "../../lib/stored.ts";
import { failureText } from "../../lib/toast.ts";

export interface Tick extends Newest {
  kind: "tick";
  picklist: string;
  product: string;
  warehouse: string;
  picked: boolean;
  /** Higher than the `rev` of every earlier tick of this device. */
  rev: number;
}

/** The ticks of the signed-in user that wait, or were refused. */
const ownTicks = (): Tick[] => itemsOf<Tick>("tick").filter(isOwn);
export const useOwnTicks = (): Tick[] => useItems<Tick>("tick").filter(isOwn);

export const waitingTicks = (ticks: readonly Tick[], picklist: string): Tick[] =>
  ticks.filter((tick) => tick.picklist === picklist && !isRefused(tick));

/** It may be lost in a crash of the browser. */
const remembered = (name: string, next: (before: string | undefined) => string): string => {
  const value = next(readText("localStorage", name));
  writeText("localStorage", name, value);
  return value;
};

const deviceId = (): string => remembered("device", (before) => before ?? crypto.randomUUID());

/** Higher than the one before, though the clock may have been set back. */
const nextRev = (): number =>
  Number(remembered("tick rev", (before) => String(Math.max(Date.now(), (Number(before) || 0) + 1))));

/** A place that was picked, or is to be picked again. */
export type Ticked = Pick<Tick, "product" | "warehouse" | "picked">;

let ticking = Promise.resolve();

/**
 * Ticks the place of a picklist that `choose` finds. `choose` is called once earlier ticks are stored, so that the
 * second of two quick scans knows the first.
 */
export const tick = (picklist: string, choose: (waiting: readonly Tick[]) => Ticked | undefined): Promise<void> => {
  ticking = ticking.then(async () => {
    const place = choose(waitingTicks(ownTicks(), picklist));
    if (place) await storeTick(picklist, place);
  });
  return ticking;
};

const storeTick = async (picklist: string, { product, warehouse, picked }: Ticked): Promise<void> => {
  const { user } = session();
  if (!user) return;
  const key = [user._id, picklist, product, warehouse].join(" ");
  const next: NewItem<Tick> = {
    kind: "tick",
    key,
    picklist,
    product,
    warehouse,
    picked,
    user: { _id: user._id, name: user.name },
    rev: nextRev(),
    made_at: Date.now(),
  };
  await store.change(async (table) => {
    const found = await table.find(next);
    await (found ? table.put({ ...next, seq: found.seq }) : table.add(next));
  });
};

/** The server's answers to ticks of this tab. */
export const pickedAnswers = newEmitter<[picked: Picked]>();

export const isTick = isOf<Tick>("tick");

export const tickKind = newestKind<Tick, Picked>({
  name: "tick",
  gathering: 500,
  store,
  owner: ownerOfSession,
  is: isTick,
  isWaiting: () => (one) => !isRefused(one),
  groupOf: ({ picklist }) => picklist,
  most: maxTicks,
  call: async (ticks) => {
    const device = deviceId();
    const result = await attempt("PUT /v1/picklists/{id}/picked", {
      path: { id: ticks[0]?.picklist ?? "" },
      body: {
        ticks: ticks.map(({ product, warehouse, picked, rev, made_at }) => {
          const age = Math.max(0, Math.round((Date.now() - made_at) / 1_000));
          return { product, warehouse, picked, device, rev, age };
        }),
      },
    });
    // Shown before its ticks are forgotten.
    if (result.ok && isPicked(result.answer)) pickedAnswers.emit(result.answer);
    return result;
  },
  isAnswer: (answer) => isPicked(answer),
  refusalOf: ({ picklist }, { message, details }) =>
    failureText(`Picklist ${movementNumber(picklist)}: ${message}`, details),
  arrived: async (one, rev, table) => one.rev === rev && table.delete(one),
});

const isPicked = (answer: Picked | undefined): boolean => Array.isArray(answer?.places);
