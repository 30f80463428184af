// Limits of movements, calls and uploads. Without schemas, which would add 6 KB to every screen that checks one of them.
import { numberText } from "./format.ts";

/** Products of one movement at most: a DynamoDB transaction takes 100 actions, of which five are reserved. */
export const maxProducts = 95;

/** Units of one product in one movement at most, in one line or in several. */
export const maxUnits = 1_000_000;

/** Formatted only when needed: the first call loads locale data, which would slow every cold start. */
export const tooManyUnits = (max = maxUnits): string => `At most ${numberText(max)}`;
export const tooManyOfProduct = (): string => `${tooManyUnits()} of one product`;

/** Lines of one movement at most. A line takes some 25 bytes, and a DynamoDB item holds 400 KB. */
export const maxLines = 10_000;

/** Lines of a movement that can be corrected: what is left of them is stored beside them, in the same item. */
export const maxCorrectedLines = 4_000;

/** Warehouses that one picklist is taken from, where they are chosen. */
export const maxChosen = 20;
export const tooManyChosen = `At most ${maxChosen} warehouses`;

/** Lines of a count in one call at most, and ticks of a picklist. */
export const maxCountLines = 100;
export const maxTicks = 1_000;

/** Characters of a shelf's name: a label of 50 mm has room for them. */
export const maxShelf = 20;

/** An uploaded file. */
export const fileLimit = { bytes: 4 * 1024 * 1024, message: "At most 4 MB" } as const;

/** Products that one code of a channel may stand for. */
export const maxAliasProducts = 10;
