// Two kinds of tests: in Node against the running product, and of components in a real Chromium.
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { args, chromium } from "./tests/support/chromium.ts";

/** The official DynamoDB Local takes several times as long over a transaction. */
const slow = process.env.DYNAMODB_ENGINE === "local" ? 4 : 1;

/** Milliseconds, to end what hangs: a busy machine is no failure. */
const patience = {
  testTimeout: 120_000 * slow,
  hookTimeout: 300_000 * slow,
  expect: { poll: { timeout: 10_000 } },
};

/** Short files that take longest: begun late, one of them would run on alone at the end. */
const longest = /(bombs|cost|crash|deploy|model|night|replay|restore|roles|seed|start|year)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], other = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      longest.test(moduleId) ? "long" : "other",
    );
    return [...long, ...other];
  }
}

export default defineConfig(async () => ({
  test: {
    // A test that drives a browser or a Lambda waits about as much as it works.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          globalSetup: "tests/support/setup.ts",
          // A process for each file would load and warm up the same libraries a hundred times.
          isolate: false,
          setupFiles: "tests/support/afresh.ts",
          ...patience,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          include: ["tests/web/**/*.test.tsx"],
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: await chromium(), args } }),
            instances: [{ browser: "chromium" as const }],
          },
        },
      },
    ],
  },
}));
