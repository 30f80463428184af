// A product beside a list, in a column: what its page says first.
import { ArrowUpDown, PackageX } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { productPath } from "../../domain/desk.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { Overview, ProductMark } from "./overview.tsx";
import style from "./product.module.css";
import { useProduct } from "./use-product.ts";

interface Props {
  id: string;
  /** Buttons at the end of its head. */
  actions: ReactNode;
}

export function ProductBeside({ id, actions }: Props) {
  const { plan, product, isMissing } = useProduct(id);
  const row = product?.data.row;
  const known = useApplicationContext().product.find(({ _id }) => _id === id);
  return (
    <>
      <header className={style.besideHead}>
        <div>
          <h2>{row?.name ?? known?.name ?? (isMissing ? "Product" : "…")}</h2>
          {row && <ProductMark row={row} />}
        </div>
        <span>{actions}</span>
      </header>
      {isMissing ? (
        <Empty icon={PackageX} text="Product not found. It may have been deleted." />
      ) : (
        <>
          <div className={style.besideBody} data-scroll>
            <LoadError query={plan} />
            {product ? (
              <Overview small product={product} />
            ) : (
              <div className={style.chartBone} aria-busy={plan.loading} />
            )}
          </div>
          <footer className={style.besideFoot}>
            <ButtonLink to={`${productPath(id)}/history`}>History</ButtonLink>
            <UpdateStock id={id} />
          </footer>
        </>
      )}
    </>
  );
}

/** On Manage Inventory its dialog opens over the list; from other lists the way leads there. */
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
    <ButtonLink icon={ArrowUpDown} to={`/inventory?${new URLSearchParams({ do: "update", id })}`}>
      Update Stock
    </ButtonLink>
  );
}
