// Whether a cell of a column of channels names another of our channels.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";

/** A name without what stands beside it: "Amazon.in", "AMAZON_IN" and "Amazon India Seller" are Amazon. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[._ ](in|com)\b|\b(india|seller)\b/g, " ")
    .replace(/[\s_-]+/g, "");

/** Our own shop and app as shop software calls them; they may mean anything unless marketplaces stand beside them. */
const ownNames: Readonly<Record<string, Channel>> = {
  website: "snd-website",
  web: "snd-website",
  onlinestore: "snd-website",
  app: "snd-app",
};

const byName = new Map<string, Channel>(
  channels.flatMap((channel) =>
    [channel, channelLabel(channel)].map((name): [string, Channel] => [bare(name), channel]),
  ),
);
for (const name of Object.keys(ownNames)) byName.delete(name);

/** Words beside which a channel's name means something else: Non-Amazon, Amazon Pay. */
const otherwise = new Set(["non", "not", "pay"]);

/** Order managers write their own names around a channel's: AMAZON_IN_API, FLIPKART_SMART. */
const channelOf = (cell: string): Channel | undefined => {
  const words = cell.toLowerCase().split(/[._\s-]+/);
  const named = words.some((word) => otherwise.has(word)) ? [] : words.flatMap((word) => byName.get(word) ?? []);
  return byName.get(bare(cell)) ?? named[0];
};

/** Marketplaces that are no channels of ours, but tell that a column names marketplaces. */
const others = new Set(["meesho", "myntra", "snapdeal", "ajio", "nykaa", "tatacliq", "glowroad", "shopsy", "ebay"]);

/** The channel that a cell names, judged with all cells of its column. */
export const channelIn = (cells: Iterable<string>): ((cell: string) => Channel | undefined) => {
  const marketplaces = [...cells].some((cell) => channelOf(cell) !== undefined || others.has(bare(cell)));
  return (cell) => {
    const name = bare(cell);
    return channelOf(cell) ?? (marketplaces && Object.hasOwn(ownNames, name) ? ownNames[name] : undefined);
  };
};

/** Heads that only one channel writes. */
const ownHeads: Readonly<Record<string, Channel>> = {
  ...{ "amazon order id": "amazon", "amazon rma id": "amazon", fsn: "flipkart" },
};

/** The other channel that the heads of a file belong to. */
export const channelOfHeads = (heads: readonly string[], channel: Channel): Channel | undefined =>
  heads.flatMap((head) => (Object.hasOwn(ownHeads, head) ? (ownHeads[head] ?? []) : [])).find((one) => one !== channel);
