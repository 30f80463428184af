// Starts the web app.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { unstable_HistoryRouter as HistoryRouter } from "react-router-dom";
import { guardedHistory } from "./lib/navigation/navigation-guard.ts";
import { preloadAt, Screens } from "./routes.tsx";
import "./styles/base.css";
import { LoadingNext } from "./shell/loading.tsx";
import { Toaster } from "./shell/toaster.tsx";

const app = (
  <StrictMode>
    <HistoryRouter history={guardedHistory()}>
      <Screens />
      <LoadingNext />
    </HistoryRouter>
    <Toaster />
  </StrictMode>
);

// Until then index.html's own indicator stands there.
preloadAt(location.pathname).then(() => createRoot(document.getElementById("app") as HTMLElement).render(app));
