// `npm run backtest`: a year of orders by the plan's own functions, over generated worlds (`-- --seeds 3,100-102`), or over the
// ledger of a running product (`-- --api URL --user NAME --password TEXT`). `--write` puts the table and its picture into
// docs/planning.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newWorld, type World } from "./backtest/demand.ts";
import { worldOfLedger } from "./backtest/ledger.ts";
import { pictureOf } from "./backtest/picture.ts";
import { minMax, plan } from "./backtest/rules.ts";
import { added, meanOf, type Outcome, worthOf } from "./backtest/worth.ts";
import { liveAYear, type Rule } from "./backtest/year.ts";

const { values } = parseArgs({
  options: {
    // The plan was tuned in the first four of these worlds.
    seeds: { type: "string", default: "1-4,1001-1008" },
    write: { type: "boolean", default: false },
    api: { type: "string" },
    user: { type: "string", default: "root" },
    password: { type: "string", default: "" },
  },
});
const { api, user, password } = values;
const seeds = values.seeds.split(",").flatMap((range) => {
  const [first = 0, last = first] = range.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
});
// A world is used up by a year: its random numbers go on.
const worlds = api ? [await worldOfLedger(api, user, password)] : seeds.map((seed) => () => newWorld(seed));
const [{ classes, daysBefore, days }] = worlds.map((make) => make()) as [World];

const livedBy = (name: string, rule: Rule) => {
  const years = worlds.map((make) => liveAYear(make(), rule));
  const worths = years.map((outcomes) => worthOf(added(outcomes.values())));
  const ofClass = classes.map((kind) => added(years.flatMap((outcomes) => outcomes.get(kind) ?? [])));
  return { name, worths, ofClass, all: added(ofClass) };
};

/** By the days of target, and the levels of service that are measured. */
const plans = (
  [
    [30, [70, 80, 90, 95, 98]],
    [15, [90, 95, 98]],
  ] as const
).map(([target, levels]) =>
  levels.map((service) => livedBy(`Plan, target ${target}, service level ${service}`, plan({ target, service }))),
);
const averaged = livedBy("Minimum and maximum by a calendar average", minMax);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const daysOf = ({ stock, sold }: Outcome): string => (stock / sold).toFixed(0);
const classText = (one: Outcome): string => `${percent(one.sold / one.wanted)}, ${daysOf(one)}`;
const row = ({ name, worths, ofClass, all }: ReturnType<typeof livedBy>): string => {
  const { mean, error } = meanOf(worths.map(({ share }) => share));
  const orders = (365 * all.orders) / all.days;
  const cells = [name, percent(mean), percent(error), percent(all.out / all.days), daysOf(all)];
  return `| ${[...cells, orders.toFixed(1), ...ofClass.map(classText)].join(" | ")} |`;
};
const text = [
  api
    ? `${days - daysBefore} days of weekly orders over the ledger of ${api}.`
    : `A year of weekly orders in ${seeds.length} worlds, seeds ${values.seeds.replaceAll("-", " to ").replaceAll(",", ", ")}.`,
  "",
  `| Rule | sold of wanted | ± | product-days out | stock, days of sales | orders a year | ${classes.join(" | ")} |`,
  `| --- | ${["---:", "---:", "---:", "---:", "---:", ...classes.map(() => "---:")].join(" | ")} |`,
  ...[averaged, ...plans.flat()].map(row),
].join("\n");
console.log(text);

if (values.write) {
  const folder = join(import.meta.dirname, "../docs");
  const picture = pictureOf(
    plans.map((line) =>
      line.map(({ name, all }) => ({ name: `${name.replace(/Plan, | service level/g, "")} %`, ...worthOf(all) })),
    ),
    { name: averaged.name, ...worthOf(averaged.all) },
  );
  writeFileSync(join(folder, "planning.svg"), picture);
  const paper = join(folder, "planning.md");
  const [start, end] = ["<!-- npm run backtest -- --write -->", "<!-- /backtest -->"];
  const [before, rest = ""] = readFileSync(paper, "utf8").split(start);
  writeFileSync(paper, `${before}${start}\n${text}\n${end}${rest.split(end)[1]}`);
}
