// The rooms import as the design allows; a wrong import in each direction fails the check.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
    may: ["./lib/serve.ts", "#shared/role.ts", "@aws-sdk/client-dynamodb", "node:crypto", "valibot"],
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
    file: "functions/lib/new.ts",
    may: ["./dynamo.ts", "#shared/role.ts", "@aws-sdk/client-s3", "ulid"],
    mayNot: [
      "../users.ts",
      "#functions/users.ts",
      "#web/lib/api/client.ts",
      "#infra/uses.ts",
      "aws-cdk-lib/aws-s3",
      "react-dom",
    ],
  },
  {
    file: "web/main.tsx",
    may: ["./routes.tsx", "./lib/call.ts", "#shared/role.ts", "react"],
    mayNot: [
      "./screens/login.tsx",
      "#functions/lib/ledger/post.ts",
      "../functions/lib/post.ts",
      "#infra/uses.ts",
      "node:fs",
      "@aws-sdk/client-s3",
    ],
  },
  {
    file: "web/routes.tsx",
    may: ["./screens/login.tsx", "#shared/role.ts"],
    mayNot: ["#infra/uses.ts", "../functions/users.ts"],
  },
  {
    file: "web/screens/new.tsx",
    may: ["../ui/page.tsx", "../lib/use-data.ts", "#shared/role.ts"],
    mayNot: [
      "../screens/login.tsx",
      "../routes.tsx",
      "../../functions/users.ts",
      "#functions/lib/ledger/post.ts",
      "#infra/uses.ts",
    ],
  },
  {
    file: "web/ui/new.tsx",
    may: ["./page.tsx", "../lib/places.ts", "#shared/role.ts"],
    mayNot: [
      "../lib/call.ts",
      "../lib/use-data.ts",
      "../lib/use-act.ts",
      "../lib/undo.ts",
      "../lib/download.ts",
      "../screens/login.tsx",
      "../routes.tsx",
      "#infra/uses.ts",
    ],
  },
  {
    file: "web/lib/new.ts",
    may: ["./call.ts", "#shared/role.ts"],
    mayNot: ["../ui/page.tsx", "../screens/login.tsx", "#functions/lib/ledger/post.ts"],
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

// The same house with one file a room, each with every import it may and may not have.
beforeAll(() => {
  for (const file of ["biome.json", "package.json", ".gitignore"]) copyFileSync(join(root, file), join(house, file));
  for (const { file, may, mayNot } of rooms)
    write(file, [...may, ...mayNot].map((from, index) => `import * as it${index} from "${from}";\n`).join(""));
  write("functions/lib/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;\n');
  write("functions/lib/two.ts", 'import { one } from "#functions/lib/one.ts";\nexport const two = () => one;\n');
  findings = lint().split("\n");
});

test.each(rooms)("$file imports its own room and what the design allows, and nothing else", ({ file, may, mayNot }) => {
  const imports = [...may, ...mayNot];
  const lines = findings
    .filter((line) => line.includes("lint/style/noRestrictedImports") && line.includes(`/${file},`))
    .map((line) => imports[Number(/line=(\d+)/.exec(line)?.[1]) - 1] ?? line);
  expect([...new Set(lines)].sort()).toEqual([...mayNot].sort());
});

test("a cycle of imports is refused", () => {
  expect(findings.filter((line) => line.includes("noImportCycles"))).not.toEqual([]);
});
