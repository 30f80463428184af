// The six sales channels.

export const channels = ["amazon", "flipkart", "firstcry", "jiomart", "snd-website", "snd-app"] as const;

export type Channel = (typeof channels)[number];

export const channelLabel: Record<Channel, string> = {
  amazon: "Amazon",
  flipkart: "Flipkart",
  firstcry: "Firstcry",
  jiomart: "Jiomart",
  "snd-website": "Website",
  "snd-app": "SND App",
};

/** Options of a select. */
export const channelChoices = channels.map((value) => ({ value, label: channelLabel[value] }));
