// How the web app is built; the manifest is what the byte budgets are measured on.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Chunks that several screens share: a screen in thirty small ones waits for each again and again on a slow network.
 * What forms and dialogs are made of comes with the first of them; the way in brings nothing of what is inside, nor
 * that of the way in.
 * A group takes the dependencies of its modules along, so what others use too stands in the first.
 */
const groups = [
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|use-sync-external-store)[\\/]/,
    priority: 3,
  },
  { name: "forms", test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/, priority: 2 },
  { name: "overlays", test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]/, priority: 2 },
  {
    name: "common",
    test: /web[\\/](ui[\\/](page[\\/]banner|form[\\/]field|logo)|lib[\\/](api[\\/]client|media))\.tsx?/,
    priority: 2,
  },
  { name: "start", tags: ["$initial" as const], priority: 1 },
  {
    name: "sign-in",
    test: /web[\\/](features[\\/]account[\\/]sign-in-layout|ui[\\/]form[\\/]password-field)\.tsx/,
    priority: 1,
  },
  {
    name: "signed-in",
    test: /shared[\\/]product-label\.ts|web[\\/](shell[\\/]signed-in|ui[\\/](table[\\/]data-table|form[\\/]search-field|page[\\/]empty|image|tag))\.tsx/,
    priority: 0,
  },
];

/** `button_filled`: read at a glance, one for all builds, and a twentieth lighter than with a hash in each name. */
const scopedName = (name: string, file: string): string =>
  `${file.split(/[\\/]/).at(-1)?.replace(".module.css", "").replaceAll("-", "")}_${name}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: ["chrome131", "safari18.2", "firefox132"],
    // An inlined image would need a wider CSP, and hides from the cache.
    assetsInlineLimit: 0,
    // One file of all styles weighs a third less than many small ones.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, strictPort: true },
});
