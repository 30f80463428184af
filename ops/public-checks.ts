// What holds for anybody who comes to a deployment's addresses, without signing in.
import { type Check, must } from "./check.ts";
import { ask, type Deployment, type Reply } from "./deployment.ts";

const cached = ({ headers }: Reply): string => headers.get("cache-control") ?? "";
const type = ({ headers }: Reply): string => headers.get("content-type") ?? "";

export const frontChecks = ({ site, api, dev }: Deployment): Check[] => [
  {
    name: "page",
    holds: "The page and its settings are asked for each time",
    look: async () => {
      for (const path of ["/", "/config.json"]) {
        const reply = await ask(site + path);
        must(reply.status === 200, `${path} answers ${reply.status}`);
        must(/no-cache/.test(cached(reply)), `${path} may be kept: ${cached(reply) || "no Cache-Control"}`);
      }
      return undefined;
    },
  },
  {
    name: "policy",
    holds: "Only its own code runs on the page, and it talks to these two APIs",
    look: async () => {
      const { headers } = await ask(site);
      const policy = headers.get("content-security-policy") ?? "";
      must(policy.includes("default-src 'none'"), `the policy is ${policy || "missing"}`);
      for (const address of [api, dev]) must(policy.includes(address), `the policy does not name ${address}`);
      must(headers.get("x-content-type-options") === "nosniff", "X-Content-Type-Options is missing");
      must(headers.has("strict-transport-security"), "Strict-Transport-Security is missing");
      return undefined;
    },
  },
  {
    name: "app",
    holds: "An address of the app leads to the page",
    look: async () => {
      const [page, address] = [await ask(site), await ask(`${site}/picklists/past`)];
      must(address.status === 200 && address.text === page.text, `it answers ${address.status}, ${type(address)}`);
      return undefined;
    },
  },
  {
    name: "missing",
    holds: "A file or picture that does not exist is not answered with the page",
    look: async () => {
      for (const path of ["/images/none.webp", "/assets/none.js"]) {
        const reply = await ask(site + path);
        must(reply.status >= 400 && !type(reply).includes("html"), `${path} answers ${reply.status}, ${type(reply)}`);
      }
      return undefined;
    },
  },
  {
    name: "assets",
    holds: "Files named by their content are kept for ever",
    look: async () => {
      const reply = await ask(site + (await assetOf(site)));
      must(reply.status === 200 && /immutable/.test(cached(reply)), `${reply.status}, ${cached(reply)}`);
      return undefined;
    },
  },
  {
    name: "compressed",
    holds: "They travel compressed",
    look: async () => {
      const { headers } = await ask(site + (await assetOf(site)), { headers: { "accept-encoding": "br, gzip" } });
      must(headers.has("content-encoding"), "they do not");
      return undefined;
    },
  },
  {
    name: "session",
    holds: "Without a session neither API answers anything",
    look: async () => {
      for (const [address, method] of [
        [`${api}/v1/warehouses`, "GET"],
        [`${dev}/v1/dev/stock-adjustment`, "POST"],
      ] as const) {
        const { status, text } = await ask(address, { method });
        must(status === 401 && text.includes("UNAUTHORIZED"), `${address} answers ${status} ${text.slice(0, 200)}`);
      }
      return undefined;
    },
  },
  {
    name: "route",
    holds: "An unknown route is refused",
    look: async () => {
      const { status } = await ask(`${api}/v1/nothing`);
      must(status === 404, `it answers ${status}`);
      return undefined;
    },
  },
  {
    name: "slash",
    holds: "A path that ends in a slash reaches its route",
    look: async () => {
      const { status } = await ask(`${api}/v1/users/`, { method: "POST" });
      must(status === 401, `it answers ${status}; docs/operations.md says what to do`);
      return undefined;
    },
  },
  {
    name: "cors",
    holds: "A browser on the site may call both APIs",
    look: async () => {
      for (const address of [`${api}/v1/transactions/in`, `${dev}/v1/dev/stock-adjustment`]) {
        const { status, headers } = await ask(address, {
          method: "OPTIONS",
          headers: {
            origin: site,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,content-type,idempotency-key",
          },
        });
        const origin = headers.get("access-control-allow-origin");
        must(status < 300 && (origin === "*" || origin === site), `${address} answers ${status}, origin ${origin}`);
        const allowed = headers.get("access-control-allow-headers") ?? "";
        must(/authorization/i.test(allowed) && /idempotency-key/i.test(allowed), `${address} allows ${allowed}`);
      }
      return undefined;
    },
  },
];

const assetOf = async (site: string): Promise<string> => {
  const [asset] = /\/assets\/[^"]+\.js/.exec((await ask(site)).text) ?? [];
  must(asset, "the page names none");
  return asset;
};
