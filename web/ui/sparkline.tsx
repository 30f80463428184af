// Thirty days or so as a small line without axes, on a scale of its own. The caller gives the same in words.
import style from "./sparkline.module.css";

interface Props {
  /** A value a day, the oldest first; null is a day out of stock. */
  values: readonly (number | null)[];
  width?: number;
}

const height = 28;
/** Room at the edges for the dot. */
const edge = 3;

type Point = { at: number; value: number };

/** Runs of days with a value, each smoothed as the mean of itself and its neighbours in the run. */
const runsOf = (values: readonly (number | null)[]): Point[][] => {
  const runs: Point[][] = [];
  const known = (at: number) => values[at] ?? null;
  for (const at of values.keys()) {
    if (known(at) === null) continue;
    const near = [at - 1, at, at + 1].map(known).filter((value) => value !== null);
    const point = { at, value: near.reduce((sum, value) => sum + value, 0) / near.length };
    if (at > 0 && known(at - 1) !== null) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs;
};

/** First and last place of each run without a value. */
const gapsOf = (values: readonly (number | null)[]): [from: number, to: number][] => {
  const gaps: [number, number][] = [];
  for (const [at, value] of values.entries()) {
    const last = gaps.at(-1);
    if (value !== null) continue;
    if (last?.[1] === at - 1) last[1] = at;
    else gaps.push([at, at]);
  }
  return gaps;
};

export function Sparkline({ values, width = 84 }: Props) {
  const runs = runsOf(values);
  const all = runs.flat();
  const largest = Math.max(0, ...all.map(({ value }) => value));
  const smallest = Math.min(largest, ...all.map(({ value }) => value));
  // A line that hardly moves would look flat on a scale from zero.
  const floor = smallest < largest / 2 ? 0 : smallest;
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  const x = (at: number) => round(edge + at * step);
  const bottom = height - edge;
  /** All days alike are a line half way up, and days without a sale one at the bottom. */
  const share = (value: number) => (largest > floor ? (value - floor) / (largest - floor) : Math.sign(value) / 2);
  const y = (value: number) => round(bottom - share(value) * (bottom - edge));
  const line = runs
    // A lone day is a dot: a line without length, with round ends.
    .map((run) => `M${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}${run.length === 1 ? "h0" : ""}`)
    .join("");
  const area = runs
    .map(
      (run) =>
        `M${x(run[0]?.at ?? 0)} ${height}L${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}V${height}Z`,
    )
    .join("");
  const last = all.at(-1);
  return (
    <svg
      className={style.sparkline}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {gapsOf(values).map(([from, to]) => (
        <rect
          key={from}
          className={style.gap}
          x={Math.max(0, round(x(from) - step / 2))}
          width={round((to - from + 1) * step)}
          height={height}
        />
      ))}
      <path className={style.area} d={area} />
      <path className={style.line} d={line} />
      {last && <circle cx={x(last.at)} cy={y(last.value)} r="2" className={style.last} />}
    </svg>
  );
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
