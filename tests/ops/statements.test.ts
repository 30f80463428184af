// Each figure of docs/operations.md and SECURITY.md is read from its sentence, and computed from what makes it true: a template, a
// constant or a rule. Commands are run in runbook.test.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { hashPassword } from "#functions/lib/auth/password.ts";
import { newToken } from "#functions/lib/auth/program-token.ts";
import { differencesIn } from "#functions/lib/days/seal.ts";
import { stages } from "#infra/config.ts";
import type { Json } from "#infra/local/assembly.ts";
import { countFixedResources } from "#ops/cost/fixed-resources.ts";
import { floodTable } from "#ops/cost/flood.ts";
import measured from "#ops/cost/measured.json" with { type: "json" };
import { requestsOf, sellers, workdays } from "#ops/cost/model.ts";
import { prices } from "#ops/cost/prices.ts";
import { firstOpenDay } from "#shared/day.ts";
import { fileLimit } from "#shared/limits.ts";
import { imageLimit } from "#shared/product.ts";
import { formerTokenHours, rateLimits, tokenDays } from "#shared/program.ts";
import { sum } from "#shared/sum.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { UserForm } from "#shared/user.ts";
import { templates } from "#tests/support/template.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const { of, folder } = await templates("prod");

const sealRules = "functions/lib/days/seal.ts";

/** Figures that the pages write as words; spans of time in days, or in hours below a day. */
const words: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twice: 2, each: 1 },
  ...{
    twelve: 12,
    eighteen: 18,
    thirty: 30,
    forty: 40,
    fifty: 50,
    third: 0.33,
    tenth: 0.1,
    thirtieth: 1 / 30,
    quarter: 0.25,
    half: 0.5,
  },
  ...{ minute: 1, hour: 1, day: 1, week: 7, year: 365 },
};
const numberOf = (text: string): number => words[text.toLowerCase()] ?? Number(text.replaceAll(",", ""));
const figure = String.raw`(\d[\d,.]*\d|\d|[A-Za-z]+)`;

/** A sentence of a page, or a part that is there once, and its figures as they are computed. */
const says = (parts: TemplateStringsArray, ...computed: unknown[]) => {
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { sentence: parts.join("#"), pattern: new RegExp(escaped.join(figure), "g"), computed };
};

