// The desk: the product that the address opens beside a list. Arrows go from row to row there, and the product follows.
import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { productPath, useDesk, useMaySeeProducts, useRoomForDesk } from "../domain/desk.ts";
import { ProductBeside } from "../features/product/product-beside.tsx";
import { planNames } from "../features/product/use-product.ts";
import { topDialog } from "../lib/top-dialog.ts";
import { IconButton, IconLink } from "../ui/button.tsx";
import style from "./layout.module.css";

/** Milliseconds that the focus rests on a row before its product is read: a held arrow key passes many. */
const restingTime = 120;

const rowSelector = "tr[data-beside]";
const openRow = (): HTMLElement | null =>
  document.querySelector(`${rowSelector}[aria-current][tabindex="0"]`) ??
  document.querySelector(`${rowSelector}[aria-current]`);

/** Whether nothing that takes keys has the focus. */
const isFocusFree = (): boolean => document.activeElement === document.body || document.activeElement?.tagName === "H1";

export function Desk() {
  const { id, open, close } = useDesk();
  const fits = useRoomForDesk();
  const allowed = useMaySeeProducts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const beganNarrow = useRef(!fits);
  const list = useList(id, open, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by a link, not when a window becomes narrow.
  useEffect(() => {
    if (beganNarrow.current && id && allowed) navigate(productPath(id), { replace: true });
  }, []);
  if (!fits || !id || !allowed) return null;
  const params = new URLSearchParams(search);
  const asked = new URLSearchParams(
    planNames.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? ""]] : [])),
  );
  return (
    <aside className={style.desk} aria-label="Product">
      <ProductBeside
        id={id}
        actions={
          <>
            <IconButton
              icon={ChevronUp}
              label="Previous product"
              aria-disabled={!list.above || undefined}
              onClick={() => list.step("ArrowUp")}
            />
            <IconButton
              icon={ChevronDown}
              label="Next product"
              aria-disabled={!list.below || undefined}
              onClick={() => list.step("ArrowDown")}
            />
            <IconLink
              icon={Maximize2}
              label="Open the page"
              to={`${productPath(id)}${asked.size > 0 ? `?${asked}` : ""}`}
            />
            <IconButton icon={X} label="Close" onClick={list.leave} />
          </>
        }
      />
    </aside>
  );
}

/** The list beside it: its keys, the row that is open, and the way back to it. */
function useList(id: string, open: (id: string) => void, close: () => void) {
  const row = useRef<HTMLElement>(null);
  const began = useRef(false);
  const [ends, setEnds] = useState({ above: false, below: false });
  const latest = useRef({ id, open, close });
  latest.current = { id, open, close };

  const rowOf = () => (row.current?.isConnected ? row.current : openRow());
  const step = (key: string) => rowOf()?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const leave = () => {
    const target = rowOf();
    latest.current.close();
    target?.focus();
  };
  const actions = useRef({ step, leave });
  actions.current = { step, leave };

  // The row may be drawn later than this.
  useEffect(() => {
    const look = () => {
      const current = openRow();
      if (current && row.current?.dataset.beside !== id) row.current = current;
      // As it opens: by a link, or by Back from its page.
      if (current && !began.current && isFocusFree()) current.focus();
      began.current ||= current !== null;
      const at = Number(rowOf()?.ariaRowIndex ?? 0);
      const count = Number(rowOf()?.closest("table")?.ariaRowCount ?? 0);
      setEnds((before) => {
        const now = { above: at > 2, below: at > 0 && at < count };
        return before.above === now.above && before.below === now.below ? before : now;
      });
      return current;
    };
    if (look()) return;
    const watcher = new MutationObserver(() => look() && watcher.disconnect());
    watcher.observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
    return () => watcher.disconnect();
  });

  useEffect(() => {
    let byArrow = false;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (topDialog()) return;
      const target = event.target as Element;
      byArrow = ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key);
      // Elsewhere it closes something else: a menu, or the search.
      const isHere = isFocusFree() || target.closest(`${rowSelector}, aside`) !== null;
      if (event.key === "Escape" && isHere && !target.closest("input")) {
        actions.current.leave();
      } else if (byArrow && isFocusFree() && target === document.activeElement) {
        event.preventDefault();
        actions.current.step(event.key);
      }
    };
    const onFocus = ({ target }: FocusEvent) => {
      const focused = (target as Element).closest<HTMLElement>(rowSelector);
      if (!focused) return;
      row.current = focused;
      if (!byArrow) return;
      byArrow = false;
      clearTimeout(resting);
      resting = setTimeout(() => {
        const next = focused.dataset.beside ?? "";
        if (next !== latest.current.id) latest.current.open(next);
      }, restingTime);
    };
    // Before the list's own handler, which moves the focus.
    addEventListener("keydown", onKey, { capture: true });
    document.addEventListener("focusin", onFocus);
    return () => {
      clearTimeout(resting);
      removeEventListener("keydown", onKey, { capture: true });
      document.removeEventListener("focusin", onFocus);
    };
  }, []);

  return { ...ends, step, leave };
}
