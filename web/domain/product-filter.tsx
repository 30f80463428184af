// Filters a list by product. It loads the picker lazily and holds its place meanwhile, so it is a file of its own.
import type { ComponentProps } from "react";
import { lazyComponent } from "../lib/lazy.tsx";
import field from "../ui/form/field.module.css";
import style from "./product-picker.module.css";

const texts = { label: "Product", placeholder: "All (Product)" };

const ProductPicker = lazyComponent(
  () => import("./product-picker.tsx"),
  "ProductPicker",
  <div className={style.bare}>
    <input readOnly aria-label={texts.label} placeholder={texts.placeholder} className={field.control} />
  </div>,
);

type Props = Omit<ComponentProps<typeof ProductPicker>, "labelHidden" | "label">;

/** The first rows of a screen do not wait for the picker. */
export function ProductFilter(props: Props) {
  return <ProductPicker labelHidden {...texts} {...props} />;
}
