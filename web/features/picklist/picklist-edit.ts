// What a person does to the draft: adding, scanning, counting; and what is said when it cannot be.
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { outOfStock } from "#shared/allocation.ts";
import type { Detail } from "#shared/failure.ts";
import type { ProductTag } from "#shared/product.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { findByCode, unknownCodeText } from "../../domain/find-by-code.ts";
import { useFindByCode } from "../../domain/use-find-by-code.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { useData } from "../../lib/api/use-data.ts";
import { numberText } from "../../lib/format.ts";
import { scanFeedback } from "../../lib/scan/scan-feedback.ts";
import { toast } from "../../lib/toast.ts";
import { availableOf, useHoldings } from "./holdings.ts";
import { add, type Change, type DraftLine, lineOf, remove, setQuantity } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

/** What became of a scanned code, and the product it means. */
interface Scanned {
  ok: boolean;
  text: string;
  product?: string;
}

export type Edit = ReturnType<typeof useEdit>;

export const quantityId = (product: string): string => `quantity-${product}`;

/** What is typed next replaces the quantity. */
const focusQuantity = (product: string): void => {
  // Its line, and in it the quantity of now, are drawn first.
  flushSync(() => undefined);
  const field = document.getElementById(quantityId(product));
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
};

/** One toast for all that cannot be done here, the last one. */
export const toastId = "picklist";

export function useEdit() {
  const stock = useStock();
  const { notes, note, noteAll } = useNotes();
  const [latest, setLatest] = useState("");
  const { product: products, refreshing } = useApplicationContext();
  const find = useFindByCode(products);
  const early = useRef<string[]>([]);

  /** Keeps the change, or says beside its line why not. */
  const take = (product: string, { draft, refused }: Change): string | undefined => {
    draftStore.set(draft);
    const line = lineOf(draft, product);
    note(product, line && refused);
    if (line) setLatest(product);
    if (refused) stock.readAgain();
    return refused;
  };

  const tell = (refused: string | undefined): string | undefined => {
    if (refused) toast.error(refused, toastId);
    else toast.dismiss(toastId);
    return refused;
  };

  const addProduct = (product: ProductTag, quantity: number): string | undefined =>
    tell(take(product._id, add(draftStore.get(), product, quantity, stock.available(product._id))));

  /** One unit of what was scanned. */
  const scan = (code: string): Scanned => {
    const product = find(code);
    if (!product) return { ok: false, text: unknownCodeText(code) };
    const { _id, name } = product;
    const refused = take(_id, add(draftStore.get(), product, 1, stock.available(_id)));
    const quantity = lineOf(draftStore.get(), _id)?.quantity ?? 0;
    return { ok: !refused, text: refused ? `${name}: ${refused}` : `${name} × ${numberText(quantity)}`, product: _id };
  };

  const scanByKeys = (code: string): void => {
    // The list that is on its way may have it.
    if (refreshing && !findByCode(products, code.trim())) {
      early.current.push(code);
      toast.info(`Looking for ${code}`, toastId);
      return;
    }
    const { ok, text, product } = scan(code);
    tell(ok ? undefined : text);
    if (!ok) scanFeedback(false);
    if (product) focusQuantity(product);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list has come, or failed to.
  useEffect(() => {
    // Not within the effect: what is drawn by then is focused.
    if (!refreshing) queueMicrotask(() => early.current.splice(0).forEach(scanByKeys));
  }, [refreshing]);

  const count = (line: DraftLine, wanted: number): void => {
    const { _id } = line.product;
    tell(take(_id, setQuantity(draftStore.get(), line, wanted, stock.available(_id))));
  };

  const drop = (product: string): void => {
    draftStore.set(remove(draftStore.get(), product));
    note(product, undefined);
  };

  /** What the server said, beside the lines it named. */
  const refuse = (details: readonly Detail[]): void => {
    const named = details.filter((detail): detail is Detail & { product: string } => detail.product !== undefined);
    noteAll(Object.fromEntries(named.map(({ product, message }) => [product, message])));
    if (!named[0]) return;
    stock.readAgain();
    focusQuantity(named[0].product);
  };

  const forget = () => {
    noteAll({});
    setLatest("");
  };

  /** What was said of a line, or that others have taken what it wants. */
  const noteOf = ({ product: { _id }, quantity }: DraftLine): string | undefined => {
    const available = stock.holdings && availableOf(stock.holdings, _id);
    return notes[_id] ?? (available !== undefined && quantity > available ? outOfStock(available) : undefined);
  };

  return { stock, latest, addProduct, scan, scanByKeys, count, drop, refuse, noteOf, forget };
}

/** Milliseconds in which the stock is not read again for another refusal. */
const calm = 2_000;

/** What there is, as far as is known: by warehouse once the records are loaded, before that by product. */
function useStock() {
  const records = useData("GET /v1/stocks");
  const holdings = useHoldings(records.data);
  const { product: products } = useApplicationContext();
  const reload = useRefresh();
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const available = (product: string): number | undefined =>
    holdings ? availableOf(holdings, product) : products.find(({ _id }) => _id === product)?.stock;
  /** After a refusal: what is known here may be old. */
  const readAgain = () => {
    if (performance.now() - readAt.current < calm) return;
    readAt.current = performance.now();
    reload(["/v1/stocks"]);
  };
  return { records, holdings, available, readAgain };
}

/** Words beside lines, by the id of their product. */
function useNotes() {
  const [notes, noteAll] = useState<Readonly<Record<string, string>>>({});
  const note = (product: string, text: string | undefined) =>
    noteAll(({ [product]: _, ...others }) => (text === undefined ? others : { ...others, [product]: text }));
  return { notes, note, noteAll };
}
