// `npm run dev`: like `npm start`, but what is edited in web/ and functions/ is there at once.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { context } from "esbuild";
import { createServer } from "vite";
import { bundling, lambdas } from "./bundle.ts";
import { listen } from "./local/http-server.ts";
import { type Front, start } from "./local/start.ts";
import type { World } from "./local/world.ts";

const root = join(import.meta.dirname, "..");
const bundles = join(root, ".cache/functions");

/** The web app from Vite, whose styles and refresh need no CSP; settings and pictures from the distribution. */
const front = async (world: World, port: number): Promise<Front> => {
  // Refused in a sentence here; by Vite with a stack.
  await (await listen(() => {}, port, "WEB_PORT")).stop();
  const target = { target: world.site, changeOrigin: false };
  const server = { port, strictPort: true, host: "localhost", proxy: { "/config.json": target, "/images": target } };
  const vite = await createServer({ configFile: join(root, "web/vite.config.ts"), server });
  await vite.listen();
  const functions = await watch(world);
  return {
    address: `http://localhost:${port}`,
    stop: async () => {
      await Promise.all([vite.close(), functions.dispose()]);
    },
  };
};

/** Routes and grants come from the templates: a change of those needs a new start. */
const watch = async (world: World) => {
  const onEnd = ({ errors }: { errors: unknown[] }) => {
    if (errors.length === 0) for (const name of lambdas()) void world.lambda(name).replace(join(bundles, name));
  };
  const options = bundling(bundles);
  const plugins = [{ name: "replace", setup: (build: { onEnd(callback: typeof onEnd): void }) => build.onEnd(onEnd) }];
  const functions = await context({ ...options, minify: false, plugins });
  await functions.watch();
  return functions;
};

const text = { type: "string" } as const;
const { seed, invoke } = parseArgs({ options: { seed: text, invoke: text } }).values;
await start({ seed, invoke, front, onLog: console.log });
