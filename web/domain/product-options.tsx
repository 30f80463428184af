// The search field of the product picker and the products that match, in a popup below it or inline in a dialog.
import { Combobox } from "@base-ui/react/combobox";
import type { BaseUIEvent } from "@base-ui/react/types";
import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useDeferredValue, useMemo, useRef, useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import type { PickableProduct } from "#shared/catalogue.ts";
import { numberText } from "../lib/format.ts";
import { wordsOf } from "../lib/search.ts";
import field from "../ui/form/field.module.css";
import { Highlighted, SearchedWords } from "../ui/highlighted.tsx";
import { Image } from "../ui/image.tsx";
import { ClampedText } from "../ui/tag.tsx";
import { useApplicationContext } from "./application-context.ts";
import { findProducts, searchedCodes } from "./find-products.ts";
import { UnitsBeside } from "./not-for-picking.tsx";
import style from "./product-picker.module.css";

/** Options at first, as many as the popup shows, and a moment later: the press that opens it is answered sooner. */
const [firstOptions, maxOptions] = [8, 30];

/** A product as pickers and messages name it. */
export const productText = ({ name, p_id }: ContextProduct): string => `${name} (${p_id})`;

interface OptionsProps {
  products: readonly ContextProduct[];
  chosen: ContextProduct | null;
  /** The chosen product is not among `products`. */
  isMissing: boolean;
  choose: (product: ContextProduct | null) => void;
  placeholder: string;
  /** Whether a scanned code stays in the field as its search text, or is taken out of it. */
  scan: "stays" | "taken" | undefined;
  open: boolean;
  setOpen: (open: boolean) => void;
  inline?: boolean;
  inputProps?: object;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export function ProductOptions({
  products,
  chosen,
  isMissing,
  choose,
  placeholder,
  scan,
  open,
  setOpen,
  inline = false,
  inputProps,
  onBlur,
  inputRef,
}: OptionsProps) {
  const { refreshing } = useApplicationContext();
  const anchor = useRef<HTMLSpanElement>(null);
  const highlighted = useRef<ContextProduct>(undefined);
  const [text, setText] = useState("");
  const isTyped = text.trim() !== "" && !(chosen && text === productText(chosen));
  const wanted = isTyped ? text : "";
  // A key is painted before the products that match.
  const searched = useDeferredValue(wanted);
  const limit = useDeferredValue(open ? maxOptions : firstOptions, firstOptions);
  const matches = useMemo(() => findProducts(products, searched, limit), [products, searched, limit]);
  const words = useMemo(() => wordsOf(searched), [searched]);
  // Enter may be pressed before the options are those of the last key, or before the first one is highlighted.
  const onKeyDown = (event: BaseUIEvent<KeyboardEvent>) => {
    const isCurrent = searched === wanted && highlighted.current !== undefined;
    if (event.key !== "Enter" || !isTyped || isCurrent) return;
    event.preventBaseUIHandler();
    const [best] = findProducts(products, wanted, 1);
    if (!best) return;
    event.preventDefault();
    choose(best);
  };
  // A key that changes no option draws none of them again.
  const list = useMemo(
    () => (
      <SearchedWords value={words}>
        <Combobox.Empty className={style.none}>
          {refreshing ? "Loading products" : "No product matches. Try part of the name or the P.ID."}
        </Combobox.Empty>
        <Combobox.List className={style.list}>
          {(product: PickableProduct) => (
            <Combobox.Item key={product._id} value={product} className={style.item}>
              <Image src={product.image} size={36} />
              <span className={style.lines}>
                <span className={style.name}>
                  <ClampedText>{product.name}</ClampedText>
                </span>
                <span className={style.code}>
                  <Highlighted>{searchedCodes(product, words)}</Highlighted>
                </span>
              </span>
              <span className={style.stock}>
                {numberText(product.stock)}
                <UnitsBeside units={product.not_for_picking} />
              </span>
            </Combobox.Item>
          )}
        </Combobox.List>
      </SearchedWords>
    ),
    [refreshing, words],
  );
  return (
    <Combobox.Root
      items={matches}
      filter={null}
      value={chosen}
      onInputValueChange={setText}
      onItemHighlighted={(product) => {
        highlighted.current = product;
      }}
      onValueChange={choose}
      itemToStringLabel={productText}
      itemToStringValue={({ _id }) => _id}
      isItemEqualToValue={(a, b) => a._id === b._id}
      autoHighlight
      {...(inline ? { inline: true, open: true } : { open, onOpenChange: setOpen })}
    >
      <span ref={anchor} className={style.box} data-inline={inline || undefined}>
        {chosen && !inline && <Image src={chosen.image} size={28} />}
        <Combobox.Input
          {...inputProps}
          ref={inputRef}
          placeholder={placeholder}
          data-scan={scan}
          data-chosen={chosen && !inline ? true : undefined}
          className={`${field.control} ${style.input}`}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
          {...(inline && { "aria-label": "Search products", "data-first": true })}
        />
        {!inline && (chosen || isMissing) && <ClearButton onClear={() => choose(null)} />}
        {!inline && !chosen && !isMissing && (
          <Combobox.Trigger className={`${field.inset} ${style.end}`} tabIndex={-1} aria-label="Show products">
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        )}
      </span>
      {inline ? (
        <div className={style.inline}>{list}</div>
      ) : (
        <Combobox.Portal>
          <Combobox.Positioner className={style.positioner} anchor={anchor} sideOffset={4} align="start">
            <Combobox.Popup className={style.popup}>{list}</Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      )}
    </Combobox.Root>
  );
}

export function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={`${field.inset} ${style.end}`} aria-label="Clear product" onClick={onClear}>
      <X size={16} aria-hidden="true" />
    </button>
  );
}
