// Loaded into a worker before its bundle: makes Date tell the time that the test has set.
// JavaScript, for what `infra/local/worker.mjs` says.
import { getEnvironmentData } from "node:worker_threads";

const ahead = getEnvironmentData("clock");
const Real = Date;

globalThis.Date = class Told extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Told.now()] : given));
  }

  static now() {
    return Real.now() + Number(ahead?.[0] ?? 0);
  }
};
