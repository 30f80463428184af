// Bundles all Lambdas with esbuild. The local run and AWS execute the same files.
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Every file directly in functions/ is a Lambda of that name. */
export const lambdaNames = (): string[] =>
  readdirSync(join(root, "functions"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"));

/** Which build a folder of bundles is: by what runs, so that a page of the docs makes no other. */
export const buildOf = (bundles: string): string => {
  const hash = createHash("sha256");
  for (const file of readdirSync(bundles, { recursive: true, encoding: "utf8" }).sort())
    if (file.endsWith(".cjs")) hash.update(file).update(readFileSync(join(bundles, file)));
  return hash.digest("hex").slice(0, 12);
};

const baseOptions: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  // CommonJS loads in 43 ms, ES modules in 60.
  format: "cjs",
  // The SDK's `import("node:http")` makes Node load undici, 11 ms of a cold start; `require` does not.
  supported: { "dynamic-import": false },
  // ES modules of dependencies can be tree-shaken: 359 KB instead of 562.
  mainFields: ["module", "main"],
  // exceljs writes reports and reads nothing here: its bundle has 1.00 MB without these, and 1.40 with them.
  alias: Object.fromEntries(["unzipper", "fast-csv", "saxes"].map((name) => [name, join(root, "infra/no-reader.cjs")])),
  // A Lambda has its credentials in its environment; the SDK tries other sources only where it finds none there.
  external: ["http", "ini", "process", "sso", "web-identity"].map((source) => `@aws-sdk/credential-provider-${source}`),
  outExtension: { ".js": ".cjs" },
  legalComments: "none",
  logLevel: "warning",
};

export const bundleOptions = (outdir: string): BuildOptions => ({
  ...baseOptions,
  entryPoints: lambdaNames().map((name) => ({ in: `functions/${name}.ts`, out: `${name}/index` })),
  outdir,
  metafile: true,
  plugins: [separateImports],
});

/**
 * Bundles what our code loads by a dynamic import or `require.resolve` into a file beside the Lambda's: calls that do
 * not need it do not load it, and a worker thread can start from it.
 */
const separateImports: Plugin = {
  name: "separate-imports",
  setup: ({ onResolve, onEnd, initialOptions }) => {
    const sources = new Map<string, string>();
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, importer, resolveDir }) => {
      const isOwn = importer.startsWith(join(root, "functions"));
      if (!isOwn || (kind !== "dynamic-import" && kind !== "require-resolve")) return undefined;
      const name = basename(path, ".ts");
      sources.set(name, join(resolveDir, path));
      return { path: `./${name}.cjs`, external: true };
    });
    onEnd(async ({ metafile }) => {
      if (metafile) await buildSeparateImports(metafile, sources, initialOptions.outdir ?? "");
    });
  },
};

const buildSeparateImports = async (
  { outputs }: Metafile,
  sources: ReadonlyMap<string, string>,
  outdir: string,
): Promise<void> => {
  const references = Object.entries(outputs).flatMap(([output, { imports }]) =>
    imports
      .filter(({ external, path }) => external && /^\.\/.*\.cjs$/.test(path))
      .map(({ path }) => ({ name: basename(path, ".cjs"), folder: join(outdir, basename(dirname(output))) })),
  );
  const built = mkdtempSync(join(tmpdir(), "separate-imports-"));
  try {
    await build({ ...baseOptions, entryPoints: Object.fromEntries(sources), outdir: built });
    for (const { name, folder } of references) copyFileSync(join(built, `${name}.cjs`), join(folder, `${name}.cjs`));
  } finally {
    rmSync(built, { recursive: true });
  }
};

/** Writes `outdir/<name>/index.cjs` for every Lambda. */
export const bundle = async (outdir: string): Promise<void> => {
  await build(bundleOptions(outdir));
};
