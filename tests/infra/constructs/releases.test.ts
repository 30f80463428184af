// Releases that fail, each recorded as it answers and judged by the alarms of the templates. Nothing here shows that CodeDeploy
// rolls one back: no emulator has it.
import { expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { type Logged, ringing } from "#tests/support/alarms.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { templates } from "#tests/support/template.ts";
import { type Client, client, proxiedWorld } from "#tests/support/world.ts";

const prod = await templates("prod");
const { of } = prod;
const here = await proxiedWorld();
const { databaseProxy: proxy, manager, executive, anonymous, log, api, dev } = here;
const line = await newStockLine(manager, 10_000);

/** The build that the site of these templates serves. */
const served = /\$\.app = "([0-9a-f]{12})"/.exec(
  JSON.stringify(of("AWS::Logs::MetricFilter").map(({ properties }) => properties.FilterPattern)).replaceAll("\\", ""),
)?.[1];

type Call = (person: Client, method: string, path: string, body?: unknown, app?: string) => Promise<void>;

/** What the Lambdas and the gateway log of some calls. */
const recordOf = async (work: (by: Call) => Promise<unknown>): Promise<Json[]> => {
  const before = log.length;
  const access: Json[] = [];
  await work(async (person, method, path, body, app = served) => {
    const { status } = await person.send(method, path, body, app ? { "app-build": app } : {});
    access.push({ message: "access", route: `${method} ${path}`, status: String(status), lambda: String(status) });
  });
  return [...log.slice(before).flatMap((one) => (one.startsWith("{") ? JSON.parse(one) : [])), ...access];
};

/** What people do in a minute, with the bodies of postings and sessions as a release leaves them. */
const minuteOf = (wrong: object = {}, as = (person: Client) => person) =>
  recordOf(async (by) => {
    await by(as(executive), "GET", "/v1/app/catalogue");
    await by(as(manager), "GET", "/v1/products");
    await by(as(executive), "POST", "/v1/transactions/out", { ...line, ...wrong });
    await by(as(executive), "POST", "/v1/transactions/in", { ...line, ...wrong });
    await by(as(manager), "GET", "/v1/stocks");
  });

const healthy = await minuteOf();

/** What goes wrong on a day on which nothing is wrong. */
const mishaps = await recordOf(async (by) => {
  await by(manager, "POST", "/v1/categories", { name: "" });
  await by(manager, "POST", "/v1/imports/stock", {});
  await by(executive, "POST", "/v1/transactions/out", { ...line, quantity: 900_000 });
  // An older app in an open window, and a program that names no build.
  for (const app of ["0123456789ab", ""])
    await by(executive, "POST", "/v1/transactions/in", { ...line, quantity: 0 }, app);
  await by(anonymous, "POST", "/v1/login", { username: "nobody", password: "a wrong password" });
  await by(client(api, `${executive.token}x`), "GET", "/v1/stocks");
});

/** Half an hour, of which the second half is after the release. */
const halfHour = (after: Json[]): Logged[] =>
  Array.from({ length: 30 }, (_, minute) => [
    ...(minute < 15 ? healthy : after).map((one) => ({ minute, line: one })),
    ...(minute % 10 === 3 ? mishaps.map((one) => ({ minute, line: one })) : []),
  ]).flat();

const canary = of("AWS::CodeDeploy::DeploymentGroup").map(({ properties }) => properties.AlarmConfiguration.Alarms);
const alarmNames = new Map(of("AWS::CloudWatch::Alarm").map(({ id, properties }) => [id, properties.AlarmName]));
const rollsBack = (name: string): boolean =>
  canary.every((alarms) => alarms.some((one: Json) => alarmNames.get(one.Name) === `inventory-prod-${name}`));

const error = { kind: "screen", name: "TypeError", at: ["assets/stock-1a2b3c4.js:1:234"] };

interface Release {
  minute: () => Promise<Json[]>;
  rings: string[];
  /** Whether one of its alarms rolls a release back. */
  isRolledBack: boolean;
}

const releases: Record<string, Release> = {
  "that is healthy": { minute: async () => healthy, rings: [], isRolledBack: false },
  "that refuses every posting": {
    minute: () => minuteOf({ unheard: 1 }),
    rings: ["refusals"],
    isRolledBack: true,
  },
  // The release that mends it must be able to start.
  "that knows no session": {
    minute: () => minuteOf({}, ({ token }) => client(api, `${token}x`)),
    rings: ["sessions"],
    isRolledBack: false,
  },
  "whose screens throw": {
    minute: async () => {
      const told = await recordOf((by) => by(executive, "POST", "/v1/app/errors", error));
      return [...healthy, ...told];
    },
    rings: ["screens"],
    isRolledBack: false,
  },
  "that fails": {
    minute: async () => {
      proxy.decide = () => "deny";
      const failing = await minuteOf();
      proxy.decide = () => "forward";
      return failing;
    },
    rings: ["errors"],
    isRolledBack: true,
  },
  "that is slow": {
    minute: async () => healthy.map((one) => (one.message === "request" ? { ...one, ms: 23_000 } : one)),
    rings: ["latency", "slow"],
    isRolledBack: true,
  },
};

test.each(Object.entries(releases))("a release %s rings its alarms and no other", async (_, release) => {
  const rung = ringing(prod, halfHour(await release.minute()), 30);
  expect(rung.toSorted()).toEqual(release.rings);
  expect(rung.some(rollsBack)).toBe(release.isRolledBack);
});

test("one posting that a canary refuses in ten minutes is enough to roll it back", async () => {
  const [refused] = (await minuteOf({ unheard: 1 })).filter(({ status }) => status === 400);
  expect(ringing(prod, [...halfHour(healthy), { minute: 20, line: refused }], 30).filter(rollsBack)).toEqual([
    "refusals",
  ]);
});

test.each<[string, () => Promise<[Client, path: string, body: object]>]>([
  [
    "one person's screen that fails at every try",
    async () => [(await newPerson(here)).client, "/v1/app/errors", error],
  ],
  [
    "a program that goes on with a session that is over",
    async () => [client(api, "over", undefined, dev), "/v1/dev/stock-adjustment", {}],
  ],
])("%s rings nothing", async (_, theirs) => {
  const [person, path, body] = await theirs();
  const lines = await recordOf(async (by) => {
    for (let n = 0; n < 60; n += 1) await by(person, "POST", path, body);
  });
  const spread = lines.map((one, at) => ({ minute: 15 + (at % 15), line: one }));
  expect(ringing(prod, [...halfHour(healthy), ...spread], 30)).toEqual([]);
});
