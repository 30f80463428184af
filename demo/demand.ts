// The demo's customer demand by article and channel, with growth, weekends and two peaks.
import { type Channel, channels } from "#shared/channel.ts";
import { sum } from "#shared/sum.ts";
import { type Article, articles } from "./catalogue.ts";
import type { Random } from "./random.ts";
import { days } from "./simulation.ts";

type SoldOn = (article: Article) => boolean;
const onBoth: SoldOn = ({ amazon, flipkart }) => Boolean(amazon && flipkart);
const onSite: SoldOn = ({ website }) => Boolean(website);

/** Each channel's share in the sales of an article that is sold on all of these; on any other channel the demo sells nothing. */
const sales: Partial<Record<Channel, { share: number; isOn: SoldOn }>> = {
  amazon: { share: 0.36, isOn: ({ amazon }) => Boolean(amazon) },
  flipkart: { share: 0.24, isOn: ({ flipkart }) => Boolean(flipkart) },
  firstcry: { share: 0.14, isOn: onBoth },
  jiomart: { share: 0.07, isOn: onBoth },
  "snd-website": { share: 0.12, isOn: onSite },
  "snd-app": { share: 0.07, isOn: onSite },
};

/** The channels' shares in an article's sales; they add up to 1. */
const channelShares = (article: Article): number[] => {
  const shares = channels.map((channel) => (sales[channel]?.isOn(article) ? sales[channel].share : 0));
  return shares.map((part) => part / sum(shares));
};

const articleShares = articles.map(channelShares);

/**
 * Sunday to Saturday, relative to a usual day. A sale counts on the day it is picked, and on weekends fewer people
 * pick, so sales dip; on Monday the backlog goes out.
 */
const weekdayFactors = [0.45, 1.15, 1.14, 1.14, 1.14, 1.14, 0.84];

interface SalesPeak {
  /** Days since the first day of the history. */
  day: number;
  on: Channel[];
  /** All articles unless one is named. */
  p_id?: string;
  /** Multiple of a usual day's demand, on any weekday. */
  times: number;
}

/** Amazon's sale day, and an influencer's post about a soft toy. */
export const salesPeaks: SalesPeak[] = [
  { day: days - 17, on: ["amazon"], times: 2.6 },
  { day: days - 4, on: ["snd-website", "snd-app"], p_id: "SND-TOY-731", times: 24 },
];

/** After a festival one toy goes on selling better, on any weekday. */
const festival = { p_id: "SND-TOY-730", days: 4, times: 2.4 };

const peakFactor = (index: number, channel: Channel, { p_id }: Article): number | undefined =>
  (p_id === festival.p_id && index >= days - festival.days ? festival.times : undefined) ??
  salesPeaks.find((rush) => rush.day === index && rush.on.includes(channel) && (rush.p_id ?? p_id) === p_id)?.times;

/** The orders of a day: units of each article by channel; they need not be whole. */
type Orders = (index: number, weekday: number) => number[][];

/** Every article's demand grows at its own rate and reaches `pace` at the end. */
export const newDemand = ({ next, between }: Random): Orders => {
  const growth = articles.map(() => between(20, 60) / 100);
  return (index, weekday) =>
    articles.map((article, i) => {
      const pace = article.pace * (1 - (growth[i] ?? 0) * (1 - index / days)) * (0.75 + 0.5 * next());
      return channels.map((channel, c) => {
        const pull = peakFactor(index, channel, article) ?? weekdayFactors[weekday] ?? 1;
        return pace * (articleShares[i]?.[c] ?? 0) * pull;
      });
    });
};
