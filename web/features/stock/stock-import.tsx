// Imports stock from a spreadsheet: sets, adds or takes units of many products and warehouses, as one batch that can be reversed.
import { useState } from "react";
import type { StockMode } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import { ImportScreen } from "../../domain/import/import-screen.tsx";
import { MissingFirst } from "../../domain/missing.tsx";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import { Input, Select } from "../../ui/form/field.tsx";
import style from "./stock-import.module.css";

const StockPreview = lazyComponent(() => import("./stock-import-preview.tsx"), "StockPreview");

const modes = [
  { value: "SET", label: "Set the stock" },
  { value: "ADD", label: "Add to the stock" },
  { value: "REMOVE", label: "Take from the stock" },
] as const;
const isMode = (text: string): text is StockMode => modes.some(({ value }) => value === text);

const reasons: Record<StockMode, readonly string[]> = { SET: [], ADD: reasonsIn, REMOVE: reasonsOut };

const labels = Object.values(importColumns.stock).map(({ label }) => label);
const hint = `Columns: ${labels.join(", ")}; the last three may be missing; an empty quantity leaves the stock. A stock export of this app can be imported as it is. Nothing changes before the preview is applied.`;

/** The mode of the quantities, and the reason and remarks for rows without their own. */
export function StockImport() {
  const [chosen, setMode] = useQueryParam("mode", "SET");
  const mode = isMode(chosen) ? chosen : "SET";
  const [wanted, setReason] = useQueryParam("reason");
  const [remarksInUrl, keepRemarks] = useQueryParam("remarks");
  const [typed, setTyped] = useState(remarksInUrl);
  const remarks = typed.trim();
  const reason = reasons[mode].includes(wanted) ? wanted : "";
  const [usual = "", ...further] = reasons[mode];
  return (
    <ImportScreen
      kind="stock"
      title="Import Stock"
      hint={hint}
      settings={(disabled) => (
        <>
          <MissingFirst needs={["warehouse", "products"]} />
          <fieldset className={style.settings} disabled={disabled}>
            <legend data-sr-only>Settings</legend>
            <Select
              label="Quantities"
              choices={modes}
              value={mode}
              onChange={({ target }) => setMode(target.value, "replace")}
            />
            {usual && (
              <Select
                label="Reason"
                empty={usual}
                choices={further.map((value) => ({ value, label: value }))}
                value={reason}
                onChange={({ target }) => setReason(target.value, "replace")}
              />
            )}
            <Input
              label="Remarks (Optional)"
              maxLength={2_000}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => keepRemarks(remarks, "replace")}
            />
          </fieldset>
        </>
      )}
      values={{ mode, ...(reason && { reason }), ...(remarks && { remarks }) }}
      preview={StockPreview}
    />
  );
}
