// The move between warehouses that a product needs, from the catalogue of this device.
import { useCallback } from "react";
import { noStock } from "#shared/catalogue.ts";
import { beyondDays, type Move, moveOf } from "#shared/moves.ts";
import type { PlanRow } from "#shared/plan.ts";
import { numberText, useToday } from "../lib/format.ts";
import { useApplicationContext } from "./application-context.ts";
import { stockOf, useDerived } from "./catalogue.tsx";

export const useMoves = (): ((row: Pick<PlanRow, "_id" | "rate">) => Move | undefined) => {
  const today = useToday();
  const stock = useDerived(stockOf);
  const { warehouse } = useApplicationContext();
  return useCallback(
    ({ _id, rate }) => moveOf({ ...(stock?.get(_id) ?? noStock), fromShelves: rate?.shelf?.units }, warehouse, today),
    [stock, warehouse, today],
  );
};

/** Units of a product in each shelf of a marketplace beyond 90 days of its sales there. */
export const useBeyondDays = (product: string): ReadonlyMap<string, number> => {
  const today = useToday();
  const stock = useDerived(stockOf);
  const { warehouse } = useApplicationContext();
  return beyondDays(stock?.get(product) ?? noStock, warehouse, today);
};

/** "Move 40 from Bhiwandi". */
export const moveText = ({ from, units }: Move): string => `Move ${numberText(units)} from ${from.name}`;

/** The address of a transfer that is filled in. */
export const movePath = (product: string, { from, to, units }: Move): string =>
  `/inventory?${new URLSearchParams({ do: "transfer", id: [product, from._id, to._id, units].join("-") })}`;
