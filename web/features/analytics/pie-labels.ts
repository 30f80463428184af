// The slices of a pie, and the places of the labels of small slices: beside the rim, without overlaps. Pure.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";

export interface Slice {
  channel: Channel;
  name: string;
  units: number;
  /** 0 to 1. */
  share: number;
}

/** All channels, in their fixed order. `channelSales`: units by channel and day. */
export const salesDistribution = (channelSales: Record<string, Record<string, number>>): Slice[] => {
  const units = channels.map((channel) => Object.values(channelSales[channel] ?? {}).reduce((a, b) => a + b, 0));
  const total = units.reduce((a, b) => a + b, 0);
  return channels.map((channel, index) => ({
    channel,
    name: channelLabel(channel),
    units: units[index] ?? 0,
    share: total === 0 ? 0 : (units[index] ?? 0) / total,
  }));
};

/** 0.388 as 38.8%. */
export const shareText = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** Specification, section 9. */
export const size = 300;
export const radius = 140;

/** Slices below this share have no room for a label inside. */
const minInside = 0.08;
/** Pixels: a label's size, its distance from the rim, and the free room around the pie. */
const label = { width: 64, height: 28 };
const gap = 8;
/** Pixels of the card's padding, which labels may use. */
const padding = 16;
const middle = size / 2;

export interface OutsideLabel {
  slice: Slice;
  /** The inner end of the label's first line. */
  x: number;
  y: number;
  anchor: "start" | "end";
  /** The middle of the slice's rim. */
  rim: { x: number; y: number };
}

export const outsideLabels = (slices: readonly Slice[]): OutsideLabel[] => {
  let before = 0;
  const rims = slices.flatMap((slice) => {
    const angle = 2 * Math.PI * (before + slice.share / 2);
    before += slice.share;
    if (slice.units === 0 || slice.share >= minInside) return [];
    return { slice, x: Math.sin(angle), y: -Math.cos(angle) };
  });
  const quarter = (isLeft: boolean, isAbove: boolean): OutsideLabel[] => {
    let last = isAbove ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    return rims
      .filter(({ x, y }) => x < 0 === isLeft && y < 0 === isAbove)
      .sort((a, b) => (isAbove ? b.y - a.y : a.y - b.y))
      .map(({ slice, x, y }) => {
        const wanted = middle + (radius + gap + (label.height / 2) * Math.abs(y)) * y;
        last = isAbove ? Math.min(wanted, last - label.height) : Math.max(wanted, last + label.height);
        // As far from the middle as the pie is wide there.
        const inner = Math.max(0, Math.abs(last - middle) - label.height / 2);
        const wide = Math.sqrt(Math.max(0, (radius + gap) ** 2 - inner ** 2));
        const away = Math.max(wide, (radius + gap) * Math.abs(x));
        return {
          slice,
          x: middle + (isLeft ? -away : away),
          y: last,
          anchor: isLeft ? "end" : "start",
          rim: { x: middle + radius * x, y: middle + radius * y },
        };
      });
  };
  return [quarter(true, true), quarter(true, false), quarter(false, true), quarter(false, false)].flat();
};

/** Pixels around the pie for these labels, as CSS. */
export const roomFor = (labels: readonly OutsideLabel[]): string => {
  const most = (pixels: (one: OutsideLabel) => number) => `${Math.ceil(Math.max(0, ...labels.map(pixels)))}px`;
  const left = most(({ x, anchor }) => (anchor === "end" ? label.width - x - padding : 0));
  const right = most(({ x, anchor }) => (anchor === "start" ? x + label.width - size - padding : 0));
  return [most(({ y }) => label.height / 2 - y), right, most(({ y }) => y + label.height / 2 - size), left].join(" ");
};
