// The size of the Lambda bundles, their import time, and how long a fresh Lambda takes to its first response.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundle, bundleOptions } from "#infra/bundle.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inWorld } from "./in-world.ts";
import type { Line } from "./report.ts";

/** Lambdas with an S3 client may be larger. */
const withFiles = new Set(["dev", "products", "snapshot", "stock-report"]);

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
    const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory() && name !== "bare");
    const size = (name: string) => statSync(join(folder, name, "index.cjs")).size / 1_000;
    const bare = importTime(folder, "bare");
    return [
      ...names.map(
        (name): Line => ({
          what: `bundle of ${name}`,
          figure: size(name),
          unit: "KB",
          budget: withFiles.has(name) ? 600 : 450,
        }),
      ),
      { what: "the bare DynamoDB client, bundled", figure: size("bare"), unit: "KB" },
      {
        what: "import of transactions to the bare client",
        figure: importTime(folder, "transactions") / bare,
        unit: "x",
        budget: 1.3,
      },
      { what: "fresh worker to its first 200", figure: await firstAnswer(), unit: "ms", budget: 120 },
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

/** Milliseconds: the best of nine fresh processes without a compile cache. */
const importTime = (folder: string, name: string): number => {
  const script = `const t = performance.now(); require(${JSON.stringify(join(folder, name, "index.cjs"))}); console.log(performance.now() - t)`;
  const once = () =>
    Number(spawnSync(process.execPath, ["-e", script], { env: { AWS_REGION: "local" } }).stdout.toString());
  return Math.min(...Array.from({ length: 9 }, once));
};

/** Milliseconds: the median of five worlds that have not answered for stocks before. */
const firstAnswer = async (): Promise<number> => {
  const took: number[] = [];
  for (let run = 0; run < 5; run++) took.push(await inWorld(askOnce));
  return took.toSorted((a, b) => a - b)[2] ?? Number.NaN;
};

const askOnce = async ({ executive }: TestWorld): Promise<number> => {
  const started = performance.now();
  await executive.get("/v1/stocks");
  return performance.now() - started;
};
