// Units sold per channel over a range of days, and the share of each in the total.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";

export interface Slice {
  channel: Channel;
  name: string;
  units: number;
  /** 0 to 1. */
  share: number;
}

/** All six channels, in their fixed order. `channelSales`: units by channel and day. */
export const salesDistribution = (channelSales: Record<string, Record<string, number>>): Slice[] => {
  const units = channels.map((channel) => Object.values(channelSales[channel] ?? {}).reduce((a, b) => a + b, 0));
  const total = units.reduce((a, b) => a + b, 0);
  return channels.map((channel, index) => ({
    channel,
    name: channelLabel[channel],
    units: units[index] ?? 0,
    share: total === 0 ? 0 : (units[index] ?? 0) / total,
  }));
};

/** 0.388 as 38.8%. */
export const shareText = (share: number): string => `${(100 * share).toFixed(1)}%`;
