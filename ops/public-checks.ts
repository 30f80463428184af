// Checks of the site and the APIs that need no sign-in.
import { assert, type Check } from "./check.ts";
import { type Deployment, type Reply, request } from "./deployment.ts";

const cacheControl = ({ headers }: Reply): string => headers.get("cache-control") ?? "";
const contentType = ({ headers }: Reply): string => headers.get("content-type") ?? "";

export const publicChecks = ({ site, api, dev }: Deployment): Check[] => [
  {
    name: "page",
    guarantee: "The browser revalidates the page, its settings and its service worker each time",
    verify: async () => {
      for (const path of ["/", "/config.json", "/sw.js"]) {
        const reply = await request(site + path);
        assert(reply.status === 200, `${path} answers ${reply.status}`);
        assert(
          /no-cache/.test(cacheControl(reply)),
          `${path} may be cached: ${cacheControl(reply) || "no Cache-Control"}`,
        );
      }
    },
  },
  {
    name: "policy",
    guarantee: "The CSP allows the site's own code only, and connections to these two APIs",
    verify: async () => {
      const { headers } = await request(site);
      const policy = headers.get("content-security-policy") ?? "";
      assert(policy.includes("default-src 'none'"), `the policy is ${policy || "missing"}`);
      for (const address of [api, dev]) assert(policy.includes(address), `the policy does not name ${address}`);
      assert(headers.get("x-content-type-options") === "nosniff", "X-Content-Type-Options is missing");
      assert(headers.has("strict-transport-security"), "Strict-Transport-Security is missing");
    },
  },
  {
    name: "app",
    guarantee: "A path of the app is answered with the page",
    verify: async () => {
      const [page, address] = [await request(site), await request(`${site}/picklists/past`)];
      assert(
        address.status === 200 && address.text === page.text,
        `it answers ${address.status}, ${contentType(address)}`,
      );
    },
  },
  {
    name: "installable",
    guarantee: "Worker, manifest and icons are served as what they are",
    verify: async () => {
      for (const [path, type] of [
        ["/sw.js", /javascript/],
        ["/manifest.json", /json/],
        ["/icons/192.png", /image\/png/],
      ] as const) {
        const reply = await request(site + path);
        assert(
          reply.status === 200 && type.test(contentType(reply)),
          `${path} answers ${reply.status}, ${contentType(reply)}`,
        );
      }
    },
  },
  {
    name: "missing",
    guarantee: "A missing file or image is an error and not the page",
    verify: async () => {
      for (const path of ["/images/none.webp", "/assets/none.js"]) {
        const reply = await request(site + path);
        assert(
          reply.status >= 400 && !contentType(reply).includes("html"),
          `${path} answers ${reply.status}, ${contentType(reply)}`,
        );
      }
    },
  },
  {
    name: "assets",
    guarantee: "Files with a hash in their name are cached for ever",
    verify: async () => {
      const reply = await request(site + (await firstAsset(site)));
      assert(reply.status === 200 && /immutable/.test(cacheControl(reply)), `${reply.status}, ${cacheControl(reply)}`);
    },
  },
  {
    name: "compressed",
    guarantee: "Those files are sent compressed",
    verify: async () => {
      const { headers } = await request(site + (await firstAsset(site)), {
        headers: { "accept-encoding": "br, gzip" },
      });
      assert(headers.has("content-encoding"), "Content-Encoding is missing");
    },
  },
  {
    name: "session",
    guarantee: "Both APIs refuse requests without a session",
    verify: async () => {
      for (const [address, method] of [
        [`${api}/v1/warehouses`, "GET"],
        [`${dev}/v1/dev/stock-adjustment`, "POST"],
      ] as const) {
        const { status, text } = await request(address, { method });
        assert(status === 401 && text.includes("UNAUTHORIZED"), `${address} answers ${status} ${text.slice(0, 200)}`);
      }
    },
  },
  {
    name: "route",
    guarantee: "An unknown route is refused",
    verify: async () => {
      const { status } = await request(`${api}/v1/nothing`);
      assert(status === 404, `it answers ${status}`);
    },
  },
  {
    name: "slash",
    guarantee: "A path that ends in a slash reaches its route",
    verify: async () => {
      const { status } = await request(`${api}/v1/users/`, { method: "POST" });
      assert(status === 401, `it answers ${status}; docs/operations.md says what to do`);
    },
  },
  {
    name: "cors",
    guarantee: "A browser on the site may call both APIs",
    verify: async () => {
      for (const address of [`${api}/v1/transactions/in`, `${dev}/v1/dev/stock-adjustment`]) {
        const { status, headers } = await request(address, {
          method: "OPTIONS",
          headers: {
            origin: site,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,content-type,idempotency-key",
          },
        });
        const origin = headers.get("access-control-allow-origin");
        assert(status < 300 && (origin === "*" || origin === site), `${address} answers ${status}, origin ${origin}`);
        const allowed = headers.get("access-control-allow-headers") ?? "";
        assert(/authorization/i.test(allowed) && /idempotency-key/i.test(allowed), `${address} allows ${allowed}`);
      }
    },
  },
];

const firstAsset = async (site: string): Promise<string> => {
  const [asset] = /\/assets\/[^"]+\.js/.exec((await request(site)).text) ?? [];
  assert(asset, "the page refers to no script in /assets/");
  return asset;
};
