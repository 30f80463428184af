// The build of the web app. The byte budgets in the tests are measured on its manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkOf } from "./chunks.ts";
import { worker } from "./worker-plugin.ts";

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

/** `button_filled`: no two style sheets have the same name. index.html names classes too. */
const className = (name: string, file: string): string => `${file.replace(/^.*[\\/]|\.module\.css$/g, "")}_${name}`;

/** Without the keys of the parts of icons, which React needs only for parts that change: 2.3 KB, mostly of first screens. */
const iconsWithoutKeys: Plugin = {
  name: "icons without keys",
  apply: "build",
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({ code: code.replaceAll(/,\s*key: "\w+"/g, ""), map: null }),
  },
};

/** They warn developers in a build too. */
const chartsWithoutWarnings: Plugin = {
  name: "charts without warnings",
  apply: "build",
  transform: {
    filter: { id: /recharts[\\/]es6[\\/]util[\\/]LogUtils/ },
    handler: () => ({ code: "export const warn = () => undefined;", map: null }),
  },
};

/** Its files are compiled for browsers of 2015, each with helpers of its own for spreads: 6 KB that these browsers have built in. */
const chartsWithoutHelpers: Plugin = {
  name: "charts without helpers",
  apply: "build",
  transform: {
    filter: { id: /recharts[\\/]es6[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/^function _(objectSpread|extends)\(.*\}$/gm, "function _$1() { return Object.assign(...arguments); }")
        .replace(/^function _slicedToArray\(.*\}$/m, "function _slicedToArray(all) { return [...all]; }"),
      map: null,
    }),
  },
};

/** Without the 148 named colours of CSS, which scales could interpolate between and no chart here does: 1.5 KB. */
const scalesWithoutColours: Plugin = {
  name: "scales without colours",
  apply: "build",
  transform: {
    filter: { id: /d3-color[\\/]dist[\\/]d3-color\.mjs$/ },
    handler: (code) => ({ code: code.replace(/var named = \{[^}]+\}/, "var named = {}"), map: null }),
  },
};

/** Its package names only the development build, which warns developers in many words. */
const routerIn = join(import.meta.dirname, "../node_modules/react-router/dist/production");

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: join(routerIn, "index.mjs") },
      { find: /^react-router\/dom$/, replacement: join(routerIn, "dom-export.mjs") },
    ],
  },
  plugins: [react(), worker(), iconsWithoutKeys, chartsWithoutWarnings, chartsWithoutHelpers, scalesWithoutColours],
  define: {
    "import.meta.env.VERSION": JSON.stringify(version),
    // Of infra/local/build.ts; the development server is none.
    "import.meta.env.BUILD": JSON.stringify(process.env.BUILD ?? "development"),
  },
  css: { modules: { generateScopedName: className } },
  build: {
    manifest: true,
    // Licences ask that their text goes along with the code.
    license: { fileName: "third-party-notices.txt" },
    // The oldest that the README promises. lib/older-browsers.ts fills their gaps in CSS, at 0.5 KB for all others.
    target: ["chrome111", "safari16.4", "firefox121"],
    cssTarget: ["chrome123", "safari17.5", "firefox121"],
    // These browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    // An inlined image would need a wider CSP and could not be cached on its own.
    assetsInlineLimit: 0,
    // One stylesheet is a third smaller than many.
    cssCodeSplit: false,
    rolldownOptions: {
      // Else what reads a property where a module is loaded, such as `.entries` of a schema, is kept unused: 2 KB.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Chunks name each other 750 times, and a hash does not compress: a letter less is 0.4 KB.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [{ name: chunkOf(import.meta.dirname), debugName: "chunks" }],
          // A chunk holds only the modules that its group names.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { port: 5173, strictPort: true },
});
