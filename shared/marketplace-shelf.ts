// The shelf from which a marketplace sends what it sells itself: its name.
import { type Channel, channelLabel } from "./channel.ts";

const programs: Partial<Record<Channel, string>> = { amazon: "FBA", flipkart: "FBF" };

/** "Amazon (FBA)". */
export const shelfName = (channel: Channel): string =>
  [channelLabel(channel), ...(programs[channel] ? [`(${programs[channel]})`] : [])].join(" ");
