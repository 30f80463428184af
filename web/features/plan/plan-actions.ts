// The actions of the screen that the cells of a row call.
import { createContext } from "react";
import type { PlanRow } from "#shared/plan.ts";

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
  more: (row: PlanRow, anchor: HTMLElement) => void;
}

const nothing = () => undefined;

export const PlanActions = createContext<PlanActions>({ explain: nothing, more: nothing });
