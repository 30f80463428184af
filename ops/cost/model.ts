// The usage model: how much three sellers use the product. How often people do something is assumed; what the app then
// requests is recorded in a browser (tests/web/shell/day.test.ts), and what one use costs is measured (measured.json).

/** The kinds of use; each is one request. */
export const uses = [
  "sign in",
  /** By a device that has signed in, or was last used the day before. */
  "whole catalogue",
  /** What has changed of the catalogue, while others work. */
  "ask",
  "plan",
  "plan summary",
  "plan of a product",
  "received containers",
  "ledger of a day",
  "sales of 3 days",
  "sales of 30 days",
  "counts",
  "count lines",
  "picked places",
  "order file",
  "picklist",
  "stock in",
  "receipt",
  "export",
] as const;
export type Use = (typeof uses)[number];

/** The requests that an action in the app makes, without those that depend on what was read a moment before. */
export const callsOf = {
  /** On a device that has the catalogue. */
  start: { ask: 1 },
  return: { ask: 1 },
  /** As any posting it is followed by two asks: for its rows, and for what an index that lags has by then. */
  "stock in": { "stock in": 1, ask: 2 },
  picklist: { picklist: 1, ask: 2 },
  receipt: { receipt: 1, ask: 2 },
  "order file": { "order file": 1 },
  tick: { "picked places": 1 },
  "count line": { "count lines": 1 },
  "Plan Orders": { plan: 1 },
  "View Transactions": { "ledger of a day": 1 },
  /** Also the sales of the weeks before. */
  "Analytics Dashboard": { "sales of 3 days": 2, plan: 1 },
  "Count Stock": { counts: 1 },
} as const satisfies Record<string, Partial<Record<Use, number>>>;
export type Action = keyof typeof callsOf;

export interface Seller {
  products: number;
  warehouses: number;
  staff: number;
  /** Order lines a day, and the picklists that hold them. */
  sold: number;
  picklists: number;
  stockIns: number;
  /** Containers a month, and products in each. */
  containers: number;
  perContainer: number;
}

export const sellers: Seller[] = [
  {
    products: 300,
    warehouses: 3,
    staff: 5,
    sold: 150,
    picklists: 12,
    stockIns: 5,
    containers: 2,
    perContainer: 40,
  },
  {
    products: 2_000,
    warehouses: 5,
    staff: 15,
    sold: 1_500,
    picklists: 60,
    stockIns: 20,
    containers: 8,
    perContainer: 60,
  },
  {
    products: 10_000,
    warehouses: 5,
    staff: 40,
    sold: 8_000,
    picklists: 200,
    stockIns: 60,
    containers: 20,
    perContainer: 90,
  },
];

/** Working days a month; the nightly job runs on all days. */
export const workdays = 26;
export const nights = 30;

/** Order files a day: one or two of each channel. */
const orderFiles = 8;

/** Actions a working day that a seller's numbers determine. */
const actionsOf = ({ picklists, stockIns, containers }: Seller): Partial<Record<Action, number>> => ({
  "stock in": stockIns,
  picklist: picklists,
  receipt: containers / workdays,
  "order file": orderFiles,
  // Ticks of a phone are sent together.
  tick: picklists * 4,
});

/** Other actions per person and working day. */
const dailyActions: Partial<Record<Action, number>> = {
  start: 6,
  return: 14,
  "Plan Orders": 4,
  "View Transactions": 3,
  "Analytics Dashboard": 5,
  "Count Stock": 1,
  // A device sends what was counted every few seconds.
  "count line": 20,
};

/** Uses per person and working day that no action of these makes. */
const dailyPerPerson: Partial<Record<Use, number>> = {
  "sign in": 2,
  "whole catalogue": 2,
  // Every half minute of four hours in which the app is looked at.
  ask: 480,
  // At starts, on the Analytics Dashboard, and after postings at most every five minutes.
  "plan summary": 20,
  "plan of a product": 5,
  "received containers": 0.2,
  // At starts and returns, for Today; the summary of picklists beside it costs some tens of read units.
  counts: 20,
  "sales of 30 days": 2,
  export: 0.5,
};

/** Requests a month. */
export const requestsOf = (seller: Seller): Record<Use, number> => {
  const { staff } = seller;
  const actions = { ...actionsOf(seller) };
  for (const [action, times] of Object.entries(dailyActions)) actions[action as Action] = staff * times;
  const daily = (use: Use): number =>
    Object.entries(actions).reduce(
      (sum, [action, times]) => sum + times * ((callsOf[action as Action] as Partial<Record<Use, number>>)[use] ?? 0),
      staff * (dailyPerPerson[use] ?? 0),
    );
  return Object.fromEntries(uses.map((use) => [use, workdays * daily(use)])) as Record<Use, number>;
};

/** Requests a month for files and images that the browser has not cached. */
export const filesOf = ({ staff }: Seller): { requests: number; gigabytes: number } => {
  const requests = staff * workdays * 60;
  return { requests, gigabytes: (requests * 15) / 1e6 };
};
