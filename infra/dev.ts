// `npm run dev`: like `npm start`, but with hot reload of web/ and functions/.
import { join } from "node:path";
import { context } from "esbuild";
import { createServer } from "vite";
import { bundleOptions, lambdaNames } from "./bundle.ts";
import { listen } from "./local/http-server.ts";
import { type DevServer, start, startOptions } from "./local/start.ts";
import type { World } from "./local/world.ts";

const root = join(import.meta.dirname, "..");
const bundles = join(root, ".cache/functions");

/**
 * Vite serves the web app, without the CSP that its inline styles and refresh would break; config and images are
 * proxied.
 */
const startDevServer = async (world: World, port: number): Promise<DevServer> => {
  // Checks the port first: our error is one sentence, Vite's a stack trace.
  await (await listen(() => {}, port, "WEB_PORT")).stop();
  const target = { target: world.site, changeOrigin: false };
  const server = { port, strictPort: true, host: "localhost", proxy: { "/config.json": target, "/images": target } };
  const vite = await createServer({ configFile: join(root, "web/vite.config.ts"), server });
  await vite.listen();
  const functions = await watchFunctions(world);
  return {
    address: `http://localhost:${port}`,
    stop: async () => {
      await Promise.all([vite.close(), functions.dispose()]);
    },
  };
};

/**
 * Rebuilds and replaces the bundles on every change. Routes and environment come from the templates: restart for those.
 */
const watchFunctions = async (world: World) => {
  const onEnd = ({ errors }: { errors: unknown[] }) => {
    if (errors.length === 0) for (const name of lambdaNames()) void world.lambda(name).replace(join(bundles, name));
  };
  const options = bundleOptions(bundles);
  const plugins = [{ name: "replace", setup: (build: { onEnd(callback: typeof onEnd): void }) => build.onEnd(onEnd) }];
  const functions = await context({ ...options, minify: false, plugins });
  await functions.watch();
  return functions;
};

await start({ ...startOptions(), devServer: startDevServer, onLog: console.log });
