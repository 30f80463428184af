// The runbook at three in the morning: every alarm has a section that begins with what users see, and the commands of each section
// run and end, against a stand-in for the AWS command line that passes those of DynamoDB and Lambda on to a world.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { type Answers, answersOf, commandsOf, openShell } from "#tests/support/aws-cli.ts";
import { restoreTables, takeBackup } from "#tests/support/backup.ts";
import { engine } from "#tests/support/engine.ts";
import { listedRow, newPerson, productForm } from "#tests/support/fixtures.ts";
import { newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { templates } from "#tests/support/template.ts";
import { newWorld } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../..");
const { of } = await templates("dev");
// `set_password` hashes in a process of its own, at the real cost.
const here = await newWorld({ realHashes: true });
const { manager, log, env } = here;
const queries = new Map(of("AWS::Logs::QueryDefinition").map(({ properties }) => [properties.Name, properties]));

const savedQuery = ({ query = "" }: Record<string, string>) => {
  const [, name = "", field = ""] = /\[\?name=='([^']+)'\] \| \[0\]\.(\w+)/.exec(query) ?? [];
  const { QueryString, LogGroupNames } = queries.get(name) ?? {};
  return field === "queryString" ? QueryString : LogGroupNames.join("\t");
};

/** Versions of Lambdas with the build of each, and the table of users if that is not the one in use. */
const versions: Record<string, [version: string, build: string, users?: string][]> = {
  app: [
    ["3", "00000000beef", "inventory-dev-users-before"],
    ["7", "0123456789ab"],
    ["12", "0123456789ab"],
    ["13", "00000000fade"],
    ["$LATEST", "0123456789ab"],
  ],
  stocks: [
    ["2", "00000000beef", "inventory-dev-users-before"],
    ["5", "0123456789ab"],
    ["9", "00000000fade"],
  ],
};

/** Answers of the commands, as far as functions of ops/aws.sh read them. */
const answers: Answers = {
  ...answersOf(here),
  "lambda list-versions-by-function": ({ query = "", "function-name": name = "" }) => {
    const wanted = [...query.matchAll(/Variables\.(BUILD|USERS_TABLE)=='([^']*)'/g)].map(([, of, is]) => [of, is]);
    return versions[name.replace("inventory-dev-", "")]
      ?.flatMap(([version, BUILD, USERS_TABLE = env.USERS_TABLE]) =>
        wanted.every(([of, is]) => ({ BUILD, USERS_TABLE })[of as "BUILD"] === is)
          ? [query.includes("'api'") ? `2026-11-20\tapi\t${BUILD}` : version]
          : [],
      )
      .join("\n");
  },
  "lambda update-alias": ({ "function-version": version }) => {
    if (version === "9") throw new Error("TooManyRequestsException");
  },
  "s3api head-object": ({ key = "" }) => {
    if (!key.includes("fedcba987654")) throw new Error("Not Found");
  },
  // Of the snapshots of two nights, the second was written after the restored time.
  "s3api list-objects-v2": ({ query = "" }) =>
    query.includes("[?LastModified>='2026-11-20T06:00:00Z']") ? "snapshots/2026-11-19.json.gz" : "",
  "lambda invoke": ({ payload = "" }) => here.invoke("snapshot", { pause: 0, ...JSON.parse(payload) }).then(() => ""),
  "logs describe-query-definitions": savedQuery,
  "logs start-query": () => "query-1",
  "logs get-query-results": ({ query }) => (query === "status" ? "Complete" : "a row"),
  "cloudformation list-stack-resources": ({ query = "" }) => {
    const arnOf = (name: string) => `Live\tarn:aws:lambda:ap-south-1:1:function:inventory-dev-${name}:live`;
    return query.includes("Lambda::Alias") ? ["app", "stocks", "users"].map(arnOf).join("\n") : "HttpId\tapi-1";
  },
  "apigatewayv2 get-routes": () => "POST /v1/login\nGET /v1/stocks",
};

