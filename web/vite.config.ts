// The build of the web app. The byte budgets in the tests are measured on its manifest.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { readableName, shortNames } from "./class-names.ts";
import { worker } from "./worker-plugin.ts";

/**
 * Chunks that several screens share, because on a slow network a screen in thirty small chunks waits for each of them.
 * The libraries of forms and of dialogs load with the first form or dialog. The sign-in screens load nothing that only
 * the signed-in app needs, and the other way round.
 * A group also takes the dependencies of its modules, so modules that several groups use are in a group of higher
 * priority.
 */
const groups = [
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 4,
  },
  { name: "forms", test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/, priority: 3 },
  { name: "overlays", test: /node_modules[\\/](@base-ui[\\/](?!react[\\/]menu)|@floating-ui[\\/])/, priority: 3 },
  {
    name: "common",
    test: /web[\\/](ui[\\/](page[\\/]banner|form[\\/]field|logo)|lib[\\/](api[\\/]client|forms[\\/]enter-key|media))\.tsx?/,
    priority: 3,
  },
  { name: "barcode-detector", test: /native-detector\.ts|zxing_reader\.wasm/, priority: 3 },
  { name: "start", tags: ["$initial" as const], priority: 2 },
  {
    name: "sign-in",
    test: /web[\\/]features[\\/]account[\\/]sign-in-layout\.tsx/,
    priority: 2,
  },
  {
    name: "signed-in",
    test: /shared[\\/](product-label|movement-limits)\.ts|web[\\/]domain[\\/]affected-queries\.ts|web[\\/](shell[\\/]signed-in|ui[\\/](table[\\/]data-table|form[\\/]search-field|page[\\/]empty|image|tag))\.tsx/,
    priority: 1,
  },
  // Icons of edit and delete, which stand beside each other.
  { name: "edit", test: /lucide-react[\\/].*[\\/](pencil|trash)\./, priority: 1 },
  // Of filters too, which have no range.
  { name: "chips", test: /web[\\/]ui[\\/]form[\\/]toggle-chip\.tsx/, priority: 1 },
  { name: "date", test: /web[\\/]ui[\\/]form[\\/]date-field\.tsx/, priority: 1 },
  // What most lists share, and what those over a range of days do.
  {
    name: "rows",
    test: /web[\\/](domain[\\/](desk|product-link|product-name)|ui[\\/]table[\\/]two-lines)\.tsx?/,
    priority: 0,
  },
  {
    name: "range",
    test: /web[\\/](ui[\\/]form[\\/]range-bar|lib[\\/]navigation[\\/]date-range)\.tsx?/,
    priority: 0,
  },
];

/**
 * Chunks name each other: with hashes of seven characters of one case a screen is 0.3 KB smaller than with eight of any,
 * and 0.8 KB smaller if only groups have names. The manifest says which chunk is which module's.
 */
const named = "assets/[name]-[hash:7].js";
const names = {
  hashCharacters: "base36",
  entryFileNames: named,
  chunkFileNames: ({ name }: { name: string }) =>
    groups.some((group) => group.name === name) ? named : "assets/[hash:7].js",
} as const;

/** By itself the router comes in its development build, with 0.5 KB of warnings; the shim, 0.6 KB, is for React 17. */
const lighter = [
  {
    find: /^react-router$/,
    replacement: `${import.meta.dirname}/../node_modules/react-router/dist/production/index.mjs`,
  },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
];

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), worker()],
  resolve: { alias: command === "build" ? lighter : [] },
  css: { modules: { generateScopedName: command === "build" ? shortNames() : readableName } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    // The oldest that the README promises. What their styles lack, lib/older-browsers.ts does: 0.5 KB for the others.
    target: ["chrome111", "safari16.4", "firefox121"],
    cssTarget: ["chrome123", "safari17.5", "firefox121"],
    // They preload modules by themselves.
    modulePreload: { polyfill: false },
    // An inlined image would need a wider CSP and could not be cached on its own.
    assetsInlineLimit: 0,
    // One stylesheet is a third smaller than many.
    cssCodeSplit: false,
    rolldownOptions: { output: { ...names, codeSplitting: { groups } } },
  },
  server: { port: 5173, strictPort: true },
}));