/** Statuses and names with digits, steps, units of an example, prices of AWS, and a measurement that docs/scale.md has. */
const others =
  /\b[45]\d\d\b|\b[Ss]teps? \d(, \d)*( and \d)?|(\b(HTTP\/|IPv|S|SHA-|ARM|Argon|version )|\/)\d+|\b6 units|with 0 is|have 0 mis|some 50 days|[\d.]+ \$ (a month|a rule|for a million)|`[^`]*`|\]\([^)]*\)|\d\. (?=[A-Z[*"])/g;

/** Compares a page with what it says; of blocks of commands and the table of costs other tests know. No other figure is on it. */
const expectToSay = (file: string, all: ReturnType<typeof says>[]): void => {
  const page = read(file)
    .replace(/^ {4}.*$|<!-- cost[\s\S]*\/cost -->/gm, "")
    .replace(/\s+/g, " ");
  const found = all.map(({ sentence, pattern }) => {
    const [first = [], ...more] = page.matchAll(pattern);
    return [sentence, ...(more.length > 0 ? ["more than once"] : first.slice(1).map(numberOf))];
  });
  expect(found).toEqual(all.map(({ sentence, computed }) => [sentence, ...computed]));
  const rest = [...all.map(({ pattern }) => pattern), others].reduce((text, known) => text.replace(known, "…"), page);
  expect(rest.match(/.{0,50}\d.{0,20}/g)).toBeNull();
};

/** The value of a constant that only its file uses, as it is declared there. */
const constant = (file: string, name: string): Json =>
  runInNewContext(`(${new RegExp(`^(?:export )?const ${name} = (.+);$`, "m").exec(read(file))?.[1]})`);
/** The numbers that groups of a pattern find in a text. */
const numbersIn = (text: string, pattern: RegExp): number[] => (pattern.exec(text) ?? []).slice(1).map(numberOf);

/** Alarms by name: from which value on they ring, of so many minutes, so many times in a row. */
const rings: Json = Object.fromEntries(
  of("AWS::CloudWatch::Alarm").map(({ properties }) => {
    const { AlarmName, Threshold: least, Period, Metrics = [], EvaluationPeriods: times } = properties;
    const seconds = Period ?? Metrics.find(({ MetricStat }: Json) => MetricStat).MetricStat.Period;
    return [AlarmName.replace("inventory-prod-", ""), { least, minutes: seconds / 60, times, Metrics }];
  }),
);
const one = (type: string, start = ""): Json => of(type).find(({ id }) => id.startsWith(start))?.properties;
const kept = (type: string) => of(type).filter(({ template }) => /^Retain/.test(template.DeletionPolicy)).length;
const [address, username, perDevice] = ["perAddress", "perName", "maxPerDevice"].map((name) =>
  constant("functions/lib/auth/login-attempts.ts", name),
);
const [minutes, hours, days] = [address.window / 60, username.window / 3_600, username.window / 86_400];
const sessionHours = constant("functions/lib/auth/token.ts", "sessionHours");
const rules: Json[] = one("AWS::S3::Bucket", "Reports").LifecycleConfiguration.Rules;
const recoveryDays = one("AWS::DynamoDB::Table").PointInTimeRecoverySpecification.RecoveryPeriodInDays;

test("each figure of the operations page is what templates, constants and rules make it", () => {
  const { people } = stages.prod;
  const { free, price } = prices.alarm;
  const { alarms: watched } = countFixedResources(folder);
  const { flood, reads, sessions, screens, latency, errors, refusals, throttles, mismatch } = rings;
  const [signIns, night] = [rings["sign-ins"], rings["snapshot-late"]];
  const [rate = 0, dollars = 0] = numbersIn(floodTable(folder), /every route.*\| ([\d,]+) \| ([\d,]+) \|/);
  const uses: Json = measured.find(({ products }) => products === 10_000)?.uses;
  const lists = ["whole catalogue", "plan", "received containers", "ledger of a day", "sales of 30 days", "counts"];
  const readOnce = people * sum(lists.map((list) => uses[list].rcu));
  const [largest] = sellers.filter(({ staff }) => staff === people).map(requestsOf);
  const sentInTenHours = sum(Object.values(largest ?? {})) / workdays;
  const ours = of("AWS::Lambda::Function").filter(({ properties }) => properties.FunctionName);
  const timeouts = ours.map(({ properties }) => properties.Timeout);
  const [callSeconds, nightMinutes] = [Math.min(...timeouts), Math.max(...timeouts) / 60];
  const filters = JSON.stringify(of("AWS::Logs::MetricFilter"));
  const [slow = 0, slowNight = 0, late = 0] = numbersIn(filters, /ms > (\d+)\D+ms > (\d+)[\s\S]+?ms >= (\d+)/);
  const [minute = 0, hour = 0] = numbersIn(one("AWS::Scheduler::Schedule").ScheduleExpression, /\((\d+) (\d+) /);
  const canary = one("AWS::CodeDeploy::DeploymentGroup").DeploymentConfigName;
  const [percent = 0, canaryMinutes] = numbersIn(canary, /Canary(\d+)Percent(\d+)/);
  const firstHour = Array.from({ length: 60 }, (_, at) => new Date(Date.parse("2026-11-20T00:00+05:30") + at * 60_000));
  const closing = firstHour.findIndex((now) => firstOpenDay(now) === "2026-11-20");
  const [pause = 0] = numbersIn(read("functions/snapshot.ts"), /async \(\{ pause = (\d+)/);
  const pauses = (pause * (constant("functions/lib/days/reconcile.ts", "checks") - 1)) / 60;
  const errorsOf = (name: string): number => constant("functions/lib/app-errors.ts", name);
  const [major, minor] = numbersIn(read("ops/emulator/python.ts"), /version_info < \((\d+), (\d+)\)/);
  const [, moveAlias = ""] = /^move_alias\(\) \{([\s\S]+?)^\}/m.exec(read("ops/aws.sh")) ?? [];
  const [perLambda, aliases] = [moveAlias.match(/\baws /g)?.length ?? 0, of("AWS::Lambda::Alias").length];
  const [atOnce = 0] = numbersIn(read("ops/aws.sh"), /aliased \| xargs -P (\d+) /);
  const part = { added: "", gone: null, other: "x" };
  const [added, gone = 0, other] = differencesIn([{ gone: "", other: "" }], part).map(([, sign]) => sign);
  const [first = 0, end = 0] = numbersIn(read("tests/infra/rebuild.test.ts"), /seed = (\d+); seed < (\d+);/);
  const drills = end - first;
  const moves = Math.ceil(aliases / atOnce) * perLambda;
  const said = [
    says`npm and Node ${numbersIn(JSON.parse(read("package.json")).engines.node, /^>=(\d+)$/)[0]} or later`,
    says`reads lists ${/"\d+ \* \* \* \*"/.test(read(".github/workflows/probe.yml")) ? 1 : 0} hour, free`,
    says`stays on until ${hour + minute / 60} past midnight`,
    says`${address.max} wrong passwords from one address keep it out of a user name for a ${minutes / 60} of an hour, and ${username.max} from all addresses keep out new devices for a ${days};`,
    says`They watch ${watched} metrics, of which an account has ${free} free: ${price * (watched - free)} $ a month, and ${price * watched} $ for a second`,
    says`Rings when ${errors.least} requests in ${errors.minutes} minutes got 5xx`,
    says`\`Cancelled\` after ${constant("functions/lib/ledger/post.ts", "retryTime") / 1_000} seconds`,
    says`posted stock and got 400 within ${refusals.minutes} minutes`,
    says`Rings when a ${sessions.least / 100} of the main API's calls, and at least ${numbersIn(sessions.Metrics[0].Expression, />= (\d+)/)[0]}, got 401 in each of ${sessions.times} successive ${sessions.minutes} minutes`,
    says`Rings when apps told of ${screens.least} errors within ${screens.minutes} minutes`,
    says`Each tells of ${errorsOf("maxOfSession")} in a session and day, so it takes ${screens.least / errorsOf("maxOfSession")} people`,
    says`counts them by build for a ${errorsOf("shownDays")}.`,
    says`Rings when ${throttles.least} requests in ${throttles.minutes} minutes were refused`,
    says`Rings when the main API got ${flood.least / people} requests in ${flood.minutes} minutes for each of the stage's \`people\` in \`infra/config.ts\`: ${flood.least} of ${people}, some ${Math.round(flood.least / (sentInTenHours / 120) / 10) * 10} times what they send on a day of ${10} hours`,
    says`less than ${Math.ceil((flood.least / 300 / rate) * dollars)} $ a day without a session; the budget mails at ${numbersIn(read("infra/constructs/alarms.ts"), /mail\("ACTUAL", (\d+)\)/)[0]} %`,
    says`Rings when calls read ${reads.least / people} units of DynamoDB in ${reads.minutes} minutes for each of the stage's \`people\`: ${reads.least} of ${people}, nearly ${Math.round(reads.least / readOnce)} what they read if all of them open every list`,
    says`rings nothing costs less than ${Math.ceil(((reads.least * 1_440) / reads.minutes) * prices.read.price)} $ a day.`,
    says`Rings when a call took over ${slow / 1_000} of its ${callSeconds} seconds, or the nightly job over ${slowNight / 60_000} of its ${nightMinutes} minutes`,
    says`Rings when ${latency.least} calls took ${late / 1_000} seconds or more, in each of ${latency.times} successive ${latency.minutes} minutes`,
    says`reached ${(rings.concurrency.least / 100) * 5} fifths of what AWS lets`,
    says`Rings when ${signIns.least} sign-ins in ${signIns.minutes} minutes were refused`,
    says`they get ${username.max} tries per name and ${days}`,
    says`Rings when a user name had ${username.max} failed sign-ins within ${hours} hours, or a device token ${perDevice}:`,
    says`could not start, or failed ${1 + (one("AWS::Lambda::EventInvokeConfig").MaximumRetryAttempts ?? 2)} times`,
    says`no nightly run has succeeded for ${(night.times * night.minutes) / 60} hours`,
    says`Before a ${closing / 60} past midnight it leaves the previous day open`,
    says`\`seals\`, ${added} is an entry that was added, -${-gone} one that is gone, ${other} one that`,
    says`the seals of the last ${constant(sealRules, "recentDays")} days and of a ${1 / constant(sealRules, "roundNights")} of`,
    says`after a restore the ${recoveryDays} days begin`,
    says`and ${drills} rebuild drills`,
    says`takes ${pauses} to ${2 * pauses} minutes longer if it finds a difference`,
    says`Within ${nightMinutes} minutes the query`,
    says`the alarm clears within an ${mismatch.minutes / 60}.`,
    says`lists up to ${constant("functions/snapshot.ts", "maxListed")} of each kind`,
    says`to any second of the last ${recoveryDays} days`,
    says`and snapshots are kept for ${rules[0].NoncurrentVersionExpiration.NoncurrentDays} days`,
    says`with 0 mismatches, within ${nightMinutes} minutes`,
    says`If requests were blocked at ${hour}:${minute} IST`,
    says`of the previous value stay valid for ${sessionHours} hours`,
    says`sign everybody out within ${constant("functions/lib/auth/token.ts", "maxKeyAge") / 60_000} minutes`,
    says`a release first serves a ${percent / 100} of the requests of each changed resource for ${canaryMinutes} minutes`,
    says`at each start and within an ${constant("web/shell/service-worker.ts", "hour") / 3_600_000}.`,
    says`${atOnce} Lambdas move at a time, by ${perLambda} commands each: the last of ${aliases} has moved after ${moves} commands, within a ${Math.ceil((moves * 5) / 60)} also if each takes ${5} seconds`,
    says`from ${constant("functions/lib/imports/orders/order-passes.ts", "soldDays")} days before the rollback on`,
    says`All tables, ${kept("AWS::S3::Bucket")} buckets, ${kept("AWS::SecretsManager::Secret")} secrets and ${kept("AWS::Logs::LogGroup")} log groups stay`,
    says`Without Python ${Number(`${major}.${minor}`)}, the`,
    says`skipped, with exit code ${constant("ops/emulator/prerequisite.ts", "skipped")}.`,
  ];
  expectToSay("docs/operations.md", said);
});

