// Picks a product by name or P.ID, with pictures; a scanned code picks it too. On phones it fills the screen.
import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown, X } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import { numberText } from "../lib/format.ts";
import { usePhone } from "../lib/media.ts";
import { say } from "../lib/say.ts";
import { productOf, unknownCode } from "../lib/scanned.ts";
import { useScanner } from "../lib/scanner.ts";
import { Dialog } from "./dialog.tsx";
import field from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";
import { Image } from "./image.tsx";
import style from "./product-picker.module.css";

/** Options drawn at once; typing narrows them. */
const most = 30;

export interface ProductPickerProps extends FieldProps {
  products: readonly ContextProduct[];
  /** The `_id` of the chosen one, or "". */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
  /** Scans from anywhere on the page choose a product. */
  scan?: boolean;
  /** Its label is for screen readers only, for filter rows. */
  bare?: boolean;
  /** A dialog opens with the focus here. */
  "data-first"?: boolean | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

const labelOf = ({ name, p_id }: ContextProduct): string => `${name} (${p_id})`;

const fits = (product: ContextProduct, query: string): boolean => {
  const wanted = query.trim().toLowerCase();
  return product.name.toLowerCase().includes(wanted) || product.p_id.toLowerCase().includes(wanted);
};

export function ProductPicker({
  label,
  error,
  hint,
  aside,
  required,
  products,
  value,
  onChange,
  onBlur,
  scan = false,
  bare = false,
  placeholder = "Search name or P.ID",
  "data-first": first,
  ref,
}: ProductPickerProps) {
  const onPhone = usePhone();
  const [open, setOpen] = useState(false);
  const chosen = products.find(({ _id }) => _id === value) ?? null;
  const choose = (product: ContextProduct | null) => {
    onChange(product?._id ?? "");
    if (product) setOpen(false);
  };
  useScanner(
    scan
      ? (code) => {
          const found = productOf(products, code.trim());
          if (found) choose(found);
          else say.failure(unknownCode(code), "scan");
        }
      : undefined,
  );
  const list = { products, chosen, choose, placeholder, scan };

  const control = (wiring: object) =>
    onPhone ? (
      <>
        <span className={style.box}>
          {chosen && <Image src={chosen.image} size={28} />}
          <button
            {...wiring}
            ref={ref as Ref<HTMLButtonElement>}
            data-first={first}
            type="button"
            aria-haspopup="dialog"
            aria-label={`${label}: ${chosen ? labelOf(chosen) : "choose"}`}
            className={`${field.control} ${style.opener}`}
            data-chosen={chosen ? true : undefined}
            onClick={() => setOpen(true)}
          >
            {chosen ? labelOf(chosen) : placeholder}
          </button>
          {chosen ? (
            <Clear onClear={() => choose(null)} />
          ) : (
            <ChevronDown size={16} aria-hidden="true" className={style.mark} />
          )}
        </span>
        {open && (
          <Dialog title={label} tall onClose={() => setOpen(false)}>
            <Options {...list} inline />
          </Dialog>
        )}
      </>
    ) : (
      <Options
        {...list}
        wiring={{ ...wiring, "data-first": first }}
        onBlur={onBlur}
        inputRef={ref as Ref<HTMLInputElement>}
      />
    );
  if (bare) return <div className={style.bare}>{control({ "aria-label": label })}</div>;
  return <Field {...{ label, error, hint, aside, required }}>{control}</Field>;
}

interface OptionsProps {
  products: readonly ContextProduct[];
  chosen: ContextProduct | null;
  choose: (product: ContextProduct | null) => void;
  placeholder: string;
  scan: boolean;
  inline?: boolean;
  wiring?: object;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

function Options({
  products,
  chosen,
  choose,
  placeholder,
  scan,
  inline = false,
  wiring,
  onBlur,
  inputRef,
}: OptionsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const list = (
    <>
      <Combobox.Empty className={style.none}>No product fits. Try part of the name or the P.ID.</Combobox.Empty>
      <Combobox.List className={style.list}>
        {(product: ContextProduct) => (
          <Combobox.Item key={product._id} value={product} className={style.item}>
            <Image src={product.image} size={36} />
            <span className={style.lines}>
              <span className={style.name}>{product.name}</span>
              <span className={style.code}>{product.p_id}</span>
            </span>
            <span className={style.stock}>{numberText(product.stock)}</span>
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  );
  return (
    <Combobox.Root
      items={products}
      value={chosen}
      onValueChange={choose}
      itemToStringLabel={labelOf}
      itemToStringValue={({ _id }) => _id}
      isItemEqualToValue={(a, b) => a._id === b._id}
      filter={fits}
      limit={most}
      autoHighlight
      {...(inline && { inline: true, open: true })}
    >
      <span ref={box} className={style.box} data-inline={inline || undefined}>
        {chosen && !inline && <Image src={chosen.image} size={28} />}
        <Combobox.Input
          {...wiring}
          ref={inputRef}
          placeholder={placeholder}
          // Who takes scans elsewhere on the page has the keys taken back from here.
          data-scan={scan || undefined}
          data-chosen={chosen && !inline ? true : undefined}
          className={`${field.control} ${style.input}`}
          onBlur={onBlur}
          onFocus={(event) => event.target.select()}
          {...(inline && { "aria-label": "Search products" })}
        />
        {!inline && chosen && <Clear onClear={() => choose(null)} />}
        {!inline && !chosen && (
          <Combobox.Trigger className={style.end} tabIndex={-1} aria-label="Show products">
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        )}
      </span>
      {inline ? (
        <div className={style.inline}>{list}</div>
      ) : (
        <Combobox.Portal>
          <Combobox.Positioner className={style.positioner} anchor={box} sideOffset={4} align="start">
            <Combobox.Popup className={style.popup}>{list}</Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      )}
    </Combobox.Root>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={style.end} aria-label="Clear product" onClick={onClear}>
      <X size={16} aria-hidden="true" />
    </button>
  );
}
