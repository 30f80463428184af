// Before any test file: the templates and bundles that every world of this run starts from.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { startEngine } from "#infra/local/dynamodb-engine.ts";

/** Tests of the API need no web app; `npm test` fails on a broken build before this. */
const without = (error: Error): string => {
  console.warn(`The web app does not build, so an empty page stands for it.\n${error.message}`);
  const folder = join(import.meta.dirname, "../../dist/web-none");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>No web app</title>");
  return folder;
};

export default async (): Promise<(() => Promise<void>) | undefined> => {
  process.env.WEB_BUILT ??= await buildWeb().catch(without);
  process.env.ASSEMBLY ??= await synthesize("dev", process.env.WEB_BUILT);
  if (process.env.DYNAMODB_ENGINE !== "local" || process.env.DYNAMODB_ENDPOINT) return undefined;
  // Java takes seconds to start, so all worlds share one engine, each in a region of its own.
  const { endpoint, stop } = await startEngine();
  process.env.DYNAMODB_ENDPOINT = endpoint;
  return stop;
};
