// Starts the web app.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Screens } from "./routes.tsx";
import "./styles/base.css";
import { Toaster } from "./ui/toaster.tsx";

createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
    <Toaster />
  </StrictMode>,
);
