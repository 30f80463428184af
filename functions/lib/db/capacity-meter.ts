// What one request costs: calls to DynamoDB and the capacity units they consumed.
import { AsyncLocalStorage } from "node:async_hooks";

export interface Meter {
  /** Calls. */
  reads: number;
  writes: number;
  /** Capacity units. */
  rcu: number;
  wcu: number;
}

const meters = new AsyncLocalStorage<Meter>();

/** Runs work under a meter of its own: one worker may serve several requests at a time. */
export const metered = <T>(meter: Meter, work: () => Promise<T>): Promise<T> => meters.run(meter, work);

export const newMeter = (): Meter => ({ reads: 0, writes: 0, rcu: 0, wcu: 0 });

export const count = (kind: "read" | "write", units: number): void => {
  const meter = meters.getStore();
  if (!meter) return;
  meter[kind === "read" ? "reads" : "writes"] += 1;
  meter[kind === "read" ? "rcu" : "wcu"] += units;
};
