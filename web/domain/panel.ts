// The panel: the address names the product that is open beside a list. Where there is no room, its page opens instead.
import { useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { useIsManager } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";
import { useMedia } from "../lib/media.ts";
import { useBack, useUpdateQuery } from "../lib/navigation/url-state.ts";
import type { RowPlace, RowsBeside } from "../ui/table/columns.ts";

/** The panel's parameter in the address; on View Transactions a filter has the usual name. */
const nameAt = (pathname: string): string => (pathname === "/transactions" ? "beside" : "product");

export const productPath = (id: string): string => `/products/${id}`;

/** Manage Inventory with Update Stock open, for a product. */
export const updateStockPath = (id: string): string => `/inventory?${new URLSearchParams({ do: "update", id })}`;

/** Whether there is room for a list and a product beside it. */
export const useRoomForPanel = (): boolean => useMedia("(min-width: 1200px)");

interface Panel {
  /** Id of the open product, or "". */
  id: string;
  /** There is one, room for it, and its user may see products: it stands beside the list, which has less room then. */
  shown: boolean;
  /** Opens a product beside the list, in place of one that is open, so that Back closes the panel. */
  open: (id: string) => void;
  close: () => void;
}

export function usePanel(): Panel {
  const [params] = useSearchParams();
  const fits = useRoomForPanel();
  const allowed = useIsManager();
  const { pathname, state } = useLocation();
  const change = useUpdateQuery();
  const navigate = useNavigate();
  const stepBack = useBack(pathname);
  const name = nameAt(pathname);
  const id = params.get(name) ?? "";
  const open = (product: string) => {
    if (!fits) return navigate(productPath(product));
    change((now) => now.set(name, product), id ? { replace: true, state } : { state: { beside: true } });
  };
  const close = () => {
    if (state?.beside) stepBack();
    else change((now) => now.delete(name), { replace: true });
  };
  return { id, shown: id !== "" && fits && allowed, open, close };
}

let openRow: RowPlace | undefined;
const moved = newEmitter();
const setOpenRow = (next: RowPlace | undefined): void => {
  openRow = next;
  moved.emit();
};

/** The steps from the open row to its neighbours, and back to it; undefined while no list shows it. */
export const useOpenRow = (): RowPlace | undefined => useSyncExternalStore(moved.subscribe, () => openRow);

/** The products of the list from which one was opened last, in its order. */
let listed: readonly string[] = [];

/** For a product's page: its place in that list, from 1; 0 after a reload, or by a link. */
export const placeInList = (id: string) => {
  const at = listed.indexOf(id);
  return { place: at + 1, of: listed.length, previous: listed[at - 1], next: at < 0 ? undefined : listed[at + 1] };
};

/** The products that were opened last, by the history entry of their list: Back returns to their rows. */
const openedLast = new Map<string, string>();

/** For a DataTable whose rows open their product, or `otherwise` for users who may not see products. */
export function useProductRows<Row>(
  productOf: (row: Row) => string,
  otherwise?: (row: Row) => void,
): { onOpen?: (row: Row) => void; beside?: RowsBeside<Row> } {
  const { id, shown, open } = usePanel();
  const allowed = useIsManager();
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  const [returned] = useState(() => (isBack && openedLast.get(key)) || "");
  if (!allowed) return { ...(otherwise && { onOpen: otherwise }) };
  const onOpen = (row: Row) => {
    openedLast.set(key, productOf(row));
    open(productOf(row));
  };
  const onRows = (rows: readonly Row[]) => {
    listed = [...new Set(rows.map(productOf))];
  };
  const beside: RowsBeside<Row> = {
    keyOf: productOf,
    openKey: shown ? id : "",
    show: open,
    returned,
    onPlace: setOpenRow,
    onRows,
  };
  return { onOpen, beside };
}

export type ProductRows<Row> = ReturnType<typeof useProductRows<Row>>;