const cli = await openShell("dev", answers);
afterAll(cli.stop);
const shell = (commands: string) => cli.run(commands, root);

const runbook = readFileSync(join(root, "docs/operations.md"), "utf8");
const functions = readFileSync(join(root, "ops/aws.sh"), "utf8");
const chapter = runbook.split("\n## Alarms\n")[1]?.split("\n## ")[0] ?? "";
const sections = chapter
  .split(/\n### /)
  .slice(1)
  .map((section): [string, string] => [/^`([\w-]+)`/.exec(section)?.[1] ?? section, section]);

test("each alarm of the templates has a section, and each section an alarm", () => {
  const names = of("AWS::CloudWatch::Alarm").map(({ properties }) =>
    properties.AlarmName.replace("inventory-dev-", ""),
  );
  expect(sections.map(([name]) => name).sort()).toEqual(names.sort());
});

describe.each(sections)("%s", (_, section) => {
  test("its section begins with what users see, says when it rings, and its commands run and end", async () => {
    expect(section.replace(/\s+/g, " ")).toMatch(/^`[\w-]+` Users .*?\. Rings when /);
    const commands = [...section.matchAll(/^(?: {4}| {7})(\S.*(?:\\\n.*)*)$/gm)].map(([, command = ""]) => command);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands.filter((one) => !/^(take|night '\{"rebuild)/.test(one))) await shell(command);
    expect(commands.join()).not.toMatch(/--follow|logs tail|cli-read-timeout/);
  });
});

test("each command of the page is a function of ops/aws.sh or a program, and what they look up is a variable of a Lambda", async () => {
  const commands = [...runbook.matchAll(/^(?: {4}| {7})(\w+)(?= |$)|\$\((\w+)|&& (\w+)/gm)];
  await shell(`type ${commands.map(([, ...names]) => names.join("")).join(" ")}`);
  const asked = [...`${runbook}${functions}`.matchAll(/\$\(named (\w+)\)/g)].map(([, name]) => name);
  expect(Object.keys(env)).toEqual(expect.arrayContaining(asked));
});

test("a saved query is asked in its own log groups, over the hours and for the id that were given", async () => {
  expect(await shell('ask "one request" 24 abc-1')).toBe("a row\n");
  const { options } = cli.called.find(({ command }) => command === "logs start-query") ?? {};
  expect(options).toMatchObject({
    "query-string": queries.get("inventory-dev/one request")?.QueryString.replace('"ID"', '"abc-1"'),
    "log-group-names": "/aws/vendedlogs/inventory-dev /aws/vendedlogs/inventory-dev-access",
  });
  expect(Number(options?.["end-time"]) - Number(options?.["start-time"])).toBe(24 * 3_600);
});

test("a route is throttled on the API that has it", async () => {
  await shell('throttle "POST /v1/login" 1 5');
  expect(cli.called.at(-1)).toMatchObject({
    command: "apigatewayv2 update-stage",
    options: {
      "api-id": "api-1",
      "route-settings": '{"POST /v1/login": {"ThrottlingRateLimit": 1, "ThrottlingBurstLimit": 5}}',
    },
  });
  const [{ RouteSettings, DefaultRouteSettings } = {} as Json] = of("AWS::ApiGatewayV2::Stage").map(
    (one) => one.properties,
  );
  const { ThrottlingRateLimit, ThrottlingBurstLimit } = RouteSettings["POST /v1/login"] ?? DefaultRouteSettings;
  expect(runbook).toContain(
    `throttle "POST /v1/login" 1 5\n    throttle "POST /v1/login" ${ThrottlingRateLimit} ${ThrottlingBurstLimit}`,
  );
  await shell('throttle "GET /v1/none" 1 5');
  expect(cli.called.map(({ command }) => command)).not.toContain("apigatewayv2 update-stage");
});

test("a rollback moves each Lambda to its latest version of a build, says which stay, and brings the site's files back", async () => {
  const said = await shell("rollback 0123456789ab fedcba987654");
  expect(said).toContain("inventory-dev-app 12\ninventory-dev-stocks 5\ninventory-dev-users stays\n");
  const calls = cli.called.map(({ command, options }) => [command, ...Object.values(options)].join(" "));
  expect(calls.filter((one) => one.includes("update-alias")).toSorted()).toEqual(
    ["app 12", "stocks 5"].map((moved) =>
      expect.stringContaining(`live inventory-dev-${moved} AdditionalVersionWeights={}`),
    ),
  );
  expect(calls).toContainEqual(
    expect.stringMatching(/^s3 cp .*s3:\/\/api-1\/releases\/fedcba987654\/ s3:\/\/api-1\/$/),
  );
  expect(calls.at(-1)).toMatch(/^cloudfront create-invalidation api-1 \/\*/);
});

test("a rollback that fails halfway says which Lambdas have moved, and which have not", async () => {
  const ended = await shell("rollback 00000000fade || echo it failed");
  expect(ended).toBe("inventory-dev-app 13\ninventory-dev-stocks failed\ninventory-dev-users stays\nit failed\n");
});

test.each(["00000000ffff", "00000000beef"])(
  "there is no rollback to %s, a build that is unknown or uses tables from before a restore",
  async (build) => {
    await expect(shell(`rollback ${build}`)).rejects.toThrow(`There is no build ${build}`);
    expect(cli.called.map(({ command }) => command)).not.toContain("lambda update-alias");
    const listed = await shell("builds");
    expect([listed.includes("0123456789ab"), listed.includes(build)]).toEqual([true, false]);
  },
);

test("a night that is started says in the log how it ended, and stock that differs from the ledger is corrected", async () => {
  const nights = () => log.filter((line) => line.includes('"night"')).map((line) => JSON.parse(line));
  const { product, warehouse } = await newStockLine(manager, 5);
  await engine(here).put("stocks", [{ _id: product, held: { [warehouse]: 11 }, sold: {} }]);
  await shell(`night '{"whole": true}'`);
  const started = { "invocation-type": "Event", "function-name": "inventory-dev-snapshot" };
  expect(cli.called.at(-1)?.options).toMatchObject(started);
  expect(nights().at(-1)).toMatchObject({ mismatches: 1 });
  await shell(`take ${product} held ${warehouse} 6\nnight`);
  expect(nights().at(-1)).toMatchObject({ mismatches: 0 });
});

test("after `remake` stock and a name that were lost are there again, and what it names is all that was wrong", async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  const { p_id } = await listedRow(manager, "/v1/products", product);
  const { client, find } = engine(here);
  const stock = await find("stocks", product);
  await client.send(new DeleteCommand({ TableName: env.STOCKS_TABLE, Key: { _id: product } }));
  const lock = { key: `p_id#${p_id.toLowerCase()}` };
  await client.send(new DeleteCommand({ TableName: env.KEYS_TABLE, Key: lock }));
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  const said = await shell([...exports.filter((one) => /AWS_/.test(one)), "remake"].join("\n"));
  expect(said.replace(/\s+/g, " ")).toContain(`{ stocks: [ '${product}' ], names: [ '${lock.key}' ], freed: [] }`);
  expect(await find("stocks", product)).toEqual(stock);
  expect((await manager.post("/v1/products", productForm({ p_id }))).status).toBe(409);
  expect(stock).toMatchObject({ held: { [warehouse]: 5 } });
});

test("after `reread` a device gets everything again", async () => {
  const { cursor } = (await manager.get("/v1/app/catalogue")).body;
  const again = async () => (await manager.get(`/v1/app/catalogue?since=${encodeURIComponent(cursor)}`)).body;
  expect((await again()).whole).not.toBe(true);
  await shell("reread");
  expect((await again()).whole).toBe(true);
});

test("a name without tries left is named, and a new password opens it and must be changed", async () => {
  const { username } = await newPerson(here);
  const key = `login#username#${username}`;
  await engine(here).put("keys", [
    { key, failures: 50, expires: Math.floor(Date.now() / 1_000) + 3_600, addresses: {} },
  ]);
  expect(await shell("locked_names")).toContain(key);
  const signIn = () => here.anonymous.post("/v1/login", { username, password: "a new password" });
  expect((await signIn()).status).toBe(429);
  await expect(shell(`set_password 'nobody' <<< 'a new password'`)).rejects.toThrow('There is no user "nobody"');
  await shell(`set_password '${username}' <<< 'a new password'`);
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { given: true } } });
});

