// The page of a product: its plan in figures, its stock and sales as charts, and below them its movements and changes.
import { ArrowUpDown, ChevronDown, ChevronUp, Pencil, Tag } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { useApplicationContext } from "../../domain/application-context.ts";
import { placeInList, productPath, updateStockPath } from "../../domain/panel.ts";
import { ProductNotFound } from "../../domain/product-not-found.tsx";
import { findById } from "../../lib/find-by-id.ts";
import { numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { IconButton } from "../../ui/button.tsx";
import { Page, PageButton, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import { LoadError, Stale } from "../../ui/page/query-status.tsx";
import style from "./product.module.css";
import { useProduct } from "./use-product.ts";

const loadOverview = () => import("./overview.tsx");
const before = <div className={style.chartBone} />;
const Overview = lazyComponent(loadOverview, "Overview", before);
const ProductFacts = lazyComponent(loadOverview, "ProductFacts");
const LabelsOfProducts = lazyComponent(() => import("../../domain/labels/label-dialog.tsx"), "LabelsOfProducts");
const ThumbBar = lazyComponent(loadOverview, "ThumbBar");
const ProductLists = lazyComponent(() => import("./lists.tsx"), "ProductLists");

export function ProductPage() {
  const { id = "" } = useParams();
  // The key makes another product another page, with no state of the last one.
  return <Product key={id} id={id} />;
}

function Product({ id }: { id: string }) {
  const { plan, product, movements, isMissing } = useProduct(id);
  const row = product?.data.row;
  const known = findById(useApplicationContext().product, id);
  const onPhone = usePhone();
  const [labelling, setLabelling] = useState(false);
  if (isMissing) return <ProductNotFound title="Product" />;
  return (
    <Page
      title={row?.name ?? known?.name ?? "Product"}
      aside={product && row && <ProductFacts row={row} product={product.data.product} />}
      action={
        <>
          {!onPhone && <Neighbours id={id} />}
          <PageLink icon={Pencil} label="Edit" to={`/products/opr/${id}`} />
          {known && <PageButton icon={Tag} label="Labels" onClick={() => setLabelling(true)} />}
          {!onPhone && (
            <PrimaryLink icon={ArrowUpDown} to={updateStockPath(id)}>
              Update Stock
            </PrimaryLink>
          )}
        </>
      }
    >
      <LoadError query={plan} />
      {product ? (
        <Stale query={plan}>
          <Overview whole product={product} small={onPhone} />
        </Stale>
      ) : (
        before
      )}
      {labelling && known && <LabelsOfProducts products={[known]} onClose={() => setLabelling(false)} />}
      <ProductLists id={id} movements={movements} />
      {onPhone && row && <ThumbBar row={row} />}
    </Page>
  );
}

/** The place of the product in the list that it was opened from, and its neighbours there. */
function Neighbours({ id }: { id: string }) {
  const navigate = useNavigate();
  const { place, of, previous, next } = placeInList(id);
  if (place === 0) return null;
  // Back leads to the list.
  const show = (to: string | undefined) => to && navigate(productPath(to), { replace: true });
  return (
    <span className={style.neighbours}>
      {numberText(place)} of {numberText(of)}
      <IconButton
        icon={ChevronUp}
        label="Previous product"
        aria-disabled={!previous || undefined}
        onClick={() => show(previous)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next product"
        aria-disabled={!next || undefined}
        onClick={() => show(next)}
      />
    </span>
  );
}
