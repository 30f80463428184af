// The usage model: how much three sellers use the product. These numbers are assumptions; what one use costs is
// measured (measured.json).

/** The kinds of use; each is one request. */
export const uses = [
  "sign in",
  "open the app",
  "list of stock",
  "list of products",
  "containers",
  "ledger of a day",
  "sales of 3 days",
  "sales of 30 days",
  "low stock",
  "picklist",
  "stock in",
  "receipt",
  "export",
] as const;
export type Use = (typeof uses)[number];

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

/** Uses per person and working day, besides those that a seller's numbers determine. */
const dailyPerPerson: Partial<Record<Use, number>> = {
  "sign in": 2,
  "open the app": 15,
  "list of stock": 15,
  "list of products": 5,
  containers: 4,
  "ledger of a day": 3,
  "sales of 3 days": 5,
  "sales of 30 days": 2,
  "low stock": 4,
  export: 0.5,
};

/** Requests a month. */
export const requestsOf = (seller: Seller): Record<Use, number> => {
  const daily: Partial<Record<Use, number>> = { picklist: seller.picklists, "stock in": seller.stockIns };
  return Object.fromEntries(
    uses.map((use) => [
      use,
      use === "receipt" ? seller.containers : workdays * (daily[use] ?? (dailyPerPerson[use] ?? 0) * seller.staff),
    ]),
  ) as Record<Use, number>;
};

/** Requests a month for files and images that the browser has not cached. */
export const filesOf = ({ staff }: Seller): { requests: number; gigabytes: number } => {
  const requests = staff * workdays * 60;
  return { requests, gigabytes: (requests * 15) / 1e6 };
};
