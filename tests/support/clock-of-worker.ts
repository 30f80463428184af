// Loaded into a worker before its bundle: makes Date tell the time that the test has set.
import { getEnvironmentData } from "node:worker_threads";

const ahead = getEnvironmentData("clock") as BigInt64Array | undefined;
const Real = Date;

class Told extends Real {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [Told.now()] : given) as [number]));
  }

  static override now(): number {
    return Real.now() + Number(ahead?.[0] ?? 0);
  }
}

globalThis.Date = Told as DateConstructor;
