// Units per channel over a range, and the share each has in all.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";

export interface Slice {
  channel: Channel;
  name: string;
  units: number;
  /** 0 to 1. */
  share: number;
}

/** All six, in their order, from channel to day to units. */
export const distribution = (channelSales: Record<string, Record<string, number>>): Slice[] => {
  const units = channels.map((channel) => Object.values(channelSales[channel] ?? {}).reduce((a, b) => a + b, 0));
  const total = units.reduce((a, b) => a + b, 0);
  return channels.map((channel, at) => ({
    channel,
    name: channelLabel[channel],
    units: units[at] ?? 0,
    share: total === 0 ? 0 : (units[at] ?? 0) / total,
  }));
};

/** 0.388 as 38.8%. */
export const shareText = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** A channel's colour, by its place among the six; the tokens have both. */
export const colourOf = (channel: Channel): string => `var(--channel-${channels.indexOf(channel) + 1})`;
export const inkOf = (channel: Channel): string => `var(--on-channel-${channels.indexOf(channel) + 1})`;
