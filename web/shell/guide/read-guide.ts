// The user's guide as it lies beside the app: a file of its own, since only who asks for help or searches reads it.

import file from "./guide.json?url";
import type { Guide } from "./guide-pages.ts";

let reading: Promise<Guide> | undefined;

/** Read once; a read that failed is tried again by the next who asks. */
export const readGuide = (): Promise<Guide> => {
  reading ??= fetch(file).then((response) => response.json());
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
};
