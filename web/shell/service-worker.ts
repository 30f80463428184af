// The page's side of the service worker: registers it, and announces a new version of the app. A version takes over
// when somebody accepts it in one tab; every other tab continues with its own files and asks separately.
import scannerFile from "zxing-wasm/reader/zxing_reader.wasm?url";
import { nativeDetector } from "../lib/scan/native-detector.ts";
import { startTellingErrors, tellError } from "./tell-error.ts";

const hour = 60 * 60 * 1_000;

const announce = (workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void => {
  let running = registration.active;
  /** Another tab has accepted a newer version than this tab runs. */
  let replaced = false;
  let accepted = false;

  const load = () => {
    accepted = true;
    if (registration.waiting) registration.waiting.postMessage("activate");
    else location.reload();
  };
  const tell = () => {
    if (replaced || (registration.waiting && running))
      import("./new-version.tsx").then(({ showNewVersion }) => showNewVersion(load)).catch(() => undefined);
  };
  workers.addEventListener("controllerchange", () => {
    // The first worker takes over the page that registered it.
    if (running) replaced = true;
    running = workers.controller;
    if (!accepted) return tell();
    // The browser asks if something is unsaved, and the tab may stay.
    accepted = false;
    location.reload();
  });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
  tell();

  let checked = Date.now();
  const check = () => {
    if (document.hidden || Date.now() - checked < hour) return;
    checked = Date.now();
    registration.update().catch(() => undefined);
    tell();
  };
  document.addEventListener("visibilitychange", check);
  setInterval(check, hour);
};

/** Caches the camera's WebAssembly, 1.1 MB, last, and only for browsers without a detector of their own. */
const keepScanner = async (): Promise<void> => {
  if (await nativeDetector()) return;
  const cache = await caches.open("scanner");
  if (!(await cache.match(scannerFile))) await cache.add(scannerFile);
};

export const registerServiceWorker = async (): Promise<void> => {
  startTellingErrors();
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Where workers are blocked it is missing, rejects, or resolves to nothing.
  const registration = await workers
    ?.register("/sw.js", { updateViaCache: "none" })
    .catch((error: unknown) => tellError("worker", error));
  if (!registration) return;
  announce(workers, registration);
  await workers.ready;
  await keepScanner();
};
