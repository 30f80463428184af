// Scanning for a picklist by camera: each code adds a unit, and the quantity scanned last can be changed at once.
import { useState } from "react";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { SettledStepper } from "../../../domain/line-editor/settled-stepper.tsx";
import { Camera } from "../../../ui/camera.tsx";
import { lineOf } from "../picklist-draft.ts";
import { usePicklistDraft } from "../picklist-store.ts";
import type { Edit } from "./picklist-edit.ts";

export function PicklistScan({ edit, onClose }: { edit: Edit; onClose: () => void }) {
  const draft = usePicklistDraft();
  const [product, setProduct] = useState("");
  const line = lineOf(draft, product);
  const scan = async (code: string) => {
    const scanned = await edit.scan(code);
    setProduct(scanned.product ?? "");
    return scanned;
  };
  return (
    <Camera onCode={scan} onClose={onClose}>
      {line && (
        <SettledStepper
          of={line.product.name}
          aria-label={`Quantity of ${line.product.name}`}
          value={line.quantity}
          onChange={(wanted) => edit.setUnits(product, wanted)}
          onStep={(wanted) => edit.stepUnits(product, wanted)}
        />
      )}
      <p>{linesText(draft.lines)}</p>
    </Camera>
  );
}
