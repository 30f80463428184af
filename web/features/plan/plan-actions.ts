// What the cells of a row ask the screen to open.
import { createContext } from "react";
import type { PlanRow } from "#shared/plan.ts";

/** The figures that say what they are made of. */
export type Explained =
  | "rate"
  | "rate-3"
  | "rate-7"
  | "rate-30"
  | "in-transit"
  | "cover"
  | "runs-out"
  | "order-by"
  | "quantity";

interface PlanActions {
  explain: (row: PlanRow, what: Explained, anchor: HTMLElement) => void;
  snooze: (row: PlanRow) => void;
}

const nothing = () => undefined;

export const PlanActions = createContext<PlanActions>({ explain: nothing, snooze: nothing });
