// Limits of movements, calls and uploads. Without schemas, which would add 6 KB to every screen that checks one of them.
import { numberText } from "./format.ts";

/** Actions of a DynamoDB transaction at most. */
export const maxActions = 100;

/** Products of one movement at most: five actions of its transaction are reserved. */
export const maxProducts = 95;

/** Products counted since, of one correction: its transaction also marks what set their stock. */
export const maxCountedProducts = 80;
export const tooManyCounted = `At most ${maxCountedProducts} products that were counted since, in one correction`;

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

/** Waiting orders that are picked together at most: beginning that is one transaction. */
export const maxWalk = 99;

/** Characters of a shelf's name: a label of 50 mm has room for them. */
export const maxShelf = 20;

/** An uploaded file. */
export const fileLimit = { bytes: 4 * 1024 * 1024, message: "At most 4 MB" } as const;

/** Products that one code of a channel may stand for. */
export const maxAliasProducts = 10;
