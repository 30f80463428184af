// The bill of a month: units from the usage model and the measurements, times list prices.
import measured from "./measured.json" with { type: "json" };
import { filesOf, nights, requestsOf, type Seller, type Use, uses, workdays } from "./model.ts";
import { type Item, type Price, prices } from "./prices.ts";

export interface Measured {
  products: number;
  uses: Record<Use, Cost>;
  night: Cost;
  /** Bytes that a working day adds to tables and indexes, and the bytes of an empty history. */
  perDay: number;
  base: number;
}

export interface Cost {
  rcu: number;
  wcu: number;
  /** Calls to DynamoDB. */
  calls: number;
  /** Milliseconds, on the machine that took the measurements. */
  ms: number;
  /** Bytes of the answer. */
  bytes: number;
}

/** Resources in the templates that cost money even when unused. */
export interface FixedResources {
  alarms: number;
  metrics: number;
  dashboards: number;
  secrets: number;
  /** Megabytes of a Lambda's memory. */
  memory: number;
}

/** Extra milliseconds of a DynamoDB call over AWS's network, compared with the engine on the same machine. */
const networkMs = 4;
/** Log bytes per request: our line and the gateway's. */
const logBytesPerRequest = 800;
/** Months of growth of the tables, and for which logs are kept (the gateway's lines go after three). */
const months = 12;
const gigabyte = 1e9;

type Counts = Record<Item, number>;

/** Units of every price item in a month, a year after the start. */
export const countsOf = (seller: Seller, fixed: FixedResources): Counts => {
  const costs = (measured as Measured[]).find(({ products }) => products === seller.products);
  if (!costs) throw new Error(`No measurements for ${seller.products} products: npm run cost:measure`);
  const requests = requestsOf(seller);
  const sum = (of: (cost: Cost) => number) =>
    uses.reduce((total, use) => total + requests[use] * of(costs.uses[use]), nights * of(costs.night));
  const calls = uses.reduce((total, use) => total + requests[use], 0);
  const seconds = sum(({ ms, calls }) => (ms + networkMs * calls) / 1_000);
  const stored = (costs.base + costs.perDay * workdays * months) / gigabyte;
  const files = filesOf(seller);
  return {
    write: sum(({ wcu }) => wcu),
    read: sum(({ rcu }) => rcu),
    stored,
    recoverable: stored,
    apiRequest: calls,
    transferOut: sum(({ bytes }) => bytes) / gigabyte,
    invocation: calls + nights,
    computeTime: (seconds * fixed.memory) / 1_024,
    objectStorage: (seller.products * 20_000 + nights * months * seller.products * 40) / gigabyte,
    objectWrite: requests.export * 2 + nights * 3,
    objectRead: files.requests / 10 + requests.export + nights * 2,
    siteRequest: files.requests,
    siteTransfer: files.gigabytes,
    logIngestion: (calls * logBytesPerRequest) / gigabyte,
    logStorage: (calls * logBytesPerRequest * months) / gigabyte,
    alarm: fixed.alarms,
    metric: fixed.metrics,
    dashboard: fixed.dashboards,
    secret: fixed.secrets,
    // A Lambda reads its secret at a cold start and every five minutes of use.
    secretRead: calls / 20,
  };
};

interface Bill {
  /** Dollars by service. */
  services: Map<string, number>;
  /** Total at list prices. */
  list: number;
  /** Total after the free allowances. */
  paid: number;
}

export const billOf = (counts: Counts): Bill => {
  const services = new Map<string, number>();
  let paid = 0;
  for (const [item, { service, price, free = 0 }] of Object.entries<Price>(prices)) {
    const count = counts[item as Item];
    services.set(service, (services.get(service) ?? 0) + count * price);
    paid += Math.max(0, count - free) * price;
  }
  const list = [...services.values()].reduce((sum, dollars) => sum + dollars, 0);
  return { services, list, paid };
};
