// The head of a product beside its name: picture, status, code, carton, and listings.
import type { PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { linkFields, type NotedField, notedFields, productFields, productLabels } from "#shared/product-fields.ts";
import { FormerCodes } from "../../domain/former-codes.tsx";
import { PlanStatusTag } from "../../domain/plan-status.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { Image } from "../../ui/image.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Code } from "../../ui/tag.tsx";
import style from "./product.module.css";
import { gapTexts } from "./product-text.ts";

interface Props {
  row: PlanRow;
  /** Has the carton and the listings. */
  product?: Product;
}

const notesOf = (product: Product) =>
  [...new Set<NotedField>(["codes", "supplier", ...notedFields])].flatMap((field) => {
    const note: false | ((value: never) => string) = productFields[field].note;
    const value = product[field];
    return note && value ? [{ field, text: note(value as never) }] : [];
  });

export function ProductFacts({ row, product }: Props) {
  return (
    <>
      <span className={style.picture}>
        <Image src={row.image} size={56} />
      </span>
      <span className={style.facts}>
        <PlanStatusTag status={row.status} />
        <span className={style.code}>
          <Code>{row.p_id}</Code>
          <CopyButton text={row.p_id} />
        </span>
        {product &&
          notesOf(product).map(({ field, text }) => (
            <span key={field} title={productLabels[field]}>
              {text}
            </span>
          ))}
        {product && <FormerCodes id={product._id} />}
        {linkFields.map(
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
