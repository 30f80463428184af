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

// Until then index.html shows its own loading indicator.
preloadAt(location.pathname).then(() => createRoot(document.getElementById("app") as HTMLElement).render(app));
