// A button that reads codes by camera, for touch screens: one code, or more until Done. Loaded only on touch screens.
import { ScanBarcode } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../lib/lazy.tsx";
import { Button } from "./button.tsx";
import type { ScanResult } from "./camera.tsx";

const Camera = lazyComponent(() => import("./camera.tsx"), "Camera");

interface Props {
  onCode: (code: string) => ScanResult | Promise<ScanResult> | undefined;
  once?: boolean;
  className?: string | undefined;
  /** Its name, if it is only an icon. */
  label?: string;
}

export function ScanButton({ onCode, once = false, className, label }: Props) {
  const [open, setOpen] = useState(false);
  const take = (text: string) => {
    if (once) setOpen(false);
    return onCode(text) ?? { ok: true, text };
  };
  const press = () => setOpen(true);
  return (
    <>
      {label ? (
        <button type="button" aria-label={label} className={className} onClick={press}>
          <ScanBarcode size={18} aria-hidden="true" />
        </button>
      ) : (
        <Button icon={ScanBarcode} onClick={press}>
          Scan
        </Button>
      )}
      {open && <Camera onCode={take} onClose={() => setOpen(false)} />}
    </>
  );
}