test("each figure of the security page is what templates, constants and rules make it", async () => {
  const [memory = 0, passes] = numbersIn(await hashPassword("a good password"), /m=(\d+),t=(\d+)/);
  const user = { name: "Asha Rao", username: "asha", role: "executive" };
  const isTaken = (length: number) => v.safeParse(UserForm, { ...user, password: "x".repeat(length) }).success;
  const lengths = Array.from({ length: 200 }, (_, length) => length + 1).filter(isTaken);
  const { RouteSettings, DefaultRouteSettings } = one("AWS::ApiGatewayV2::Stage");
  const login = RouteSettings["POST /v1/login"] ?? DefaultRouteSettings;
  const rates = Object.values<Json>({ ...RouteSettings, DefaultRouteSettings }).map((one) => one.ThrottlingRateLimit);
  const [bytes = 0] = numbersIn(read("functions/lib/auth/export-ticket.ts"), /randomBytes\((\d+)\)/);
  const stored = (name: string): number => constant("web/lib/api/offline-store.ts", name);
  const devices = constant("web/features/account/sign-in.ts", "maxDevices");
  const deviceDays = constant("functions/lib/auth/device-token.ts", "hours") / 24;
  const said = [
    says`Argon2id (${memory / 1_024} MiB, ${passes} passes), ${lengths[0]} to ${lengths.at(-1)} characters`,
    says`${address.max} wrong guesses at it within ${minutes} minutes are checked, ${username.max} a ${days}.`,
    says`${address.max} per username and network address in ${minutes} minutes, ${username.max} per username in ${hours} hours`,
    says`a limit of its own, from ${Math.min(...rates)} to ${Math.max(...rates)} requests a second`,
    says`The alarm \`flood\` rings within ${rings.flood.minutes} minutes`,
    says`(HS256, ${sessionHours} hours)`,
    says`random ${bytes * 8} bits, stored hashed, for one path and query of one user, valid once within ${ticketSeconds} seconds`,
    says`at most ${fileLimit.bytes / 2 ** 20} MiB and ${imageLimit.side} × ${imageLimit.side}:`,
    says`Its objects expire after a ${rules.find(({ Prefix }) => Prefix === "imports/")?.ExpirationInDays}.`,
    says`or within ${constant(sealRules, "roundNights")} nights if its day is older than ${constant(sealRules, "recentDays")},`,
    says`point-in-time recovery for ${recoveryDays} days`,
    says`| ${username.max} a ${days} for a username. The ${hours} hours begin with the first failure, so the end of one window and the start of the next can meet: never more than ${2 * username.max} within ${hours} hours`,
    says`| ${address.max} in ${minutes} minutes, which are among those ${username.max} |`,
    says`| ${perDevice} more, for its user only and once`,
    says`void for other usernames, after ${perDevice} failures, after a ${deviceDays}, after a new password, and ${sessionHours} hours after its signing key was replaced`,
    says`for the last ${devices} usernames`,
    says`At ${username.max / days} guesses a day, a password from a list of the ${10_000} most common ones is found within ${10_000 / (username.max / days)} days`,
    says`${username.max} wrong guesses a ${days} keep a username closed`,
    says`until the next ${username.max} guesses`,
    says`of a username for ${minutes} minutes at a time`,
    says`Above ${login.ThrottlingRateLimit} a second, after a burst of ${login.ThrottlingBurstLimit}, the gateway`,
    says`of the ${stored("maxQueries")} latest queries with`,
    says`Those ${stored("maxAge") / 86_400_000} days older than the latest`,
    says`| Device tokens of ${devices} usernames | localStorage | A ${deviceDays}. |`,
    says`may discard them after ${numbersIn(read("web/features/outbox/entry-list.tsx"), /made_at > (\d+) \* day/)[0]} days`,
    says`the logout of their user, or ${constant("web/lib/forms/draft.ts", "lifetime") / 3_600_000} hours;`,
    says`A stolen token is good for up to ${sessionHours} hours`,
    says`A token of ${4 * String(newToken("1").split("_")[2]).length} random bits`,
    says`compared in constant time; it ends after at most a ${Math.max(...tokenDays)},`,
    says`${rateLimits.minute.calls} calls a minute and ${rateLimits.day.calls} a day.`,
    says`of a program is good until it ends, for ${formerTokenHours} hours once it is renewed`,
    says`a device token gains the ${perDevice} guesses above`,
  ];
  expectToSay("SECURITY.md", said);
});

test("the CDK has each command and option that the operations page gives it", () => {
  const { commands, globalOptions } = JSON.parse(read("node_modules/aws-cdk/lib/cli/cli-type-registry.json"));
  const given = [...read("docs/operations.md").matchAll(/npx cdk (\w+)([^&`#\n]*)/g)];
  expect(given.length).toBeGreaterThan(8);
  const unknown = given.filter(([, command = "", rest = ""]) => {
    const options = Object.entries<Json>({ ...globalOptions, ...commands[command].options });
    const known = options.flatMap(([name, { alias }]) => [name, alias].flat());
    return [...rest.matchAll(/ --?([\w-]+)/g)].some(([, option]) => !known.includes(option));
  });
  expect(unknown.map(([whole]) => whole)).toEqual([]);
});
