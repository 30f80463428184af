// A site in front of a world's that can be down, deploy a next release of the web app, or answer a path differently.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listen } from "#infra/local/http-server.ts";
import type { TestWorld } from "./world.ts";

const root = join(import.meta.dirname, "../..");

/** Renames each script, as after a change of every module. */
const script = `
  import { build } from "vite";
  const name = "assets/[name]-next-[hash:7].js";
  const rolldownOptions = { output: { entryFileNames: name, chunkFileNames: name } };
  const [outDir] = process.argv.slice(1);
  await build({ configFile: "web/vite.config.ts", logLevel: "warn", build: { outDir, rolldownOptions } });
`;

/** Builds the next release into a temporary folder. */
export const buildNext = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "next-release-"));
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, folder], { cwd: root, env });
  return folder;
};

export interface Site {
  /** The world at this site. */
  world: TestWorld;
  /** Folder of a release whose files replace those of the world's; further files stay, as on AWS. */
  release?: string;
  /** Whether a file of the release has been uploaded; unless set, all are. */
  uploaded?: (path: string) => boolean;
  /** Bodies by path, and headers of every answer, in place of the world's. */
  bodies: Record<string, string>;
  headers: Record<string, string>;
  /** Cuts every connection off. */
  down: boolean;
  /** Paths requested so far. */
  requested: string[];
  stop(): Promise<void>;
}

interface File {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that are made anew from the whole body. */
const ofTransfer = /^(content-length|content-encoding|etag|date|connection|keep-alive|transfer-encoding)$/;

export const newSite = async (world: TestWorld): Promise<Site> => {
  const read = new Map<string, Promise<File>>();
  const get = async (path: string): Promise<File> => {
    const answer = await fetch(world.site + path);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTransfer.test(name)));
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const ofWorld = (path: string): Promise<File> => {
    const file = read.get(path) ?? get(path);
    read.set(path, file);
    return file;
  };
  const ofRelease = ({ release, uploaded }: Site, path: string): Buffer | undefined =>
    release && existsSync(join(release, path)) && (uploaded?.(path) ?? true)
      ? readFileSync(join(release, path))
      : undefined;

  const { port, stop } = await listen(async (request, response) => {
    if (site.down) return void request.socket.destroy();
    const path = new URL(request.url ?? "/", world.site).pathname;
    site.requested.push(path);
    const old = await ofWorld(path);
    // The viewer function of the template decides which paths are the page.
    const name = old.headers["content-type"]?.includes("html") ? "/index.html" : path;
    const body = site.bodies[path] ?? ofRelease(site, name);
    const { status, headers } = body && old.status !== 200 ? await ofWorld("/theme.js") : old;
    const type = body && name.endsWith(".css") && { "content-type": "text/css" };
    response.writeHead(status, { ...headers, ...type, ...site.headers });
    response.end(body ?? old.body);
  });
  const site: Site = {
    world: { ...world, site: `http://localhost:${port}` },
    bodies: {},
    headers: {},
    down: false,
    requested: [],
    stop,
  };
  return site;
};
