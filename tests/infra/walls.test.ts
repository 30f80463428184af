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
const checkout = mkdtempSync(join(tmpdir(), "walls-"));
afterAll(() => rmSync(checkout, { recursive: true }));

/** Files of all rooms, and packages. What the design does not allow a room of these is refused there. */
const files =
  "shared/role.ts shared/day.ts shared/stock.ts shared/api.ts shared/user.ts " +
  "functions/users.ts functions/lib/log.ts functions/lib/ledger/post.ts " +
  "web/routes.tsx web/worker/worker.ts web/shell/layout.tsx " +
  "web/features/stock/inventory.tsx web/features/picklist/picking/picking.tsx " +
  "web/domain/columns.tsx web/domain/line-editor/lines.ts web/ui/tag.tsx web/ui/table/data-table.tsx " +
  "web/lib/toast.ts web/lib/api/client.ts " +
  "infra/uses.ts infra/constructs/alarms.ts infra/local/build.ts " +
  "demo/seed.ts demo/client.ts ops/smoke.ts tests/support/world.ts";
const packages = "valibot react node:fs @aws-sdk/client-s3 aws-cdk-lib workbox-routing";

const inBrowser = "valibot react workbox-routing";
const inNode = "valibot react node:fs @aws-sdk/client-s3 aws-cdk-lib workbox-routing";
const inLambda = "shared functions/lib valibot node:fs @aws-sdk/client-s3 workbox-routing";
const ofUi = `shared/day.ts web/ui web/lib/toast.ts ${inBrowser}`;
const ofLib = `shared/role.ts shared/day.ts shared/api.ts web/lib ${inBrowser}`;

/** A new file of each room, with the folders, files and packages that it may import. */
const rooms: [file: string, may: string][] = [
  ["shared/new.ts", "shared valibot"],
  ["functions/new.ts", inLambda],
  ["functions/lib/new.ts", inLambda],
  ["functions/lib/ledger/new.ts", inLambda],
  ["web/new.tsx", `shared web ${inBrowser}`],
  ["web/worker-plugin.ts", `web/routes.tsx ${inNode}`],
  ["web/worker/new.ts", "web/worker workbox-routing"],
  ["web/shell/new.tsx", `shared web/shell web/features web/domain web/ui web/lib ${inBrowser}`],
  ["web/features/stock/new.tsx", `shared web/features/stock web/domain web/ui web/lib ${inBrowser}`],
  ["web/domain/new.tsx", `shared web/domain web/ui web/lib ${inBrowser}`],
  ["web/domain/line-editor/new.tsx", `shared web/domain web/ui web/lib ${inBrowser}`],
  ["web/ui/new.tsx", ofUi],
  ["web/ui/table/new.tsx", ofUi],
  ["web/lib/new.ts", ofLib],
  ["web/lib/api/new.ts", `shared/user.ts ${ofLib}`],
  ["infra/new.ts", `shared/api.ts infra ${inNode}`],
  ["infra/constructs/new.ts", `shared/api.ts infra ${inNode}`],
  ["infra/local/new.ts", "infra/local node:fs"],
  ["demo/new.ts", `shared functions/lib demo ${inNode}`],
  ["demo/backtest/new.ts", `shared functions/lib demo ${inNode}`],
  ["ops/new.ts", `shared infra demo/client.ts ops ${inNode}`],
  ["tests/functions/new.test.ts", `shared functions/lib web infra demo ops tests ${inNode}`],
];

/** A file is named by its path within its room, and by `#` from other rooms. */
const importsOfNew = (room: string): { from: string; of: string; wrongForm: boolean }[] => [
  ...files.split(" ").flatMap((of) => {
    const path = posix.relative(posix.dirname(room), of);
    const isSameRoom = of.split("/")[0] === room.split("/")[0];
    return [
      { of, from: path.startsWith(".") ? path : `./${path}`, wrongForm: !isSameRoom },
      { of, from: `#${of}`, wrongForm: isSameRoom },
    ];
  }),
  ...packages.split(" ").map((of) => ({ of, from: of, wrongForm: false })),
];

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
};

const lint = (): string => {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=github", "--max-diagnostics=none"];
  try {
    return execFileSync(process.execPath, args, { cwd: checkout, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
};

let findings: string[] = [];

// A copy of the folders with one file each, which has every allowed and every forbidden import.
beforeAll(() => {
  for (const file of ["biome.json", "package.json", ".gitignore"]) copyFileSync(join(root, file), join(checkout, file));
  cpSync(join(root, "infra/walls"), join(checkout, "infra/walls"), { recursive: true });
  for (const [file] of rooms)
    write(
      file,
      importsOfNew(file)
        .map(({ from }, index) => `import * as it${index} from "${from}";\n`)
        .join(""),
    );
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

test.each(rooms)("%s may import what the design allows, and nothing else", (file, may) => {
  const imports = importsOfNew(file);
  const refused = findings
    .filter((line) => /lint\/style\/noRestrictedImports|title=plugin/.test(line) && line.includes(`/${file},`))
    .map((line) => imports[Number(/line=(\d+)/.exec(line)?.[1]) - 1]?.from ?? line);
  const isAllowed = (of: string) => may.split(" ").some((one) => of === one || of.startsWith(`${one}/`));
  // Tests are free in the form.
  const isFree = file.startsWith("tests/");
  const wanted = imports.filter(({ of, wrongForm }) => !isAllowed(of) || (wrongForm && !isFree));
  expect([...new Set(refused)].sort()).toEqual(wanted.map(({ from }) => from).sort());
});

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

/** The files of a checkout that name a part of the router which the router itself calls private or unstable. */
const usingPrivateRouter = (checkout: string): string[] =>
  globSync("{web,tests/web}/**/*.{ts,tsx}", { cwd: checkout })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\b(UNSAFE|unstable)_[A-Za-z]/.test(readFileSync(join(checkout, file), "utf8")));

test("one file uses the router's private parts, and another that does is found", () => {
  expect(usingPrivateRouter(root)).toEqual(["web/lib/navigation/router.tsx"]);
  write("web/shell/planted.tsx", 'import { UNSAFE_LocationContext } from "react-router-dom";\n');
  expect(usingPrivateRouter(checkout)).toEqual(["web/shell/planted.tsx"]);
});

test("web/lib names no call: only shared/ and the callers do", () => {
  const naming = filesIn("web/lib").filter((file) =>
    /["'`]([A-Z]+ )?\/v1\//.test(readFileSync(join(root, file), "utf8")),
  );
  expect(naming).toEqual([]);
});
