// State shared by keys.ts and its callers: who takes codes, and the keys being typed. Separate, since keys.ts loads
// soon after the first screen.
import type { RefObject } from "react";
import { preferenceOf } from "../preference.ts";
import { writeText } from "../stored.ts";

/** Milliseconds between two keys of a burst at most: a scanner stalls for 300 now and then, and clocks are not exact. */
export const maxStall = 320;

/** How a code arrived, for people who set up a scanner. */
export interface Arrival {
  /** All characters, with what the scanner adds. */
  text: string;
  /** Milliseconds between its keys on average. */
  pace: number;
  /** The key that ended it. */
  end: string;
  /** What its keys are on a US keyboard, if that is another text. */
  us?: string | undefined;
}

export interface Taker {
  /** The dialog of the taker, if any; undefined for the last taker, which gets the codes that no other takes. */
  within: RefObject<Element | null> | undefined;
  take: (code: string, arrival: Arrival) => void;
  /** Codes that no product has are its business too. */
  takesNew?: boolean | undefined;
}

export const takers: Taker[] = [];

/** What the keys of codes are on a US keyboard, where it differs: the lookup tries it second, by itself if it is sure. */
export const usReadings = new Map<string, { us: string; isSure: boolean }>();

const unknown = (_text: string): boolean => false;
/** Which texts are codes, as the domain knows: exactly as written, as the lookup finds them, and by their check digit. */
export const known = { isCode: unknown, isFound: unknown, isBarcode: unknown };

/** The keys pressed without a pause, the last one included. */
export const typed = { text: "" };

const scanner = "scanner";
/** Whether this device ever had a scanner: without one, no key can begin a code. */
export const wasScannerSeen = (): boolean => preferenceOf(scanner, "") !== "";
export const noteScanner = (): void => writeText("localStorage", scanner, "seen");
