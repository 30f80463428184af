// Runs in a worker thread: loads one Lambda's bundle and passes it the events.
// Plain JavaScript, because each thread would load Node's type stripper, which takes longer than loading the bundle.
import { createRequire, enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";

/** @typedef {{ id: string, event: string, time: number }} Call An event as JSON, and the timeout in milliseconds. */

if (!parentPort) throw new Error("This file runs only as a worker thread.");
const port = parentPort;

/** Milliseconds without a call. */
const idleTime = 200;

// Log lines use the same channel as answers, so a call's log arrives before its answer.
process.stdout.write = (/** @type {string | Uint8Array} */ chunk) => {
  port.postMessage({ log: typeof chunk === "string" ? chunk : Buffer.from(chunk).toString() });
  return true;
};
process.stderr.write = process.stdout.write;

enableCompileCache();
const { file, handler: name, arn, lowMemory } = workerData;
const handler = createRequire(import.meta.url)(file)[name];
if (typeof handler !== "function") throw new Error(`${file} exports no function ${name}.`);

/** @type {(call: Call, started: number) => object} */
const context = ({ id, time }, started) => ({
  awsRequestId: id,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: "$LATEST",
  invokedFunctionArn: arn,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, started + time - performance.now()),
});

/** Frees the memory of finished calls, which V8 alone would keep until the heap has grown. */
const newCollector = () => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
};
const collectGarbage = lowMemory && newCollector();
let open = 0;
/** @type {NodeJS.Timeout | undefined} */
let idle;

port.on("message", async (/** @type {Call} */ call) => {
  clearTimeout(idle);
  open += 1;
  try {
    const answer = await handler(JSON.parse(call.event), context(call, performance.now()));
    port.postMessage({ id: call.id, answer: JSON.stringify(answer) ?? "null" });
  } catch (error) {
    port.postMessage({ id: call.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  open -= 1;
  if (lowMemory && open === 0)
    idle = setTimeout(collectGarbage, idleTime, { type: "major", flavor: "last-resort" }).unref();
});
