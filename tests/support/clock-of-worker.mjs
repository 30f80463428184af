// Loaded into a worker before its bundle, or into a process before its script: sets its clock to that of the test.
// JavaScript, for the reason given in `infra/local/worker.mjs`.
import { subscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import threads, { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from "node:worker_threads";

const ahead = getEnvironmentData("clock") ?? [process.env.CLOCK_AHEAD ?? 0];
const Real = Date;
/** From -1 to 1: how much of the skew this clock has. */
const share = (threadId % 5) / 2 - 1;

globalThis.Date = class Told extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Told.now()] : given));
  }

  static now() {
    return Real.now() + Number(ahead[0]) + share * Number(ahead[1] ?? 0);
  }
};

// The workers of a process have its clock: the Lambdas of `npm start`.
if (isMainThread) {
  setEnvironmentData("clock", ahead);
  threads.Worker = class extends threads.Worker {
    constructor(script, { execArgv = process.execArgv, ...options } = {}) {
      super(script, { ...options, execArgv: [...execArgv, "--import", import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}

// The engines send the real time, and the SDK would take a refusal for an error of its own clock and retry.
subscribe("http.client.response.finish", ({ response }) => {
  delete response.headers.date;
});
