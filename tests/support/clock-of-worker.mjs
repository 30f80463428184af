// Loaded into a worker before its bundle, or into a process before its script: makes Date tell the time of the test.
// JavaScript, for what `infra/local/worker.mjs` says.
import { subscribe } from "node:diagnostics_channel";
import { getEnvironmentData } from "node:worker_threads";

const ahead = getEnvironmentData("clock") ?? [process.env.CLOCK_AHEAD ?? 0];
const Real = Date;

globalThis.Date = class Told extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Told.now()] : given));
  }

  static now() {
    return Real.now() + Number(ahead[0]);
  }
};

// The engines say what time it really is: the SDK would put a refusal down to its own clock, and ask again.
subscribe("http.client.response.finish", ({ response }) => {
  delete response.headers.date;
});
