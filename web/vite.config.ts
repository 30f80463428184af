// How the web app is built; the manifest is what the byte budgets are measured on.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Chunks that several screens share: a screen split into thirty small chunks is slow on a slow network. Forms and
 * dialogs load with the first of them. The sign-in screens and the signed-in layout do not load each other's code.
 * A group also takes the dependencies of its modules, so shared ones belong in the group of highest priority.
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
    test: /web[\\/](shell[\\/]signed-in|ui[\\/](table[\\/]data-table|form[\\/]search-field|page[\\/]empty|image|tag))\.tsx/,
    priority: 0,
  },
];

/** `button_filled`: readable, the same in every build, and 5% smaller than with a hash in each name. */
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
