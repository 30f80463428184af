// Two kinds of tests: in Node against the running product, and of components in a real Chromium.
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { args, chromium } from "./tests/support/chromium.ts";

/** The official DynamoDB Local takes several times as long over a transaction. */
const slow = process.env.DYNAMODB_ENGINE === "local" ? 4 : 1;

export default defineConfig(async () => ({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          globalSetup: "tests/support/setup.ts",
          testTimeout: 30_000 * slow,
          hookTimeout: 60_000 * slow,
          // A busy machine is no failure.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          include: ["tests/web/**/*.test.tsx"],
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
