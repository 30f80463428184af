// How the web app is built; the manifest is what the byte budgets are measured on.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Chunks that several screens share; a form's parts come with the first form, not with the first screen. */
const groups = [
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 3,
  },
  { name: "forms", test: /node_modules[\\/](react-hook-form|@hookform|@base-ui|@floating-ui)[\\/]/, priority: 2 },
  { name: "table", test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: ["chrome131", "safari18.2", "firefox132"],
    // An inlined image would need a wider CSP, and hides from the cache.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, strictPort: true },
});
