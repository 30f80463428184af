// The Vite plugin that builds the service worker, after the app, with the list of the app's files.
import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** The reader and the writer of barcodes are larger than all other files together, and needed by few. */
const isWasm = ({ url }: { url: string }) => url.endsWith(".wasm");
/** shell/service-worker.ts caches the reader for the browsers that need it. */
const isScanner = ({ url }: { url: string }) => /zxing_reader.*\.wasm$/.test(url);

/** The system keeps its own copies of the installed app's icons. No screen shows these, nor what licences ask for. */
const isUnshown = ({ url }: { url: string }) => url.startsWith("/icons/") || url.endsWith(".txt");

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !name.startsWith(".vite") && statSync(join(folder, name)).isFile())
    .map((name) => ({ url: `/${name}`, ...(name.startsWith("assets/") ? { revision: null } : checksum(folder, name)) }))
    // Files with a checksum first: they show whether the server has this version.
    .sort((a, b) => Number(a.revision === null) - Number(b.revision === null) || (a.url < b.url ? -1 : 1));

const checksum = (folder: string, name: string) => {
  const content = hash("sha256", readFileSync(join(folder, name)), "base64");
  return { revision: content.slice(0, 8), integrity: `sha256-${content}` };
};

/** The worker of the development server: it replaces and removes one that `npm start` has left on the same port. */
export const remover = `addEventListener("message", () => skipWaiting());
addEventListener("activate", () => registration.unregister());`;

export const worker = (): Plugin => ({
  name: "worker",
  configureServer({ middlewares }) {
    middlewares.use("/sw.js", (_, response) => {
      response.setHeader("content-type", "text/javascript");
      response.end(remover);
    });
  },
  // By now the files of public/ exist, which are not in the bundle.
  async writeBundle({ dir = "" }) {
    const files = filesIn(dir).filter((file) => !isUnshown(file));
    const scanner = files.find(isScanner)?.url;
    await build({
      configFile: false,
      root: import.meta.dirname,
      publicDir: false,
      logLevel: "warn",
      define: { files: JSON.stringify(files.filter((file) => !isWasm(file))), scanner: JSON.stringify(scanner) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: this.environment.config.build.target || "esnext",
        rolldownOptions: {
          input: join(import.meta.dirname, "worker/worker.ts"),
          output: { entryFileNames: "sw.js", format: "iife" },
        },
      },
    });
  },
});
