// Folders import as the design allows; a wrong import in any direction fails the linter.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const house = mkdtempSync(join(tmpdir(), "walls-"));
afterAll(() => rmSync(house, { recursive: true }));

interface Room {
  file: string;
  may: string[];
  mayNot: string[];
}

const rooms: Room[] = [
  {
    file: "shared/new.ts",
    may: ["./role.ts", "valibot"],
    mayNot: [
      "../functions/lib/post.ts",
      "#functions/lib/ledger/post.ts",
      "#web/lib/api/client.ts",
      "#infra/uses.ts",
      "node:fs",
      "react",
    ],
  },
  {
    file: "functions/new.ts",
    may: ["./lib/http/serve.ts", "#shared/role.ts", "@aws-sdk/client-dynamodb", "node:crypto", "valibot"],
    mayNot: [
      "./users.ts",
      "#functions/users.ts",
      "#web/lib/api/client.ts",
      "#infra/uses.ts",
      "../infra/uses.ts",
      "#demo/seed.ts",
      "aws-cdk-lib",
      "react",
    ],
  },
  {
    file: "functions/lib/ledger/new.ts",
    may: ["./post.ts", "../db/dynamo.ts", "../log.ts", "#shared/role.ts", "@aws-sdk/client-s3", "ulid"],
    mayNot: [
      "../../users.ts",
      "#functions/users.ts",
      "#functions/lib/db/dynamo.ts",
      "#web/lib/api/client.ts",
      "#infra/uses.ts",
      "aws-cdk-lib/aws-s3",
      "react-dom",
    ],
  },
  {
    file: "web/new.tsx",
    may: ["./routes.tsx", "./features/account/login.tsx", "./lib/api/client.ts", "#shared/role.ts", "react"],
    mayNot: [
      "#functions/lib/ledger/post.ts",
      "../functions/lib/ledger/post.ts",
      "#infra/uses.ts",
      "node:fs",
      "@aws-sdk/client-s3",
    ],
  },
  {
    file: "web/worker-plugin.ts",
    may: ["node:fs", "vite", "./vite.config.ts"],
    mayNot: ["./shell/layout.tsx", "#shared/api.ts", "../functions/users.ts"],
  },
  {
    file: "web/worker/new.ts",
    may: ["./worker.ts", "workbox-precaching", "workbox-routing"],
    mayNot: ["../lib/api/client.ts", "../worker-plugin.ts", "#shared/api.ts", "react", "node:fs"],
  },
  {
    file: "web/shell/new.tsx",
    may: [
      "./layout.tsx",
      "../features/account/login.tsx",
      "../domain/labels.tsx",
      "../ui/tag.tsx",
      "../lib/toast.ts",
      "#shared/role.ts",
    ],
    mayNot: ["../routes.tsx", "../../functions/users.ts", "#web/routes.tsx", "#infra/uses.ts", "node:fs"],
  },
  {
    file: "web/features/stock/new.tsx",
    may: [
      "./inventory.tsx",
      "../../domain/labels.tsx",
      "../../domain/line-editor/lines.tsx",
      "../../ui/table/data-table.tsx",
      "../../lib/api/client.ts",
      "#shared/stock.ts",
    ],
    mayNot: [
      "../picklist/picklist.tsx",
      "../../features/picklist/picklist.tsx",
      "#web/features/picklist/create/picklist.tsx",
      "../../shell/layout.tsx",
      "../../routes.tsx",
      "../../../functions/users.ts",
      "#infra/uses.ts",
      "node:fs",
    ],
  },
  {
    file: "web/domain/new.tsx",
    may: ["./labels.tsx", "./line-editor/lines.tsx", "../ui/tag.tsx", "../lib/api/client.ts", "#shared/stock.ts"],
    mayNot: [
      "../features/account/login.tsx",
      "../shell/layout.tsx",
      "../routes.tsx",
      "#web/features/account/login.tsx",
      "#infra/uses.ts",
      "node:fs",
    ],
  },
  {
    file: "web/domain/line-editor/new.tsx",
    may: ["./lines.tsx", "../product-cell.tsx", "../../ui/tag.tsx", "../../lib/api/client.ts", "#shared/stock.ts"],
    mayNot: ["../../features/account/login.tsx", "../../shell/layout.tsx", "../../routes.tsx", "#infra/uses.ts"],
  },
  {
    file: "web/ui/new.tsx",
    may: ["./tag.tsx", "./table/data-table.tsx", "../lib/toast.ts", "../lib/forms/enter-key.ts", "#shared/day.ts"],
    mayNot: [
      "../lib/api/client.ts",
      "../lib/api/session.ts",
      "../domain/labels.tsx",
      "../features/account/login.tsx",
      "../shell/layout.tsx",
      "../routes.tsx",
      "#shared/stock.ts",
      "#shared/api.ts",
      "#web/lib/api/client.ts",
    ],
  },
  {
    file: "web/ui/table/new.tsx",
    may: ["./data-table.tsx", "../tag.tsx", "../form/field.tsx", "../../lib/toast.ts", "#shared/day.ts"],
    mayNot: [
      "../../lib/api/client.ts",
      "../../domain/labels.tsx",
      "../../features/account/login.tsx",
      "../../shell/layout.tsx",
      "#shared/product.ts",
    ],
  },
  {
    file: "web/lib/new.ts",
    may: ["./toast.ts", "./api/client.ts", "#shared/failure.ts", "#shared/role.ts", "#shared/day.ts"],
    mayNot: [
      "../ui/tag.tsx",
      "../domain/labels.tsx",
      "../features/account/login.tsx",
      "#shared/product.ts",
      "#shared/user.ts",
      "#functions/lib/ledger/post.ts",
    ],
  },
  {
    file: "web/lib/api/new.ts",
    may: ["./client.ts", "../toast.ts", "../navigation/url-state.ts", "#shared/api.ts", "#shared/user.ts"],
    mayNot: ["../../ui/tag.tsx", "../../domain/labels.tsx", "#shared/movement.ts", "#infra/uses.ts", "node:fs"],
  },
  {
    file: "infra/new.ts",
    may: ["./uses.ts", "#shared/api.ts", "aws-cdk-lib", "esbuild", "node:fs", "./local/build.ts"],
    mayNot: [
      "#shared/stock.ts",
      "../shared/stock.ts",
      "#functions/lib/http/serve.ts",
      "../functions/users.ts",
      "#web/lib/api/client.ts",
      "#demo/seed.ts",
    ],
  },
  {
    file: "infra/constructs/new.ts",
    may: ["./alarms.ts", "../uses.ts", "#shared/api.ts", "aws-cdk-lib", "node:fs"],
    mayNot: ["#shared/stock.ts", "../../shared/stock.ts", "#functions/lib/http/serve.ts", "#web/lib/api/client.ts"],
  },
  {
    file: "infra/local/new.ts",
    may: ["./world.ts", "node:fs/promises", "node:http"],
    mayNot: [
      "../uses.ts",
      "#shared/api.ts",
      "#functions/lib/http/serve.ts",
      "aws-cdk-lib",
      "@aws-sdk/client-dynamodb",
      "vite",
    ],
  },
  {
    file: "demo/new.ts",
    may: ["./plan.ts", "#shared/stock.ts", "#functions/lib/ledger/post.ts"],
    mayNot: ["#functions/users.ts", "#web/lib/api/client.ts", "#infra/uses.ts"],
  },
  {
    file: "ops/new.ts",
    may: [
      "./check.ts",
      "#shared/api.ts",
      "#infra/local/build.ts",
      "#demo/client.ts",
      "@aws-sdk/client-secrets-manager",
    ],
    mayNot: [
      "#functions/lib/ledger/post.ts",
      "#functions/users.ts",
      "#web/lib/api/client.ts",
      "#demo/seed.ts",
      "#tests/support/world.ts",
    ],
  },
  {
    file: "tests/functions/new.test.ts",
    may: ["#tests/support/world.ts", "#shared/api.ts", "#infra/uses.ts"],
    mayNot: ["#functions/users.ts", "../../functions/users.ts"],
  },
];

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
};

