// The service worker: caches one whole version of the app on the device, so that it opens without a network. It caches
// no answers of the API and no product images.
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

/** The files of this build, by web/worker-plugin.ts. Those without a hash in their name have a checksum. */
declare const files: { url: string; revision: string | null; integrity?: string }[];
/** The camera's WebAssembly, which shell/service-worker.ts caches. */
declare const scanner: string;
const scannerCache = "scanner";
declare const self: ServiceWorkerGlobalScope;

/** A page tells the server, which knows no worker. */
const tell = async (error: unknown): Promise<void> => {
  const { name, stack } = (error ?? {}) as Partial<Error>;
  // A worker that is being installed controls none.
  const [tab] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  tab?.postMessage({ name, stack });
};
self.addEventListener("error", ({ error }) => void tell(error));
self.addEventListener("unhandledrejection", ({ reason }) => void tell(reason));

/** Holds the event until the work is done; its failure ends an installation, and is no unhandled rejection. */
const during = (event: ExtendableEvent, work: Promise<unknown>): void => {
  event.waitUntil(work);
  event.waitUntil(work.catch(tell));
};

const page = "/index.html";
/** Names the addresses of the API, as the content security policy of the page does. Known only at the deployment. */
const settings = "/config.json";

const version = new PrecacheController({
  plugins: [
    {
      // Files that a person waits for go first.
      requestWillFetch: async ({ request, event }) =>
        event?.type === "install" ? new Request(request, { priority: "low" }) : request,
    },
  ],
});
// The checksums refuse a file of another version: while a deployment uploads, old and new ones are mixed.
version.addToCacheList(files);
// Each version has settings of its own, which fit the policy of its page.
version.addToCacheList([{ url: settings, revision: revisionOf(page) }]);

function revisionOf(address: string): string | null {
  return files.find(({ url }) => url === address)?.revision ?? null;
}

/** The same rule as in the distribution's viewer function (infra/web-stack.ts). */
const isPage = (path: string): boolean => !/^\/(assets|icons|images)\/|\.(js|json|svg|txt)$/.test(path);

interface InstallEvent extends ExtendableEvent {
  /** Chromium only. */
  addRoutes?: (routes: { condition: { urlPattern: URLPattern }; source: "network" }[]) => Promise<void>;
}

/** Calls and images bypass the worker, which would have to be started for them: 9 ms measured. */
const passBy = async (event: InstallEvent): Promise<void> => {
  await event.addRoutes?.(
    // On any host, since the API has its own.
    ["/v1/*", "/images/*"].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: "network",
    })),
  );
};

self.addEventListener("install", (event) => {
  during(event, version.install(event));
  during(event, passBy(event));
});

/** A person has accepted this version in one of the tabs. */
self.addEventListener("message", ({ data }) => {
  if (data === "activate") void self.skipWaiting();
});

// The first version serves the tab that installed it. Tabs that are open now may run an older version, whose files stay
// until these tabs are closed or reloaded.
self.addEventListener("activate", (event) => {
  const claim = async () => {
    await self.clients.claim();
    const open = await self.clients.matchAll({ type: "window" });
    await remember(open.map(({ id }) => id));
  };
  during(event, claim());
});

const memory = { cache: "open-tabs", key: "/open-tabs" };

const remember = async (tabs: string[]): Promise<void> => {
  const cache = await caches.open(memory.cache);
  await cache.put(memory.key, Response.json(tabs));
};

/** Deletes the files of older versions once no tab runs them any more. */
const deleteOld = async (event: ExtendableEvent): Promise<void> => {
  const remembered = await caches.match(memory.key, { cacheName: memory.cache });
  // The files of a newer version would go too.
  if (!remembered || self.registration.waiting || self.registration.installing) return;
  const tabs: string[] = await remembered.json();
  const open = await Promise.all(tabs.map((id) => self.clients.get(id)));
  if (open.some(Boolean)) return;
  await version.activate(event);
  const scanners = await caches.open(scannerCache);
  for (const request of await scanners.keys()) if (!request.url.endsWith(scanner)) await scanners.delete(request);
  await caches.delete(memory.cache);
};

/**
 * Settings and headers can change in a deployment that leaves the app as it is. Then page and settings are replaced
 * together, for the next start: new settings under the old policy would leave the app without its API.
 */
const refresh = async (): Promise<void> => {
  const [cachedSettings, cachedPage] = await Promise.all([
    version.matchPrecache(settings),
    version.matchPrecache(page),
  ]);
  const fresh = await fetch(settings, { cache: "no-store" });
  if (!cachedSettings || !cachedPage || !fresh.ok) return;
  if (policyOf(fresh) === policyOf(cachedPage) && (await fresh.clone().text()) === (await cachedSettings.text()))
    return;
  const [keyOfPage, keyOfSettings] = [keyOf(page), keyOf(settings)];
  // Fails for the page of another version, which brings settings of its own.
  const integrity = version.getIntegrityForCacheKey(keyOfPage) ?? "";
  const freshPage = await fetch(new Request(page, { cache: "no-store", integrity }));
  if (!freshPage.ok) return;
  const cache = await caches.open(version.strategy.cacheName);
  await cache.put(keyOfPage, freshPage);
  await cache.put(keyOfSettings, fresh);
};

let refreshing: Promise<void> | undefined;

/** A page may read the settings twice, as its preload and as itself. */
const refreshOnce = (): Promise<void> => {
  refreshing ??= refresh()
    // Without a network the settings stay as they are.
    .catch(() => undefined)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
};

const policyOf = ({ headers }: Response): string | null => headers.get("content-security-policy");
const keyOf = (address: string): string => version.getCacheKeyForURL(address) ?? address;

const answerPage = version.createHandlerBoundToURL(page);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isPage(url.pathname),
  (options) => {
    options.event.waitUntil(deleteOld(options.event));
    return answerPage(options);
  },
);

// Read once by each start of the app, after its page.
const answerSettings = version.createHandlerBoundToURL(settings);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === settings,
  async (options) => {
    const { event } = options;
    const answer = await answerSettings(options);
    event.waitUntil(refreshOnce());
    return answer;
  },
);

// Of any version, since names have a hash. A search through all caches would wait for a write to one of them.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request, url }) => {
    const cacheName = url.pathname.endsWith(".wasm") ? scannerCache : version.strategy.cacheName;
    return (await caches.match(request.url, { cacheName })) ?? fetch(request);
  },
);

registerRoute(new PrecacheRoute(version, { directoryIndex: "", cleanURLs: false, ignoreURLParametersMatching: [] }));
