// Where a product is listed: links to its pages, each in its own place, so that a column of them reads straight down.
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { ExternalLink } from "../../ui/external-link.tsx";
import style from "./product-links.module.css";

const places = (["amazon", "flipkart", "website"] as const).map((place) => [place, productLabels[place]] as const);

/** In a narrow column each is a letter; its whole name shows on hover. */
export function ProductLinks({ product }: { product: Pick<Product, "name" | "amazon" | "flipkart" | "website"> }) {
  if (!places.some(([place]) => product[place])) return null;
  return (
    <span className={style.listings}>
      <span className={style.places}>
        {places.map(
          ([place, label]) =>
            product[place] && (
              <ExternalLink key={place} href={product[place]} name={`${label} listing of ${product.name}`}>
                {label}
              </ExternalLink>
            ),
        )}
      </span>
    </span>
  );
}
