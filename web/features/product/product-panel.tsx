// The product that the address opens beside a list: the upper part of its page, and buttons through the list.
import { ArrowUpDown, ChevronDown, ChevronUp, Maximize2, PackageX, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useApplicationContext } from "../../domain/application-context.ts";
import { productPath, updateStockPath, useOpenRow, usePanel, useRoomForPanel } from "../../domain/panel.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { findById } from "../../lib/find-by-id.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { isFocusFree, topDialog } from "../../lib/top-dialog.ts";
import { Button, ButtonLink, IconButton, IconLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { Overview, ProductFacts } from "./overview.tsx";
import style from "./product.module.css";
import { planNames, useProduct } from "./use-product.ts";

export function ProductPanel() {
  const { id, shown } = usePanel();
  const fits = useRoomForPanel();
  const allowed = useIsManager();
  const navigate = useNavigate();
  // A link that is opened without room leads to the product's page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not a window that becomes narrow.
  useEffect(() => {
    if (!fits && id && allowed) navigate(productPath(id), { replace: true });
  }, []);
  return shown && <Opened id={id} />;
}

function Opened({ id }: { id: string }) {
  const { plan, product, isMissing } = useProduct(id);
  const row = product?.data.row;
  const known = findById(useApplicationContext().product, id);
  return (
    <aside className={style.panel} aria-label="Product">
      <header className={style.panelHead}>
        <div>
          <h2>{row?.name ?? known?.name ?? (isMissing ? "Product" : "…")}</h2>
          {row && <ProductFacts row={row} />}
        </div>
        <Actions id={id} />
      </header>
      {isMissing ? (
        <Empty icon={PackageX} text="Product not found. It may have been deleted." />
      ) : (
        <>
          <div className={style.panelBody} data-scroll>
            <LoadError query={plan} />
            {product ? (
              <Overview small product={product} />
            ) : (
              <div className={style.chartBone} aria-busy={plan.loading} />
            )}
          </div>
          <footer className={style.panelFoot}>
            <ButtonLink to={`${productPath(id)}/history`}>History</ButtonLink>
            <UpdateStock id={id} />
          </footer>
        </>
      )}
    </aside>
  );
}

/** Buttons and keys to the next product of the list, to the page, and back to the row. */
function Actions({ id }: { id: string }) {
  const { close } = usePanel();
  const row = useOpenRow();
  const params = new URLSearchParams(useLocation().search);
  // Of the list's settings only those of the plan go on to the product's page.
  for (const name of [...params.keys()]) if (!planNames.some((one) => one === name)) params.delete(name);
  const leave = () => {
    close();
    row?.focus();
  };
  const onKey = useRef((_: KeyboardEvent): void => undefined);
  onKey.current = (event) => {
    const target = event.target as Element;
    if (topDialog()) return;
    const step = { ArrowUp: row?.above, ArrowDown: row?.below }[event.key];
    // Escape closes an open menu or search first.
    const isOurs = (isFocusFree() || target.closest("tr, aside")) && !target.closest("input");
    if (event.key === "Escape" && isOurs) leave();
    else if (step && isFocusFree()) {
      event.preventDefault();
      step();
    }
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey.current(event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <span>
      <IconButton
        icon={ChevronUp}
        label="Previous product"
        aria-disabled={!row?.above || undefined}
        onClick={row?.above}
      />
      <IconButton
        icon={ChevronDown}
        label="Next product"
        aria-disabled={!row?.below || undefined}
        onClick={row?.below}
      />
      <IconLink
        icon={Maximize2}
        label="Open the page"
        to={`${productPath(id)}${params.size > 0 ? `?${params}` : ""}`}
      />
      <IconButton icon={X} label="Close" onClick={leave} />
    </span>
  );
}

/** On Manage Inventory opens the dialog over the list; other lists lead there. */
function UpdateStock({ id }: { id: string }) {
  const { pathname } = useLocation();
  const { open } = useOpenDialog();
  if (pathname === "/inventory")
    return (
      <Button icon={ArrowUpDown} onClick={() => open("update", id)}>
        Update Stock
      </Button>
    );
  return (
    <ButtonLink icon={ArrowUpDown} to={updateStockPath(id)}>
      Update Stock
    </ButtonLink>
  );
}
