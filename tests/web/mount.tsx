// Mounts a component in the test's page, with the providers of the app.
import "#web/styles/base.css";
import { deleteDB } from "idb";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { toast } from "react-hot-toast/headless";
import { MemoryRouter, parsePath, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { beforeEach, expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { lastKnown } from "#web/lib/api/offline-cache.ts";
import { adoptSession } from "#web/lib/api/session.ts";
import { dataConfig } from "#web/lib/api/use-data.ts";
import type { QueryState } from "#web/lib/query-state.ts";
import { Toaster } from "#web/shell/toaster.tsx";
import { ConfirmProvider } from "#web/ui/dialog/confirm.tsx";

beforeEach(async () => {
  // As in index.html: the live region beside the app.
  const toasts = document.getElementById("toasts") ?? document.createElement("div");
  Object.assign(toasts, { id: "toasts", ariaLive: "polite" });
  document.body.append(toasts);
  toast.removeAll();
  for (const { name = "" } of await indexedDB.databases()) await deleteDB(name);
  await page.viewport(1280, 800);
});

const fresh = { ...dataConfig, dedupingInterval: 0, provider: () => new Map() };

let address = "";
/** Path and query of the mounted component's router. */
export const addressNow = (): string => address;

function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

/** Unmounts with the test, or by the function it returns. */
export const mount = (node: ReactNode, at = "/"): (() => Promise<void>) => {
  const box = document.createElement("div");
  box.style.cssText = "display: flex; flex-direction: column; height: 600px";
  document.body.append(box);
  const root = createRoot(box);
  root.render(
    <StrictMode>
      <SWRConfig value={fresh}>
        <MemoryRouter initialEntries={[{ ...parsePath(at), key: crypto.randomUUID() }]}>
          <Address />
          <ConfirmProvider>{node}</ConfirmProvider>
          <Toaster />
        </MemoryRouter>
      </SWRConfig>
    </StrictMode>,
  );
  const unmount = async () => {
    root.unmount();
    box.remove();
    // Effects are cleaned up a little later, which must not overlap the next mount.
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  onTestFinished(unmount);
  return unmount;
};

/** Keys of a wedge scanner, four milliseconds apart however busy the machine is. */
export const scan = (code: string, into: Element) => {
  const start = performance.now();
  for (const [at, key] of [...code, "Enter"].entries()) {
    const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(press, "timeStamp", { value: start + at * 4 });
    const typed = into.dispatchEvent(press);
    if (typed && key !== "Enter" && into instanceof HTMLInputElement) {
      into.value += key;
      into.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
};

export const loaded = <T,>(data: T, more: Partial<QueryState<T>> = {}): QueryState<T> => ({
  data,
  failure: undefined,
  loading: false,
  stale: false,
  slow: false,
  retryAt: undefined,
  updatedAt: 0,
  unconfirmed: false,
  lastKnown: false,
  truncated: false,
  retry: () => undefined,
  ...more,
});

export type MockAnswer = [status: number, body?: unknown, headers?: Record<string, string>];
interface RecordedRequest {
  method: string;
  path: string;
  body: BodyInit | null | undefined;
  signal: AbortSignal;
}

/** Answers every call of the API; the returned list of requests grows while the test runs. */
export const mockApi = (answer: (request: RecordedRequest) => MockAnswer | Promise<MockAnswer>): RecordedRequest[] => {
  const all: RecordedRequest[] = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stub = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), location.href);
    const settings = { api: "http://api.test", dev: "http://dev.test", build: "api-build-1" };
    if (url.pathname === "/config.json") return Response.json(settings);
    // As `fetch` does: what was cancelled before it was sent is no request.
    init.signal?.throwIfAborted();
    const request: RecordedRequest = {
      method: init.method ?? "GET",
      path: url.pathname + url.search,
      body: init.body,
      signal: init.signal as AbortSignal,
    };
    all.push(request);
    const [status, body, headers] = await answer(request);
    request.signal.throwIfAborted();
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(stub as typeof fetch);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return all;
};

const time = "2026-11-01T10:00:00.000Z";
export const asha = {
  _id: "u1",
  name: "Asha Rao",
  username: "asha",
  role: "root" as const,
  created_at: time,
  updated_at: time,
};

/** Signs Asha in, with nothing stored by earlier tests. */
export const signedIn = (token = "token-1"): void => {
  localStorage.clear();
  sessionStorage.clear();
  adoptSession({ token, user: asha });
};

/** Waits until the answer of an address is stored for use without a network. */
export const stored = (address: string): Promise<void> => expect.poll(() => lastKnown(address)).not.toBeNull();
