// The desk: the product that is open beside a list, by the address. Where there is no room for it, its page.
import { useEffect } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { mayAct } from "#shared/role.ts";
import { useSession } from "../lib/api/session.ts";
import { useMedia } from "../lib/media.ts";
import { useBack, useUpdateQuery } from "../lib/navigation/url-state.ts";

/** Its name in the address; a filter of View Transactions has the usual one. */
const nameAt = (pathname: string): string => (pathname === "/transactions" ? "beside" : "product");

export const productPath = (id: string): string => `/products/${id}`;

/** Whether there is room for a list and a product beside it. */
export const useRoomForDesk = (): boolean => useMedia("(min-width: 1200px)");

/** Whether the user may see products: executives do not. */
export const useMaySeeProducts = (): boolean => {
  const { user } = useSession();
  return user !== null && user !== undefined && mayAct(user.role, "manager");
};

export interface Desk {
  /** Id of the open product, or "". */
  id: string;
  /** It stands beside the list, which has less room then. */
  shown: boolean;
  /** Opens a product beside the list; one that is open already is replaced, so that Back closes either. */
  open: (id: string) => void;
  close: () => void;
}

export function useDesk(): Desk {
  const [params] = useSearchParams();
  const fits = useRoomForDesk();
  const allowed = useMaySeeProducts();
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

/** The rows that had led to another screen, by the history entry of their list. */
const leftBy = new Map<string, string>();

/** Milliseconds within which a list that Back returns to is drawn, or its focus stays with the title. */
const patience = 3_000;

/** Back to the list focuses the row that had led away. Returns a function that remembers it. */
function useFocusOnReturn(): (key: string) => void {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the screen appears, not when Back closes a dialog.
  useEffect(() => {
    const left = isBack && leftBy.get(key);
    if (!left) return;
    const since = Date.now();
    const look = () => {
      const row = document.querySelector<HTMLElement>(`tr[data-beside="${CSS.escape(left)}"]`);
      if (row) row.focus({ preventScroll: true });
      else if (Date.now() - since < patience) frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (row) => void leftBy.set(key, row);
}

/** For a DataTable whose rows open their product, or do something else for those who may not see products. */
export function useProductRows<Row>(productOf: (row: Row) => string, otherwise?: (row: Row) => void) {
  const { id, open } = useDesk();
  const allowed = useMaySeeProducts();
  const remember = useFocusOnReturn();
  if (!allowed) return { ...(otherwise && { onOpen: otherwise }) };
  const onOpen = (row: Row) => {
    remember(productOf(row));
    open(productOf(row));
  };
  return { onOpen, beside: { keyOf: productOf, open: id } };
}

export type ProductRows<Row> = ReturnType<typeof useProductRows<Row>>;
