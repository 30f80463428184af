// Changes to the draft: products added and scanned, quantities, removals; and the reasons of refusals.
import { useCallback, useMemo, useState } from "react";
import { type Holding, outOfStock, unitsFrom, withElsewhere } from "#shared/allocation.ts";
import type { ContextProduct } from "#shared/app.ts";
import { type Catalogue, idsOf, pickable, pickableProductsOf, pickableRecordsOf } from "#shared/catalogue.ts";
import type { Detail } from "#shared/failure.ts";
import type { ProductTag } from "#shared/product.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { useCatalogue, useDerived } from "../../../domain/catalogue.tsx";
import { unknownCodeText } from "../../../domain/find-by-code.ts";
import { focusQuantity } from "../../../domain/line-editor/focus-quantity.ts";
import { type Found, useFindByCode, useLatest } from "../../../domain/use-find-by-code.ts";
import { useWaitingUnits } from "../../../domain/waiting-units.ts";
import { findById } from "../../../lib/find-by-id.ts";
import { numberText } from "../../../lib/format.ts";
import { scanFeedback } from "../../../lib/scan/scan-feedback.ts";
import { toast } from "../../../lib/toast.ts";
import type { ScanResult } from "../../../ui/camera.tsx";
import {
  add,
  type DraftChange,
  type DraftLine,
  lineOf,
  remove,
  setQuantity,
  stepQuantity,
  tooManyIn,
  warehousesOf,
} from "../picklist-draft.ts";
import { draftStore, usePicklistDraft } from "../picklist-store.ts";

interface Scanned extends ScanResult {
  /** The product that the code belongs to. */
  product?: string;
}

export type Edit = ReturnType<typeof useEdit>;

/** One toast for all refusals of this screen: the latest one. */
export const toastId = "picklist";

const tell = (refused: string | undefined): string | undefined => {
  if (refused) toast.error(refused, toastId);
  else toast.dismiss(toastId);
  return refused;
};

export function useEdit() {
  const stock = useAvailableStock();
  const [notes, setNotes] = useState<Readonly<Record<string, string | undefined>>>({});
  const [latest, setLatest] = useState("");
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);

  /** Stores the change, and returns the reason of a refusal, which the line shows too. */
  const apply = (product: string, { draft, refused }: DraftChange): string | undefined => {
    draftStore.set(draft);
    const line = lineOf(draft, product);
    setNotes((notes) => ({ ...notes, [product]: line && refused }));
    if (line) setLatest(product);
    if (refused) stock.records.retry();
    return refused;
  };
  const limitsOf = (product: string) => [stock.available(product), stock.unitsOf(product)?.elsewhere] as const;
  const addUnits = (product: ProductTag, units: number) =>
    apply(product._id, add(draftStore.get(), product, units, ...limitsOf(product._id)));

  const addProduct = (id: string, units: number): string | undefined => {
    const product = findById(products, id);
    return product ? tell(addUnits(product, units)) : "Choose a product";
  };

  /** Adds one unit, or the units of a pack. */
  const take = useLatest((code: string, found: Found<ContextProduct> | undefined): Scanned => {
    if (!found) return { ok: false, text: unknownCodeText(code) };
    const { _id, name } = found.product;
    const refused = addUnits(found.product, found.units);
    const quantity = lineOf(draftStore.get(), _id)?.quantity ?? 0;
    return {
      ok: !refused,
      text: refused ? `${name}: ${refused}` : `${name} × ${numberText(quantity)}`,
      product: _id,
    };
  });
  const scan = (code: string): Scanned | Promise<Scanned> => find(code, (found) => take(code, found));

  const scanByKeys = async (code: string): Promise<void> => {
    const scanned = scan(code);
    if (scanned instanceof Promise) toast.info(`Looking for ${code}`, toastId);
    const { ok, text, product } = await scanned;
    tell(ok ? undefined : text);
    if (!ok) scanFeedback(false);
    if (product) focusQuantity(product);
  };

  const change = (to: typeof setQuantity) => (product: string, wanted: number) => {
    const line = lineOf(draftStore.get(), product);
    if (line) tell(apply(product, to(draftStore.get(), line, wanted, ...limitsOf(product))));
  };
  const setUnits = change(setQuantity);
  const stepUnits = change(stepQuantity);

  const drop = (product: string): void => void apply(product, { draft: remove(draftStore.get(), product) });

  /** Shows the server's refusal beside the lines it names. */
  const refuse = (details: readonly Detail[]): void => {
    const named = details.flatMap(({ product, message, elsewhere }) =>
      product ? [[product, withElsewhere(message, elsewhere)] as const] : [],
    );
    setNotes(Object.fromEntries(named));
    if (named[0]) focusQuantity(named[0][0]);
  };

  const forget = () => {
    setNotes({});
    setLatest("");
  };

  /** Why the line was refused, or that less is in stock now. */
  const errorOf = ({ product: { _id }, quantity }: DraftLine): string | undefined => {
    const [available, elsewhere] = limitsOf(_id);
    const isShort = available !== undefined && quantity > available;
    return notes[_id] ?? tooManyIn(quantity) ?? (isShort ? withElsewhere(outOfStock(available), elsewhere) : undefined);
  };

  return { stock, latest, addProduct, scan, scanByKeys, setUnits, stepUnits, drop, refuse, errorOf, forget };
}

const apartOf = (catalogue: Catalogue): Map<string, number | undefined> =>
  new Map(pickableProductsOf(catalogue).map(({ _id, not_for_picking }) => [_id, not_for_picking]));

/** Units that can be picked by product, from the chosen warehouses, all or none, as far as this tab knows. */
function useAvailableStock() {
  const records = useCatalogue(pickableRecordsOf);
  const apart = useDerived(apartOf);
  const { warehouse: warehouses, without_warehouse } = useApplicationContext();
  const { channel, from, posting, tried } = usePicklistDraft();
  const chosen = useMemo(
    () => warehousesOf({ channel, from }, { warehouse: warehouses, without_warehouse }),
    [channel, from, warehouses, without_warehouse],
  );
  const { leaving } = useWaitingUnits((posting ?? tried)?.id);
  const holdings = useMemo(
    () => records.data && Map.groupBy(records.data, ({ product }) => product._id),
    [records.data],
  );
  /** The units of a product by warehouse; undefined before the records are loaded. */
  const holdingsOf = (product: string): readonly Holding[] | undefined => holdings && (holdings.get(product) ?? []);
  const unitsOf = useCallback(
    (product: string) => holdings && unitsFrom(holdings.get(product) ?? [], chosen),
    [holdings, chosen],
  );
  /** Stock less units waiting to leave, other than from warehouses that are not taken from. */
  const available = (product: string): number | undefined => {
    const stock = unitsOf(product)?.available;
    const picked = chosen ? new Set(chosen) : idsOf(pickable(warehouses));
    const others = warehouses.filter(({ _id }) => !picked.has(_id));
    const elsewhere = others.reduce((sum, { _id }) => sum + leaving(product, _id), 0);
    return stock && Math.max(0, stock - leaving(product) + elsewhere);
  };
  return { records, chosen, holdingsOf, unitsOf, available, apart };
}
