// The six sales channels.
import * as v from "valibot";

export const channels = ["amazon", "flipkart", "firstcry", "jiomart", "snd-website", "snd-app"] as const;

export const Channel = v.picklist(channels, "Unknown channel");
export type Channel = v.InferOutput<typeof Channel>;

export const channelLabel: Record<Channel, string> = {
  amazon: "Amazon",
  flipkart: "Flipkart",
  firstcry: "Firstcry",
  jiomart: "Jiomart",
  "snd-website": "Website",
  "snd-app": "SND App",
};
