// When a camera's reading counts: three equal reads in a row, and once for as long as the code stays in view.

/** Equal reads that make a code certain. */
const requiredReads = 3;
/** Looks and milliseconds without it after which the same code counts again: slow phones look seldom. */
const forgetAfter = { looks: 3, time: 700 };

/** Takes what each look at the camera read, and gives the code when it counts. */
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
    // A look that read nothing, a blurred one, breaks no series.
    if (code === undefined) return undefined;
    reads = code === last ? reads + 1 : 1;
    last = code;
    if (reads < requiredReads) return undefined;
    counted = { code, seen: at, missed: 0 };
    return code;
  };
};
