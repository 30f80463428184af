// The size of the Lambda bundles, and what importing one costs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundle, bundleOptions } from "#infra/bundle.ts";
import type { Line } from "./report.ts";

/** Besides the client it has the schemas of all calls, tokens and secrets: 120 KB beside 220. */
const importBudget = 1.75;

/** Kilobytes. The reader of order files and sheets as others write them is 80 of its own, what fills in a channel's sheet 10; the rules of orders are 40. */
const budgets: Readonly<Record<string, number>> = { imports: 690, orders: 395 };
/** The largest hold 375: corrections ask what was counted since, which histories of products know. */
const usualBudget = 380;
/** Lambdas with an S3 client may be larger. */
const withFiles = new Set(["dev", "imports", "plan", "products", "snapshot", "stock-report"]);

export const weights = async (): Promise<Line[]> => {
  const folder = mkdtempSync(join(tmpdir(), "weights-"));
  try {
    await bundle(folder);
    writeFileSync(join(folder, "bare.ts"), bareClient);
    await build({
      ...bundleOptions(folder),
      entryPoints: [{ in: join(folder, "bare.ts"), out: "bare/index" }],
      nodePaths: ["node_modules"],
    });
    const file = (name: string) => join(folder, name, "index.cjs");
    const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory() && name !== "bare");
    const size = (name: string) => statSync(file(name)).size / 1_000;
    return [
      ...names.map(
        (name): Line => ({
          what: `bundle of ${name}`,
          figure: size(name),
          unit: "KB",
          budget: budgets[name] ?? (withFiles.has(name) ? 585 : usualBudget),
        }),
      ),
      {
        what: "the writer of workbooks, which an export loads",
        figure: statSync(join(folder, "stocks", "workbook.cjs")).size / 1_000,
        unit: "KB",
        budget: 1_010,
      },
      { what: "the bare DynamoDB client, bundled", figure: size("bare"), unit: "KB" },
      {
        what: "processor time of importing transactions to the bare client",
        figure: importRatio(file("transactions"), file("bare")),
        unit: "x",
        budget: importBudget,
      },
      {
        what: "numbers formatted while Lambdas are imported",
        figure: formattedAtStart(names.map(file)),
        unit: "",
        budget: 0,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const bareClient = `
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const handler = (event) => client.send(event.write ? new TransactWriteCommand(event) : new GetCommand(event));
`;

/** The median of fifteen pairs of fresh processes, without a compile cache: other load affects both of a pair. */
const importRatio = (one: string, other: string): number =>
  Array.from({ length: 15 }, () => importTime(one) / importTime(other)).sort((a, b) => a - b)[7] ?? Number.NaN;

/** Microseconds of processor time. */
const importTime = (file: string): number =>
  runAlone(`
    const before = process.cpuUsage();
    require(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage(before);
    console.log(user + system);
  `);

/** The first number that is formatted loads locale data: 15 ms of every cold start. */
const formattedAtStart = (files: readonly string[]): number =>
  runAlone(`
    let formatted = 0;
    const { toLocaleString } = Number.prototype;
    Number.prototype.toLocaleString = function (...how) {
      formatted++;
      return toLocaleString.apply(this, how);
    };
    ${JSON.stringify(files)}.forEach(require);
    console.log(formatted);
  `);

/** The number that a script in a process of its own prints. */
const runAlone = (script: string): number =>
  Number.parseInt(spawnSync(process.execPath, ["-e", script], { env: { AWS_REGION: "local" } }).stdout.toString(), 10);
