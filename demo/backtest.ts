// `npm run backtest`: a year of orders by the plan's own functions, over generated worlds (`-- --seeds 3 --first 100`), or over
// the ledger of a running product (`-- --api URL --user NAME --password TEXT`). `--write` puts the table and its picture into
// docs/planning.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serviceLevels } from "#shared/product-fields.ts";
import { newWorld, type World } from "./backtest/demand.ts";
import { worldOfLedger } from "./backtest/ledger.ts";
import { pictureOf } from "./backtest/picture.ts";
import { minMax, plan } from "./backtest/rules.ts";
import { added, meanOf, shareAt, worthOf } from "./backtest/worth.ts";
import { liveAYear, type Rule } from "./backtest/year.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "10" },
    first: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
    api: { type: "string" },
    user: { type: "string", default: "root" },
    password: { type: "string", default: "" },
  },
});
const { api, user, password } = values;
/** Days of stock at which the levels of service are compared with other rules. */
const comparedAt = 42;

const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.first) + at);
// A world is used up by a year: its random numbers go on.
const worlds = api ? [await worldOfLedger(api, user, password)] : seeds.map((seed) => () => newWorld(seed));
const [{ classes, daysBefore, days }] = worlds.map((make) => make()) as [World];

const livedBy = (name: string, rule: Rule) => {
  const years = worlds.map((make) => liveAYear(make(), rule));
  const worths = years.map((outcomes) => worthOf(added(outcomes.values())));
  const ofClass = classes.map((kind) => added(years.flatMap((outcomes) => outcomes.get(kind) ?? [])));
  return { name, worths, ofClass, all: added(ofClass) };
};

const levels = serviceLevels.map((service) => livedBy(`Plan, service level ${service}`, plan({ service })));
const averaged = livedBy("Minimum and maximum by a calendar average", minMax);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const row = ({ name, worths, ofClass, all }: ReturnType<typeof livedBy>): string => {
  const { mean, error } = meanOf(worths.map(({ share }) => share));
  const cells = [name, percent(mean), percent(error), percent(all.out / all.days), (all.stock / all.sold).toFixed(0)];
  return `| ${[...cells, ...ofClass.map(({ sold, wanted }) => percent(sold / wanted))].join(" | ")} |`;
};
const { mean, error } = meanOf(
  worlds.map((_, world) =>
    shareAt(
      levels.map(({ worths }) => worths[world] ?? { share: 0, stock: 0 }),
      comparedAt,
    ),
  ),
);
const text = [
  api
    ? `${days - daysBefore} days of weekly orders over the ledger of ${api}.`
    : `A year of weekly orders in ${seeds.length} worlds, seeds ${seeds[0]} to ${seeds.at(-1)}.`,
  "",
  `| Rule | sold of wanted | ± | product-days out | stock, days of sales | ${classes.join(" | ")} |`,
  `| --- | ${["---:", "---:", "---:", "---:", ...classes.map(() => "---:")].join(" | ")} |`,
  ...[averaged, ...levels].map(row),
  "",
  `With ${comparedAt} days of stock, on the line through the service levels: ${percent(mean)} ± ${percent(error)} of what was wanted.`,
].join("\n");
console.log(text);

if (values.write) {
  const folder = join(import.meta.dirname, "../docs");
  const picture = pictureOf(
    levels.map(({ all }, at) => ({ name: `Plan, ${serviceLevels[at]} %`, ...worthOf(all) })),
    { name: averaged.name, ...worthOf(averaged.all) },
  );
  writeFileSync(join(folder, "planning.svg"), picture);
  const paper = join(folder, "planning.md");
  const [start, end] = ["<!-- npm run backtest -- --write -->", "<!-- /backtest -->"];
  const [before, rest = ""] = readFileSync(paper, "utf8").split(start);
  writeFileSync(paper, `${before}${start}\n${text}\n${end}${rest.split(end)[1]}`);
}
