// Starts the web app.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { clearLeftoverLists } from "./lib/api/offline-cache.ts";
import { loadSession } from "./lib/api/session.ts";
import { GuardedRouter } from "./lib/navigation/router.tsx";
import { whenIdle } from "./lib/when-idle.ts";
import { preloadAt, Screens } from "./routes.tsx";
import "./styles/base.css";
import { LoadingNext } from "./shell/screen-boundary.tsx";
import { Toaster } from "./shell/toaster.tsx";

/** Loaded after the first data, which it would only delay. */
const startOfflineUse = (): void => {
  import("./lib/api/end-sessions.ts").then((ends) => ends.startEndingSessions()).catch(() => undefined);
  if (import.meta.env.PROD)
    import("./shell/service-worker.ts").then((worker) => worker.registerServiceWorker()).catch(() => undefined);
};

const app = (
  <StrictMode>
    <GuardedRouter>
      <Screens />
      <LoadingNext />
    </GuardedRouter>
    <Toaster />
  </StrictMode>
);

const isOlder =
  !("withResolvers" in Promise) || !("any" in AbortSignal) || !CSS.supports("color", "light-dark(red, red)");
const complete = isOlder ? import("./lib/older-browsers.ts") : Promise.resolve();

// Until then index.html shows its own loading indicator.
Promise.all([complete, loadSession()])
  .then(clearLeftoverLists)
  .then(() => preloadAt(location.pathname))
  .then(() => createRoot(document.getElementById("app") as HTMLElement).render(app))
  .then(() => whenIdle(startOfflineUse));
