// The calls that the source can send to AWS are exactly those the roles allow: none is refused, and no right is unused.
//
// It finds SDK commands, parts of transactions, and helpers that get the table as an argument, on every path of the code.
// It does not find keys of objects (roles name folders, which stacks.test.ts compares with `uses`), nor paths that a
// condition excludes (`never` below). A table that is reached in an unknown way fails the last test.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { uses } from "#infra/uses.ts";
import { api, type Call } from "#shared/api.ts";
import { reachable } from "#tests/support/call-graph.ts";
import { grantsIn } from "#tests/support/grants.ts";
import { handlerOf, overlooked, sendsOf } from "#tests/support/sends.ts";
import { templates } from "#tests/support/template.ts";

type Name = keyof typeof uses;
const names = Object.keys(uses) as Name[];
const someCall = (name: string, has: (call: Call) => unknown) =>
  Object.values((api as Record<string, Record<string, Call>>)[name] ?? {}).some(has);
const downloads = (name: string) => someCall(name, ({ download }) => download);
const isOpenToPrograms = (name: string) => someCall(name, ({ scope }) => scope);

/** Functions that a Lambda's code names but its calls never reach. */
const never: { unit: string; of: Name[]; why: string }[] = [
  {
    unit: "functions/lib/auth/export-ticket.ts#redeemTicket",
    of: names.filter((name) => name in api && name !== "login" && !uses[name].api && !downloads(name)),
    why: "only a download has a ticket",
  },
  ...["authenticate", "authenticateProgram"].map((name) => ({
    unit: `functions/lib/auth/session.ts#${name}`,
    of: ["login" as const, "logout" as const],
    why: "its call needs no session",
  })),
  {
    unit: "functions/lib/auth/rate-limit.ts#countCall",
    of: names.filter((name) => name in api && !isOpenToPrograms(name)),
    why: "no call of it is open to programs",
  },
  {
    unit: "functions/lib/ledger/post.ts#markIfUnreversed",
    of: ["dev", "shipments", "imports", "returns"],
    why: "they reverse nothing and take nothing back",
  },
  ...["readReceived", "changeReceived"].map((name) => ({
    unit: `functions/lib/ledger/shipment.ts#${name}`,
    of: ["orders" as const],
    why: "it takes back picklists alone",
  })),
  {
    unit: "functions/lib/ledger/day-records.ts#recordOnDays",
    of: ["dev", "shipments", "counts", "returns"],
    why: "they sell nothing, and return nothing that was sold",
  },
  { unit: "functions/lib/db/unique-keys.ts#addRoot", of: ["bootstrap"], why: "its root is the first" },
];
const neverOf = (name: Name) => never.filter(({ of }) => of.includes(name)).map(({ unit }) => unit);

/** Rights without a call: they change what S3 answers to another one. */
const unsent: Partial<Record<Name, string[]>> = {
  // Without the right to list a bucket, S3 answers 403 for a missing object, and not 404.
  plan: ["ListBucket REPORTS_BUCKET"],
  imports: ["ListBucket REPORTS_BUCKET"],
};

const { assembly } = await templates("dev");
const grants = grantsIn(assembly);

/** What Lambda itself does with a function's role: it writes logs, and stores failed events. */
const byLambda = /^(logs|sqs):/;

/** Actions of a function's role, with the environment variable of each resource. */
const allowed = (name: Name): string[] => {
  const functionName = `inventory-dev-${name}`;
  const found = assembly.of("AWS::Lambda::Function").find(({ properties }) => properties.FunctionName === functionName);
  const { Variables } = assembly.resolve(found?.properties.Environment, found?.stack ?? "");
  const known = Object.entries(Variables as Record<string, string>);
  return grants
    .filter(({ caller, action }) => caller === functionName && !byLambda.test(action))
    .map(({ action, resource }) => {
      const [arn = "", index] = resource.split("/index/");
      const [variable] = known.find(([, value]) =>
        new RegExp(`(^|[:/])${value.split(":").at(-1)}(/.*)?$`).test(arn),
      ) ?? [arn];
      return [action.split(":")[1], variable, index].filter(Boolean).join(" ");
    });
};

const sent = new Map(names.map((name) => [name, sendsOf(name, neverOf(name))]));

test.each(names)("the role of %s allows the calls its code can send, and no others", (name) => {
  const sends = [...(sent.get(name)?.sends ?? []), ...(unsent[name] ?? [])];
  expect([...new Set(allowed(name))].sort()).toEqual(sends.sort());
});

test.each(never.flatMap(({ unit, of }) => of.map((name) => [name, unit] as const)))(
  "%s names %s, so the exception is needed",
  (name, unit) => {
    expect(reachable(handlerOf(name)).map(({ id }) => id)).toContain(unit);
  },
);

test("every table, bucket and secret that the code names belongs to a call that was found", () => {
  const root = join(import.meta.dirname, "../..");
  const paths = readdirSync(join(root, "functions"), { recursive: true, encoding: "utf8" })
    // Operators run `remake` with their own rights.
    .filter((file) => file.endsWith(".ts") && file !== "lib/remake.ts")
    .map((file) => `functions/${file}`);
  const seen = new Set([...sent.values()].flatMap(({ seen }) => [...seen]));
  expect(overlooked(paths, seen)).toEqual([]);
});
