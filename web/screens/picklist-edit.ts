// What a person does to the draft: adding, scanning, counting; and what is said beside a line when it cannot be.
import { useState } from "react";
import type { Detail } from "#shared/failure.ts";
import { outOfStock } from "#shared/picklist.ts";
import type { ProductTag } from "#shared/product.ts";
import { useLists } from "../lib/context.tsx";
import { availableOf, type Holdings, useHoldings } from "../lib/holdings.ts";
import { useReload } from "../lib/reload.ts";
import { say } from "../lib/say.ts";
import { productOf, unknownCode } from "../lib/scanned.ts";
import { signal } from "../lib/signal.ts";
import { useData } from "../lib/use-data.ts";
import { add, type Change, type DraftLine, draftStore, lineOf, remove, setQuantity } from "./picklist-draft.ts";

export type Edit = ReturnType<typeof useEdit>;

/** By the id of a product. */
type Notes = Readonly<Record<string, string>>;

export const quantityId = (product: string): string => `quantity-${product}`;
export const focusQuantity = (product: string): void =>
  // After the line is drawn.
  void requestAnimationFrame(() => document.getElementById(quantityId(product))?.focus());

export function useEdit() {
  const stocks = useData("GET /v1/stocks");
  const holdings = useHoldings(stocks.data);
  const { product: products } = useLists();
  const [notes, setNotes] = useState<Notes>({});
  const [latest, setLatest] = useState("");
  const reload = useReload();

  const available = (product: string): number | undefined =>
    holdings ? availableOf(holdings, product) : products.find(({ _id }) => _id === product)?.stock;

  const note = (product: string, text: string | undefined) =>
    setNotes(({ [product]: _, ...others }) => (text === undefined ? others : { ...others, [product]: text }));

  /** Keeps the change, or says why not: beside the line if there is one, and as a toast. */
  const take = (product: string, { draft, refused }: Change): string | undefined => {
    draftStore.set(draft);
    note(product, refused && lineOf(draft, product) ? refused : undefined);
    if (!refused) {
      say.forget("picklist");
      return undefined;
    }
    say.failure(refused, "picklist");
    // What is known of the stock may be old.
    stocks.retry();
    return refused;
  };

  const addProduct = (product: ProductTag, quantity: number): string | undefined => {
    const refused = take(product._id, add(draftStore.get(), product, quantity, available(product._id)));
    if (!refused) setLatest(product._id);
    return refused;
  };

  /** One unit of what was scanned. */
  const scan = (code: string): { ok: boolean; text: string; product?: string } => {
    const product = productOf(products, code.trim());
    if (!product) {
      // It may have been added since the list was read.
      reload(["/v1/app/context"]);
      say.failure(unknownCode(code), "picklist");
      return { ok: false, text: unknownCode(code) };
    }
    const refused = addProduct(product, 1);
    const quantity = lineOf(draftStore.get(), product._id)?.quantity ?? 0;
    return { ok: !refused, text: refused ?? `${product.name}: ${quantity}`, product: product._id };
  };

  const wedge = (code: string): void => {
    const { ok, product } = scan(code);
    if (!ok) signal(false);
    if (product) focusQuantity(product);
  };

  const count = (line: DraftLine, wanted: number): void => {
    setLatest(line.product._id);
    take(line.product._id, setQuantity(draftStore.get(), line, wanted, available(line.product._id)));
  };

  const drop = (product: string): void => {
    draftStore.set(remove(draftStore.get(), product));
    note(product, undefined);
  };

  const refuse = (details: readonly Detail[]): void => {
    const named = details.filter(({ product }) => product !== undefined);
    setNotes(Object.fromEntries(named.map(({ product, message }) => [product, message])));
    stocks.retry();
    if (named[0]?.product) focusQuantity(named[0].product);
  };

  /** Of a line that is still to be taken: what was said of it, or that others took what it wants. */
  const noteOf = ({ product: { _id }, quantity }: DraftLine): string | undefined =>
    notes[_id] ?? (holdings && shortOf(holdings, _id, quantity));

  const forget = () => {
    setNotes({});
    setLatest("");
  };

  return { stocks, holdings, latest, available, addProduct, scan, wedge, count, drop, refuse, noteOf, forget };
}

const shortOf = (holdings: Holdings, product: string, quantity: number): string | undefined => {
  const available = availableOf(holdings, product);
  return quantity > available ? outOfStock(available) : undefined;
};
