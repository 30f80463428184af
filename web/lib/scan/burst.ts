// Whether keys are a scanned code or typing: judged by the whole burst, since wireless scanners are slow and stall. Pure.

/** Milliseconds between the keys of a scan on average, with a little for the clock. Scanner apps allow 100. */
const maxAverage = 105;
/** Nobody types as fast as this on average. */
const tooFastToType = 35;
export const minCodeLength = 4;
/** One stall is tolerated for each so many keys. */
const keysPerStall = 12;

const average = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;

/** Stalls that a scan with these gaps may have. */
const stallsOf = (gaps: readonly number[]): number => Math.ceil(gaps.length / keysPerStall);

/** A stall is at least twice as long as the average of all other gaps. */
const isEven = (gaps: readonly number[]): boolean => {
  let rest = [...gaps].sort((a, b) => a - b);
  for (let stalls = stallsOf(gaps); average(rest) > maxAverage; stalls--) {
    const longest = rest.at(-1) as number;
    rest = rest.slice(0, -1);
    if (stalls === 0 || rest.length === 0 || longest < 2 * average(rest)) return false;
  }
  return true;
};

/**
 * The place in a burst where a scanned code begins, or undefined if it was typed. `times` belong to its characters and
 * to the key that ends it. `rolled`: a key went down before the previous one was up, which happens to typists but not
 * to scanners.
 */
export const startOfScan = (times: readonly number[], rolled: boolean): number | undefined => {
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number));
  if (gaps.length < minCodeLength) return undefined;
  // If somebody typed just before the scan, the code begins after the last pause.
  const pauses = gaps.filter((gap) => gap > maxAverage).length;
  const start = gaps.findLastIndex((gap) => gap > maxAverage) + 1;
  const rest = gaps.slice(start);
  const isAfterTyping = start > 0 && rest.length >= minCodeLength && average(rest) <= tooFastToType;
  if (isAfterTyping && pauses > stallsOf(gaps)) return start;
  if (average(gaps) <= tooFastToType || (!rolled && isEven(gaps))) return 0;
  return isAfterTyping ? start : undefined;
};
