// What the listener of keys.ts and its callers share: who takes codes, and what is being typed. Apart from it, since it
// loads after the first screen.
import type { RefObject } from "react";

/** Milliseconds between two keys of a burst at most: a scanner stalls for 300 now and then, and clocks are not exact. */
export const maxStall = 320;

/** How a code arrived, for who sets up a scanner. */
export interface Arrival {
  /** All characters, with what the scanner adds. */
  text: string;
  /** Milliseconds between its keys on average. */
  pace: number;
  /** The key that ended it. */
  end: string;
}

export interface Taker {
  /** The dialog it is in, or none; undefined takes what nobody else does. */
  within: RefObject<Element | null> | undefined;
  take: (code: string, arrival: Arrival) => void;
}

export const takers: Taker[] = [];

/** The keys pressed without a pause, the last one included. */
export const typed = { text: "" };
