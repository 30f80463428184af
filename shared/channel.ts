// The sales channels with their facts. One more is one more row: lists, charts, reports and forms follow.
import { unknownLabel } from "./format.ts";

interface Facts {
  label: string;
  /** In charts. */
  colour: string;
  /** Of text on its colour: a contrast of at least 4.9. */
  textColour: string;
  /** The marketplace's name for what it sends itself. */
  program?: string;
}

const rows = {
  amazon: { label: "Amazon", colour: "#2f6f8f", textColour: "#ffffff", program: "FBA" },
  flipkart: { label: "Flipkart", colour: "#6b8e5a", textColour: "#000000", program: "FBF" },
  firstcry: { label: "Firstcry", colour: "#c08a3e", textColour: "#000000" },
  jiomart: { label: "Jiomart", colour: "#8a6fa8", textColour: "#000000" },
  "snd-website": { label: "Website", colour: "#b5655d", textColour: "#000000" },
  "snd-app": { label: "SND App", colour: "#5b7f95", textColour: "#000000" },
} as const satisfies Record<string, Facts>;
export type Channel = keyof typeof rows;

export const channelFacts: Readonly<Record<Channel, Facts>> = rows;
/** In the order of the rows. */
export const channels = Object.keys(rows) as Channel[];

export const channelMissing = "Please select a channel";

/** A newer release may have written a channel that has no row here. */
export const channelLabel = (channel: Channel): string => channelFacts[channel]?.label ?? unknownLabel(channel);

/** The shelf from which a marketplace sends what it sells itself: "Amazon (FBA)". */
export const shelfName = (channel: Channel): string => {
  const program = channelFacts[channel]?.program;
  return program ? `${channelLabel(channel)} (${program})` : channelLabel(channel);
};

/** Options of a select. */
export const channelChoices = channels.map((value) => ({ value, label: channelLabel(value) }));
