// Picks a product by name or P.ID, with pictures; a scanned code picks it too. On phones it fills the screen.
import { ChevronDown, ScanBarcode } from "lucide-react";
import { type AriaAttributes, type Ref, startTransition, useState } from "react";
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
import { useApplicationContext } from "./application-context.ts";
import { unknownCodeText } from "./find-by-code.ts";
import { ClearButton, ProductOptions, productText } from "./product-options.tsx";
import style from "./product-picker.module.css";
import { useFindByCode, useLatest } from "./use-find-by-code.ts";

const Camera = lazyComponent(() => import("../ui/camera.tsx"), "Camera");

interface ProductPickerProps extends FieldProps {
  products: readonly ContextProduct[];
  /** The `_id` of the chosen one, or "". */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** Scans from anywhere on the page choose a product, or are passed to this function. */
  scan?: boolean | ((code: string) => void);
  /** Called for a product scanned by scanner or camera, if a scan does more than a choice from the list. */
  onScan?: (id: string, units: number) => void;
  /** On phones a button beside it reads barcodes by camera. */
  camera?: boolean;
  /** In filter rows only screen readers get the label. */
  labelHidden?: boolean;
  /** A dialog that opens focuses this field. */
  "data-first"?: boolean | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

export function ProductPicker({
  products,
  value,
  onChange,
  onBlur,
  scan = false,
  onScan: given = onChange,
  camera = false,
  labelHidden = false,
  placeholder: emptyText = "Search name or P.ID",
  "data-first": first,
  ref,
  ...frame
}: ProductPickerProps) {
  const onPhone = usePhone();
  const find = useFindByCode(products);
  const [open, setOpen] = useState(false);
  const [cameraOpen, setCameraOpen] = useState(false);
  const chosen = products.find(({ _id }) => _id === value) ?? null;
  const { refreshing } = useApplicationContext();
  const isMissing = value !== "" && !chosen;
  const placeholder = isMissing ? (refreshing ? loadingChoice : notListed) : emptyText;
  const choose = (product: ContextProduct | null) => {
    onChange(product?._id ?? "");
    if (product) setOpen(false);
  };
  const onScan = useLatest<(id: string, units: number) => void>(given);
  const readCode = (code: string) =>
    find(code, (found) => {
      if (!found) return { ok: false, text: unknownCodeText(code) };
      onScan(found.product._id, found.units);
      setCameraOpen(false);
      return { ok: true, text: found.product.name };
    });
  const onPageScan = scan
    ? async (code: string) => {
        // The scanner has typed the code into the field, which opened the list.
        setOpen(false);
        if (scan !== true) return scan(code);
        const { ok, text } = await readCode(code);
        if (!ok) toast.error(text, "scan");
      }
    : undefined;
  useScanner(onPageScan);
  const options = {
    products,
    chosen,
    isMissing,
    placeholder,
    open,
    setOpen,
    scan: scan ? (scan === true ? "stays" : "taken") : undefined,
  } as const;

  const control = ({ "aria-required": required, ...wiring }: AriaAttributes) =>
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
            aria-label={`${frame.label}: ${chosen ? productText(chosen) : placeholder}`}
            className={`${field.control} ${style.opener}`}
            data-chosen={chosen ? true : undefined}
            onClick={() => startTransition(() => setOpen(true))}
          >
            {chosen ? productText(chosen) : placeholder}
          </button>
          {chosen || isMissing ? (
            <ClearButton onClear={() => choose(null)} />
          ) : (
            <ChevronDown size={16} aria-hidden="true" className={style.mark} />
          )}
        </span>
        {camera && <Button icon={ScanBarcode} aria-label="Scan product" onClick={() => setCameraOpen(true)} />}
        {open && (
          <Dialog local title={frame.label} tall onClose={() => setOpen(false)}>
            <Scanner onScan={onPageScan} />
            <ProductOptions {...options} choose={(product) => startTransition(() => choose(product))} inline />
          </Dialog>
        )}
      </span>
    ) : (
      <ProductOptions
        {...options}
        choose={choose}
        inputProps={{ ...wiring, "aria-required": required, "data-first": first }}
        onBlur={onBlur}
        inputRef={ref as Ref<HTMLInputElement>}
      />
    );
  return (
    <>
      {labelHidden ? (
        <div className={style.bare}>{control({ "aria-label": frame.label })}</div>
      ) : (
        <Field of={frame}>{control}</Field>
      )}
      {/* Not only in the phone layout: a phone turned sideways gets the wide one. */}
      {cameraOpen && <Camera onCode={readCode} onClose={() => setCameraOpen(false)} />}
    </>
  );
}
