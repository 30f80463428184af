// What stands beside a product's name: its picture, its status, its code and carton, and its listings.
import type { ReactNode } from "react";
import type { PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { PlanStatusTag } from "../../domain/plan-status.tsx";
import { countText } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { Image } from "../../ui/image.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Code } from "../../ui/tag.tsx";
import style from "./product.module.css";
import { gapTexts } from "./product-text.ts";

interface Props {
  row: PlanRow;
  /** For its carton and its listings. */
  product?: Product;
  /** Before the picture. */
  before?: ReactNode;
}

const sites = ["amazon", "flipkart", "website"] as const;

export function ProductMark({ row, product, before }: Props) {
  return (
    <>
      <span className={style.picture}>
        {before}
        <Image src={row.image} size={56} />
      </span>
      <span className={style.facts}>
        <PlanStatusTag status={row.status} />
        <span className={style.code}>
          <Code>{row.p_id}</Code>
          <CopyButton text={row.p_id} />
        </span>
        {product?.codes && <span title={productLabels.codes}>also {product.codes}</span>}
        {product?.pack && <span>{countText(product.pack, "unit")} a carton</span>}
        {sites.map(
          (site) =>
            product?.[site] && (
              <ExternalLink key={site} href={product[site]} name={`${productLabels[site]} listing of ${row.name}`}>
                {productLabels[site]}
              </ExternalLink>
            ),
        )}
      </span>
    </>
  );
}

/** Days without units before an order of today could arrive. */
export function Gaps({ row }: { row: PlanRow }) {
  return gapTexts(row).map(({ key, days, why }) => (
    <Banner key={key} tone="danger">
      <strong>{days}</strong>
      {why}
    </Banner>
  ));
}
