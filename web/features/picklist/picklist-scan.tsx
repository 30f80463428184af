// Scanning for a picklist by camera: each code adds a unit, and the one added last can be counted at once.
import { useState } from "react";
import { Camera } from "../../ui/camera.tsx";
import { lineOf, totalsOf } from "./picklist-draft.ts";
import type { Edit } from "./picklist-edit.ts";
import { Quantity } from "./picklist-quantity.tsx";
import { draftStore } from "./picklist-store.ts";
import { useKept } from "./session-store.ts";

export function PicklistScan({ edit, onClose }: { edit: Edit; onClose: () => void }) {
  const draft = useKept(draftStore);
  const [product, setProduct] = useState("");
  const line = lineOf(draft, product);
  const scan = (code: string) => {
    const taken = edit.scan(code);
    setProduct(taken.product ?? "");
    return taken;
  };
  return (
    <Camera onCode={scan} onClose={onClose}>
      {line && (
        <Quantity id="scanned" line={line} onCount={(wanted) => edit.count(line, wanted)} onNext={() => undefined} />
      )}
      <p>{totalsOf(draft.lines)}</p>
    </Camera>
  );
}
