// `npm run proof`: all suites of this folder, longer than in the check, and those that run here only (`*.proof.ts`).
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "../..");

export default defineConfig({
  root,
  test: {
    name: "proof",
    include: ["tests/proof/**/*.{test,proof}.ts"],
    globalSetup: join(root, "tests/support/global-setup.ts"),
    setupFiles: join(root, "tests/support/file-setup.ts"),
    // They measure nothing, but each uses all cores by itself.
    fileParallelism: false,
    // Of the check's tests that run here over more.
    tags: [{ name: "exhaustive" }],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
