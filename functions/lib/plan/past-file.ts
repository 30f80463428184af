// The file of each product's last ninety closed days, which the nightly job writes for the plan. It derives from
// snapshots, folded sales and the ledger, so it may be lost.
import type { ProductPast, SalesPast } from "#shared/plan-row.ts";
import { readStored, writeStored } from "../db/stored-json.ts";

const key = "plan/past.json.gz";

/** Without the sales of the last 30 days: a reversal changes them at once. */
export type StoredSales = Omit<SalesPast, "days"> & {
  /** The last 30 closed days, oldest first and none before its first movement: 1 if it closed with units, 0 if not. */
  closedWithUnits: string;
};

/** A product's past in the same way. */
export type StoredPast = Omit<ProductPast, "days" | "sides"> &
  StoredSales & { _id: string; sides?: { shelf: StoredSales; own: StoredSales } };

export interface PastFile {
  version: 2;
  /** The last closed day. */
  day: string;
  /** The last rebuild of closed days before the file was written, if there was one. */
  rebuilt?: string;
  products: StoredPast[];
  /** Channels with a shelf of the marketplace, whose sales are one side of products with `sides`. */
  shelves?: string[];
  /** For each of the last 60 closed days: units out by hand by product, less those reversed on it. */
  byHand: Record<string, Record<string, number>>;
}

/** Undefined, too, where the file is of another form: the next night writes it. */
export const readPast = async (): Promise<PastFile | undefined> => {
  const file = await readStored<PastFile>(key);
  return file?.version === 2 ? file : undefined;
};

export const writePast = (file: PastFile): Promise<void> => writeStored(key, file);
