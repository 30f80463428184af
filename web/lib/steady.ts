// When a camera's reading counts: three equal reads in a row, and once for as long as the code stays in view.

/** Equal reads that make a code certain. */
const needed = 3;
/** Milliseconds without it after which the same code counts again. */
const away = 700;

/** Takes what each look at the camera read, and gives the code when it counts. */
export const steadyReads = (): ((code: string | undefined, at: number) => string | undefined) => {
  let last: string | undefined;
  let reads = 0;
  let counted: { code: string; seen: number } | undefined;
  return (code, at) => {
    if (counted && at - counted.seen > away) {
      counted = undefined;
      reads = 0;
    }
    // A look that read nothing, a blurred one, breaks no series.
    if (code === undefined) return undefined;
    reads = code === last ? reads + 1 : 1;
    last = code;
    if (counted?.code === code) {
      counted.seen = at;
      return undefined;
    }
    if (reads < needed) return undefined;
    counted = { code, seen: at };
    return code;
  };
};
