// Starts the web app.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GuardedRouter } from "./lib/navigation/router.tsx";
import { preloadAt, Screens } from "./routes.tsx";
import "./styles/base.css";
import { LoadingNext } from "./shell/screen-boundary.tsx";
import { Toaster } from "./shell/toaster.tsx";

const app = (
  <StrictMode>
    <GuardedRouter>
      <Screens />
      <LoadingNext />
    </GuardedRouter>
    <Toaster />
  </StrictMode>
);

// Until then index.html shows its own loading indicator.
preloadAt(location.pathname).then(() => createRoot(document.getElementById("app") as HTMLElement).render(app));
