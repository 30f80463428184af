// Loaded into a worker before its bundle, or into a process before its script: sets its clock to that of the test.
// JavaScript, for the reason given in `infra/local/worker.mjs`.
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

// The engines send the real time, and the SDK would take a refusal for an error of its own clock and retry.
subscribe("http.client.response.finish", ({ response }) => {
  delete response.headers.date;
});
