// A product as a filter: the picker, in its place before it has loaded.
import { type ComponentProps, Suspense } from "react";
import { later } from "../lib/later.tsx";
import field from "./field.module.css";
import style from "./product-picker.module.css";

const ProductPicker = later(() => import("./product-picker.tsx"), "ProductPicker");

type Props = Omit<ComponentProps<typeof ProductPicker>, "bare" | "label">;

/** A screen's first rows do not wait for it. */
export function ProductFilter(props: Props) {
  const words = { label: "Product", placeholder: "All (Product)" };
  return (
    <Suspense
      fallback={
        <div className={style.bare}>
          <input readOnly aria-label={words.label} placeholder={words.placeholder} className={field.control} />
        </div>
      }
    >
      <ProductPicker bare {...words} {...props} />
    </Suspense>
  );
}
