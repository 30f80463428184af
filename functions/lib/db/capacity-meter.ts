// What one request costs: its calls to DynamoDB and the capacity units they consume.
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

/** Counts the calls of `work` in `meter`, also while the local run serves several requests at once. */
export const withMeter = <T>(meter: Meter, work: () => Promise<T>): Promise<T> => meters.run(meter, work);

export const newMeter = (): Meter => ({ reads: 0, writes: 0, rcu: 0, wcu: 0 });

export const countCall = (kind: "read" | "write", units: number): void => {
  const meter = meters.getStore();
  if (!meter) return;
  meter[kind === "read" ? "reads" : "writes"] += 1;
  meter[kind === "read" ? "rcu" : "wcu"] += units;
};
