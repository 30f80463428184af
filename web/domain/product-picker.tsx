// Picks a product by name or P.ID, with pictures; a scanned code picks it too. On phones it fills the screen.
import { ChevronDown, ScanBarcode } from "lucide-react";
import { type Ref, useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import { usePhone } from "../lib/media.ts";
import { Scanner, useScanner } from "../lib/scan/scanner.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import field from "../ui/form/field.module.css";
import { Field, type FieldProps, loadingChoice, notListed } from "../ui/form/field.tsx";
import { Image } from "../ui/image.tsx";
import { useApplicationContext } from "./application-context.tsx";
import { unknownCodeText } from "./find-by-code.ts";
import { Clear, ProductOptions, productText } from "./product-options.tsx";
import style from "./product-picker.module.css";
import { useFindByCode } from "./use-find-by-code.ts";

const Camera = lazyComponent(() => import("../ui/camera.tsx"), "Camera");

interface ProductPickerProps extends FieldProps {
  products: readonly ContextProduct[];
  /** The `_id` of the chosen one, or "". */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
  /** Scans from anywhere on the page choose a product, or go where this says. */
  scan?: boolean | ((code: string) => void);
  /** A product that was scanned, by keys or by camera, where that means more than a choice from the list. */
  onScan?: (id: string) => void;
  /** On phones a button beside it reads barcodes by camera. */
  camera?: boolean;
  /** Its label is for screen readers only, for filter rows. */
  bare?: boolean;
  /** A dialog opens with the focus here. */
  "data-first"?: boolean | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

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
  onScan = onChange,
  camera = false,
  bare = false,
  placeholder: usual = "Search name or P.ID",
  "data-first": first,
  ref,
}: ProductPickerProps) {
  const onPhone = usePhone();
  const find = useFindByCode(products);
  const [open, setOpen] = useState(false);
  const [looking, setLooking] = useState(false);
  const chosen = products.find(({ _id }) => _id === value) ?? null;
  const { refreshing } = useApplicationContext();
  const isMissing = value !== "" && !chosen;
  const placeholder = isMissing ? (refreshing ? loadingChoice : notListed) : usual;
  const choose = (product: ContextProduct | null) => {
    onChange(product?._id ?? "");
    if (product) setOpen(false);
  };
  const read = (code: string) => {
    const found = find(code);
    if (!found) return { ok: false, text: unknownCodeText(code) };
    onScan(found._id);
    setLooking(false);
    return { ok: true, text: found.name };
  };
  const hear = scan
    ? (code: string) => {
        // What a scan typed here is taken back, and so is the list it opened.
        setOpen(false);
        if (scan !== true) return scan(code);
        const { ok, text } = read(code);
        if (!ok) toast.error(text, "scan");
      }
    : undefined;
  useScanner(hear);
  const list = { products, chosen, isMissing, choose, placeholder, open, setOpen, scan: scan === true };

  const control = (wiring: object) =>
    onPhone ? (
      <span className={style.row}>
        <span className={style.box}>
          {chosen && <Image src={chosen.image} size={28} />}
          <button
            {...wiring}
            ref={ref as Ref<HTMLButtonElement>}
            data-first={first}
            type="button"
            aria-haspopup="dialog"
            aria-label={`${label}: ${chosen ? productText(chosen) : placeholder}`}
            className={`${field.control} ${style.opener}`}
            data-chosen={chosen ? true : undefined}
            onClick={() => setOpen(true)}
          >
            {chosen ? productText(chosen) : placeholder}
          </button>
          {chosen || isMissing ? (
            <Clear onClear={() => choose(null)} />
          ) : (
            <ChevronDown size={16} aria-hidden="true" className={style.mark} />
          )}
        </span>
        {camera && (
          <Button
            icon={ScanBarcode}
            aria-label="Scan product"
            onPointerDown={Camera.preload}
            onClick={() => setLooking(true)}
          />
        )}
        {open && (
          <Dialog local title={label} tall onClose={() => setOpen(false)}>
            <Scanner onScan={hear} />
            <ProductOptions {...list} inline />
          </Dialog>
        )}
      </span>
    ) : (
      <ProductOptions
        {...list}
        wiring={{ ...wiring, "aria-required": required, "data-first": first }}
        onBlur={onBlur}
        inputRef={ref as Ref<HTMLInputElement>}
      />
    );
  return (
    <>
      {bare ? (
        <div className={style.bare}>{control({ "aria-label": label })}</div>
      ) : (
        <Field {...{ label, error, hint, aside, required }}>{control}</Field>
      )}
      {/* A phone that is turned is as wide as a desk. */}
      {looking && <Camera onCode={read} onClose={() => setLooking(false)} />}
    </>
  );
}
