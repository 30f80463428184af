// Starts the web app.
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { GuardedRouter } from "./lib/navigation/router.tsx";
import { preloadAt, Screens } from "./routes.tsx";
import "./styles/base.css";
import { LoadingNext } from "./shell/screen-boundary.tsx";
import { Toaster } from "./shell/toaster.tsx";

/** Loaded after the first paint, which it would only delay. */
function OfflineUse() {
  useEffect(() => {
    if (import.meta.env.PROD)
      import("./shell/service-worker.ts").then((worker) => worker.registerServiceWorker()).catch(() => undefined);
  }, []);
  return null;
}

const app = (
  <StrictMode>
    <GuardedRouter>
      <Screens />
      <LoadingNext />
    </GuardedRouter>
    <Toaster />
    <OfflineUse />
  </StrictMode>
);

const isOlder =
  !("withResolvers" in Promise) || !("any" in AbortSignal) || !CSS.supports("color", "light-dark(red, red)");
const complete = isOlder ? import("./lib/older-browsers.ts") : Promise.resolve();

// Until then index.html shows its own loading indicator.
complete
  .then(() => preloadAt(location.pathname))
  .then(() => createRoot(document.getElementById("app") as HTMLElement).render(app));
