// Applies a chosen theme before the first paint; lib/appearance.ts stores it. A file of its own, since the CSP allows no inline script.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "system";
} catch {
  // The browser stores nothing.
  document.documentElement.dataset.theme = "system";
}
// Read beside the app's code. Who reads the settings says that it failed.
globalThis.settings = fetch("/config.json");
globalThis.settings.catch(() => undefined);
