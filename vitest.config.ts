// Two test projects: `node` tests the running product over HTTP, `web` tests components in a real Chromium.
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { launchOptions } from "./tests/support/chromium.ts";
import { OutcomesReporter } from "./tests/support/outcomes.ts";
import { Progress } from "./tests/support/progress.ts";

/** The official DynamoDB Local takes several times as long for a transaction. */
const slowdown = process.env.DYNAMODB_ENGINE === "local" ? 4 : 1;

/** Milliseconds. They only end tests that hang: a test must not fail because the machine is busy. */
const timeouts = {
  testTimeout: 120_000 * slowdown,
  hookTimeout: 300_000 * slowdown,
  expect: { poll: { timeout: 30_000 } },
};

/** Short files that take longest: begun late, one of them would run on alone at the end of a first run. Later ones go by time. */
const longest =
  /(bombs|cost|counting|crash|deploy|first-sign-in|full-disk|kept|killed|lists|login|model|one-more|replay|restore|roles|seed|start|stock-import|year)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], other = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      longest.test(moduleId) ? "long" : "other",
    );
    return [...long, ...other];
  }
}

export default defineConfig(() => ({
  test: {
    // One worker more than cores, since tests wait for a browser or a Lambda about half the time.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: "exhaustive", description: "Goes through every case; `npm test` keeps a short one beside it." }],
    sequence: { sequencer: LongestFirst },
    reporters: [new Progress(), new OutcomesReporter()],
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
          // Files share processes, so that a process loads the same libraries once and not once per file.
          isolate: false,
          setupFiles: "tests/support/file-setup.ts",
          // It imports JSON as bundlers do and Node.js does not.
          server: { deps: { inline: [/@actions\//] } },
          ...timeouts,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          include: ["tests/web/**/*.test.tsx"],
          setupFiles: "tests/web/setup.ts",
          env: { DAYS_AHEAD: process.env.DAYS_AHEAD ?? "0" },
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: "chromium" as const }],
          },
        },
      },
    ],
  },
}));
