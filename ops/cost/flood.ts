// What a day of a flood costs: requests up to the limits of the templates, times list prices.
import { type Json, readAssembly } from "#infra/local/assembly.ts";
import type { Cost } from "./bill.ts";
import { countFixedResources } from "./fixed-resources.ts";
import measured from "./measured.json" with { type: "json" };
import { type Item, prices } from "./prices.ts";

const daySeconds = 24 * 60 * 60;
/** Requests a second that API Gateway lets into an account's region, over all its APIs. */
const accountLimit = 10_000;
/** Bytes of the gateway's line in the log, and milliseconds of a run that refuses a token. */
const [lineBytes, refusalMs] = [400, 3];

/** Requests a second that the limits let through, by route. */
const limitsOf = (assembly: string): Map<string, number> => {
  const { of, target } = readAssembly(assembly, { region: "ap-south-1", apis: new Map(), storage: "" });
  const stages = new Map(
    of("AWS::ApiGatewayV2::Stage").map(({ stack, properties }): [unknown, Json] => [
      target(properties.ApiId, stack),
      properties,
    ]),
  );
  const limits = of("AWS::ApiGatewayV2::Route").map(({ stack, properties: { ApiId, RouteKey } }): [string, number] => {
    const { RouteSettings = {}, DefaultRouteSettings } = stages.get(target(ApiId, stack)) ?? {};
    return [RouteKey, (RouteSettings[RouteKey] ?? DefaultRouteSettings).ThrottlingRateLimit];
  });
  return new Map(limits);
};

/** Dollars of a day with so many units in each second. */
const dollarsOfDay = (units: Partial<Record<Item, number>>): number =>
  Object.entries(units).reduce((sum, [item, count]) => sum + count * prices[item as Item].price, 0) * daySeconds;

export const floodTable = (assembly: string): string => {
  const limits = limitsOf(assembly);
  const all = [...limits.values()].reduce((sum, rate) => sum + rate, 0);
  const { memory } = countFixedResources(assembly);
  const request = (ms: number) => ({
    apiRequest: 1,
    invocation: 1,
    computeTime: (ms / 1_000) * (memory / 1_024),
    logIngestion: lineBytes / 1e9,
  });
  const times = (rate: number, units: Partial<Record<Item, number>>) => dollarsOfDay(units) * rate;
  const uses = measured.find(({ products }) => products === 10_000)?.uses;
  if (!uses) throw new Error("No measurements for 10,000 products: npm run cost:measure");
  const call = ({ rcu, wcu, ms, bytes }: Cost) => ({
    ...request(ms),
    read: rcu,
    write: wcu,
    transferOut: bytes / 1e9,
  });
  const rateOf = (route: string) => limits.get(route) ?? Number.NaN;
  // Two digits, since every route that is added changes the third.
  const rounded = (number: number) => Number(number.toPrecision(2)).toLocaleString("en-IN");
  const row = (what: string, rate: number, dollars: number) => `| ${what} | ${rounded(rate)} | ${rounded(dollars)} |`;
  const [login, ledger] = ["POST /v1/login", "GET /v1/transactions"];
  return [
    "| A flood at its limits, for a day | Requests a second | US dollars |",
    "| --- | ---: | ---: |",
    row("every route, without a valid session", all, times(all, request(refusalMs))),
    row(`guesses at \`${login}\``, rateOf(login), times(rateOf(login), call(uses["sign in"]))),
    row(
      `the dearest list with a stolen session, at 10,000 products`,
      rateOf(ledger),
      times(rateOf(ledger), call(uses["ledger of a day"])),
    ),
    row(
      "what the gateway refuses, all that it takes from anybody",
      accountLimit - all,
      times(accountLimit - all, { logIngestion: lineBytes / 1e9 }),
    ),
  ].join("\n");
};
