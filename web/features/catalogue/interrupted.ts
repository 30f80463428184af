// A deletion or restoration of many products that a reload or a kill has interrupted: what it is about lies on the device until it
// is over.
import { useState } from "react";
import type { Product } from "#shared/product.ts";
import { keepDraft, readDraft, useDraftOffer } from "../../lib/forms/draft.ts";
import { isListOf, isOneOf, isShape, isText } from "../../lib/stored.ts";

export type NamedProduct = Pick<Product, "_id" | "p_id" | "name">;

interface ManyRun {
  doing: "Deleting" | "Restoring";
  products: readonly NamedProduct[];
}

const name = "many products";
const isNamed = isShape<NamedProduct>({ _id: isText, p_id: isText, name: isText });
const isManyRun = isShape<ManyRun>({ doing: isOneOf("Deleting", "Restoring"), products: isListOf(isNamed) });

let isRunning = false;

/** Undefined once it is over. */
export const keepRun = (run: ManyRun | undefined): void => {
  isRunning = run !== undefined;
  const products = run?.products.map(({ _id, p_id, name }) => ({ _id, p_id, name }));
  keepDraft(name, run && { ...run, products });
};

/** That of this tab before a reload, or of a tab that was closed; `take` ends the offer. */
export function useInterrupted() {
  const [own, setOwn] = useState(() => (isRunning ? undefined : readDraft(name, isManyRun)));
  const offer = useDraftOffer(name, isManyRun);
  const take = () => {
    if (own) keepRun(undefined);
    else offer?.take();
    setOwn(undefined);
  };
  return { interrupted: own ?? offer?.values, take };
}
