// The six sales channels.
import { labelOf } from "./format.ts";

export const channels = ["amazon", "flipkart", "firstcry", "jiomart", "snd-website", "snd-app"] as const;

export type Channel = (typeof channels)[number];

const labels: Record<Channel, string> = {
  amazon: "Amazon",
  flipkart: "Flipkart",
  firstcry: "Firstcry",
  jiomart: "Jiomart",
  "snd-website": "Website",
  "snd-app": "SND App",
};
export const channelLabel = (channel: Channel): string => labelOf(labels, channel);

const programs: Partial<Record<Channel, string>> = { amazon: "FBA", flipkart: "FBF" };

/** The shelf from which a marketplace sends what it sells itself: "Amazon (FBA)". */
export const shelfName = (channel: Channel): string =>
  [channelLabel(channel), ...(programs[channel] ? [`(${programs[channel]})`] : [])].join(" ");

/** Options of a select. */
export const channelChoices = channels.map((value) => ({ value, label: channelLabel(value) }));
