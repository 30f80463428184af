// What the demo seller's customers order, by article and channel: with growth, weekends and two rushes.
import { type Channel, channels } from "#shared/channel.ts";
import { sum } from "#shared/day-sales.ts";
import { type Article, articles } from "./catalogue.ts";
import type { Chance } from "./random.ts";
import { days } from "./simulation.ts";

/** A channel's share of an article that is sold on all six. */
const share: Record<Channel, number> = {
  amazon: 0.36,
  flipkart: 0.24,
  firstcry: 0.14,
  jiomart: 0.07,
  "snd-website": 0.12,
  "snd-app": 0.07,
};

const isOn: Record<Channel, (article: Article) => boolean> = {
  amazon: ({ amazon }) => Boolean(amazon),
  flipkart: ({ flipkart }) => Boolean(flipkart),
  firstcry: ({ amazon, flipkart }) => Boolean(amazon && flipkart),
  jiomart: ({ amazon, flipkart }) => Boolean(amazon && flipkart),
  "snd-website": ({ website }) => Boolean(website),
  "snd-app": ({ website }) => Boolean(website),
};

/** The channels' shares of an article; together 1. */
const mix = (article: Article): number[] => {
  const shares = channels.map((channel) => (isOn[channel](article) ? share[channel] : 0));
  return shares.map((part) => part / sum(shares));
};

const mixes = articles.map(mix);

/**
 * From Sunday to Saturday, in parts of a usual day. A sale counts on the day it is picked, and at the weekend a small
 * shift picks for few pickups, so sales dip although customers do not; on Monday what has waited goes out.
 */
const ofWeekday = [0.45, 1.15, 1.14, 1.14, 1.14, 1.14, 0.84];

interface Rush {
  /** Days since the first one. */
  day: number;
  on: Channel[];
  /** All articles unless one is named. */
  p_id?: string;
  /** Usual days in one, whatever the weekday. */
  times: number;
}

/** Amazon's sale day, and a mother with many followers who shows a soft toy. */
export const rushes: Rush[] = [
  { day: days - 17, on: ["amazon"], times: 2.6 },
  { day: days - 4, on: ["snd-website", "snd-app"], p_id: "SND-TOY-731", times: 24 },
];

const rushOf = (index: number, channel: Channel, { p_id }: Article): number | undefined =>
  rushes.find((rush) => rush.day === index && rush.on.includes(channel) && (rush.p_id ?? p_id) === p_id)?.times;

/** Orders of a day: units of each article by channel, in fractions. */
type Orders = (index: number, weekday: number) => number[][];

/** Every article grows, each at its own rate; at the end it goes at its pace. */
export const customers = ({ next, between }: Chance): Orders => {
  const growth = articles.map(() => between(20, 60) / 100);
  return (index, weekday) =>
    articles.map((article, i) => {
      const pace = article.pace * (1 - (growth[i] ?? 0) * (1 - index / days)) * (0.75 + 0.5 * next());
      return channels.map((channel, c) => {
        const pull = rushOf(index, channel, article) ?? ofWeekday[weekday] ?? 1;
        return pace * (mixes[i]?.[c] ?? 0) * pull;
      });
    });
};
