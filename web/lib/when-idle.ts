// Work that nobody waits for: it begins once the first data of the page are there and the browser is idle.

let data = Promise.resolve();
let release = (): void => undefined;

/** Milliseconds after which idle work is no longer held back. */
const longestHold = 5_000;

/**
 * Holds idle work back until the first data are there: on a slow network it would take most of the bandwidth from what
 * somebody waits for.
 */
export const holdIdleWork = (): void => {
  data = new Promise((resolve) => {
    release = resolve;
    setTimeout(resolve, longestHold);
  });
};
export const releaseIdleWork = (): void => release();

/** Milliseconds after which the work begins anyway: a browser may find no idle moment for half a minute. */
const timeout = 2_000;

/** Safari has no requestIdleCallback. */
const idle = (task: () => void): unknown =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(task, { timeout }) : setTimeout(task);

/** Twice, because the first data are asked for while the app starts, and drawn as soon as they are there. */
export const whenIdle = (task: () => void): void => void idle(() => data.then(() => idle(task)));