const lint = (): string => {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=github", "--max-diagnostics=none"];
  try {
    return execFileSync(process.execPath, args, { cwd: house, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
};

let findings: string[] = [];

// A copy of the folders with one file each, which has every allowed and every forbidden import.
beforeAll(() => {
  for (const file of ["biome.json", "package.json", ".gitignore"]) copyFileSync(join(root, file), join(house, file));
  cpSync(join(root, "infra/walls"), join(house, "infra/walls"), { recursive: true });
  for (const { file, may, mayNot } of rooms)
    write(file, [...may, ...mayNot].map((from, index) => `import * as it${index} from "${from}";\n`).join(""));
  write("web/ui/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;\n');
  write("web/ui/two.ts", 'import { one } from "./one.ts";\nexport const two = () => one;\n');
  write("shared/one.ts", 'import type { Two } from "./two.ts";\nexport interface One {\n  two: Two;\n}\n');
  write("shared/two.ts", 'import type { One } from "./one.ts";\nexport interface Two {\n  one: One;\n}\n');
  for (const room of ["web/ui", "functions", "shared"])
    write(
      `${room}/sorted.ts`,
      "export const sorted = (names: string[]) => names.sort((a, b) => a.localeCompare(b));\n",
    );
  findings = lint().split("\n");
});

test.each(rooms)(
  "$file may import its own folder and what the design allows, and nothing else",
  ({ file, may, mayNot }) => {
    const imports = [...may, ...mayNot];
    const lines = findings
      .filter((line) => /lint\/style\/noRestrictedImports|title=plugin/.test(line) && line.includes(`/${file},`))
      .map((line) => imports[Number(/line=(\d+)/.exec(line)?.[1]) - 1] ?? line);
    expect([...new Set(lines)].sort()).toEqual([...mayNot].sort());
  },
);

test.each(["web/ui", "functions", "shared"])("names in %s are not sorted as 1, 10, 2", (room) => {
  expect(findings.filter((line) => line.includes(`/${room}/sorted.ts,`))).toEqual([
    expect.stringContaining("1, 10, 2"),
  ]);
});

test.each(["web/ui/one.ts", "shared/one.ts"])("an import cycle is refused, also one of types only: %s", (file) => {
  expect(findings.filter((line) => line.includes("noImportCycles") && line.includes(`/${file},`))).not.toEqual([]);
});

/** Imports of a file of the web app within it, as paths from the project's root. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+\.tsx?)"/g)]
    .map(([, path = ""]) => posix.join(posix.dirname(file), path))
    .filter((path) => existsSync(join(root, path)));

/** The shortest chain of imports from one of these files to one in `folder`. */
const wayTo = (folder: string, from: string[]): string[] | undefined => {
  const ways = from.map((file) => [file]);
  const seen = new Set(from);
  for (const way of ways)
    for (const next of importsOf(way.at(-1) ?? "")) {
      if (next.startsWith(folder)) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
};

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`);

test("no chain of imports leads from ui/ to the API", () => {
  expect(wayTo("web/lib/api/", filesIn("web/ui"))).toBeUndefined();
  expect(wayTo("web/lib/api/", ["web/domain/product-picker.tsx"])).toBeDefined();
});

/** The files of a house that name a part of the router which the router itself calls private or unstable. */
const usingPrivateRouter = (house: string): string[] =>
  globSync("{web,tests/web}/**/*.{ts,tsx}", { cwd: house })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\b(UNSAFE|unstable)_[A-Za-z]/.test(readFileSync(join(house, file), "utf8")));

test("one file uses the router's private parts, and another that does is found", () => {
  expect(usingPrivateRouter(root)).toEqual(["web/lib/navigation/router.tsx"]);
  write("web/shell/planted.tsx", 'import { UNSAFE_LocationContext } from "react-router-dom";\n');
  expect(usingPrivateRouter(house)).toEqual(["web/shell/planted.tsx"]);
});

test("web/lib names no call: only shared/ and the callers do", () => {
  const naming = filesIn("web/lib").filter((file) =>
    /["'`]([A-Z]+ )?\/v1\//.test(readFileSync(join(root, file), "utf8")),
  );
  expect(naming).toEqual([]);
});