test("a deleted user who is forgotten has no record of their own account; what they did keeps their name", async () => {
  const [gone, stays] = [await newPerson(here, "manager"), await newPerson(here)];
  const made = await newWarehouse(gone.client);
  await manager.delete(`/v1/users/${gone._id}`);
  const recordsOf = async (row: string) => (await engine(here).all("changes")).filter((change) => change.row === row);
  expect([await recordsOf(gone._id), await recordsOf(stays._id)].map(({ length }) => length)).toEqual([3, 2]);
  expect((await shell(`forget '${gone.username}'`)).trim().split(/\n+/)).toHaveLength(3);
  expect(await recordsOf(gone._id)).toEqual([]);
  expect(await recordsOf(made)).toMatchObject([{ user: { username: gone.username } }]);
  expect(await shell(`forget '${stays.username}'`)).toBe("");
  expect(await recordsOf(stays._id)).toHaveLength(2);
});

test("after a restore, users who must not come back are removed, others lose role and password, and sessions end", async () => {
  const [gone, lower] = [await newPerson(here, "root"), await newPerson(here, "manager")];
  await restoreTables(here, await takeBackup(here), (noun) => `inventory-dev-${noun.toLowerCase()}-2026-11-20`);
  const [, removed = "", demoted = ""] = commandsOf("Backup and restore", 3)
    .replaceAll("-prod-", "-dev-")
    .split(/\n(?=who=|aws dynamodb update-item --table-name inventory-dev-users)/);
  const about = (commands: string, { _id, username }: typeof gone) =>
    `restored=2026-11-20 users=$(named USERS_TABLE)\n${commands.replaceAll("<id>", _id).replaceAll("<username>", username)}`;
  expect((await shell(about(removed, gone))).trim()).toBe("");
  await shell(about(demoted, lower));
  expect(cli.called.filter(({ command }) => command === "secretsmanager put-secret-value")).toHaveLength(2);
  const { client } = engine(here);
  const rowOf = async (noun: string, Key: object) =>
    (await client.send(new GetCommand({ TableName: `inventory-dev-${noun}-2026-11-20`, Key }))).Item;
  expect(await rowOf("users", { _id: gone._id })).toBeUndefined();
  expect(await rowOf("keys", { key: `username#${gone.username}` })).toBeUndefined();
  expect((await rowOf("keys", { key: "roots" }))?.ids.has(gone._id)).toBe(false);
  const { role, password } = (await rowOf("users", { _id: lower._id })) ?? {};
  expect([role, password]).toEqual(["executive", undefined]);
});

test("after a restore the snapshots that were written since are deleted, and the file of Plan Orders", async () => {
  await shell(`at=2026-11-20T06:00:00Z\n${commandsOf("Backup and restore", 4)}`);
  const removed = cli.called.filter(({ command }) => command === "s3 rm").map(({ words }) => words);
  const paths = ["snapshots/2026-11-19.json.gz", "plan/past.json.gz"];
  expect(removed).toEqual(paths.map((path) => [`s3://${env.REPORTS_BUCKET}/${path}`]));
});
