// Where a product is listed: links to its pages, each in its own place, so that a column of them reads straight down.
import type { Product } from "#shared/product.ts";
import { ExternalLink } from "./external-link.tsx";
import style from "./listings.module.css";

const places = [
  ["amazon", "Amazon"],
  ["flipkart", "Flipkart"],
  ["website", "Website"],
] as const;

export function Listings({ product }: { product: Pick<Product, "name" | "amazon" | "flipkart" | "website"> }) {
  return (
    <span className={style.listings}>
      {places.map(([place, label]) => {
        const href = product[place];
        return (
          <span key={place}>
            {href && (
              <ExternalLink href={href} name={`${label} listing of ${product.name}`}>
                {label}
              </ExternalLink>
            )}
          </span>
        );
      })}
    </span>
  );
}
