// A button that reads codes by camera, for touch screens: one code, or more until Done. Loaded where there is one.
import { ScanBarcode } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../lib/lazy.tsx";
import type { ScanResult } from "./camera.tsx";

const Camera = lazyComponent(() => import("./camera.tsx"), "Camera");

interface Props {
  onCode: (code: string) => ScanResult | Promise<ScanResult> | undefined;
  /** The camera closes after a code. */
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
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className={className}
        onPointerDown={Camera.preload}
        onClick={() => setOpen(true)}
      >
        <ScanBarcode size={18} aria-hidden="true" />
        {!label && "Scan"}
      </button>
      {open && <Camera onCode={take} onClose={() => setOpen(false)} />}
    </>
  );
}
