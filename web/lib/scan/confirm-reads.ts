// When a camera's read counts: after three equal ones in a row, and once while the code stays in view.

/** Equal reads in a row that confirm a code. */
const requiredReads = 3;
/** Both reads and milliseconds without a code after which it counts again; slow phones read seldom. */
const forgetAfter = { looks: 3, time: 700 };

/** A function that takes each read, and returns the code when it counts. */
export const confirmReads = (): ((code: string | undefined, at: number) => string | undefined) => {
  let last: string | undefined;
  let reads = 0;
  let counted: { code: string; seen: number; missed: number } | undefined;
  return (code, at) => {
    if (counted && code === counted.code) {
      counted = { code, seen: at, missed: 0 };
      return undefined;
    }
    if (counted && ++counted.missed >= forgetAfter.looks && at - counted.seen > forgetAfter.time) {
      if (last === counted.code) last = undefined;
      counted = undefined;
    }
    // A read without a code, from a blurred picture, does not break a series.
    if (code === undefined) return undefined;
    reads = code === last ? reads + 1 : 1;
    last = code;
    if (reads < requiredReads) return undefined;
    counted = { code, seen: at, missed: 0 };
    return code;
  };
};
