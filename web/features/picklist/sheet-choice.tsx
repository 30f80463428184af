// Whether picklists are printed grouped by warehouse, remembered on this device. Apart from the sheet, which is loaded later.
import { usePreference } from "../../lib/preference.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";

const byLine = "line";
const byWarehouse = "warehouse";

const useSheetChoice = () => usePreference("picklist sheet", byLine);

export const useGrouped = (): boolean => useSheetChoice()[0] === byWarehouse;

export function SheetChoice() {
  const [choice, choose] = useSheetChoice();
  return (
    <Checkbox
      label="Print by warehouse"
      checked={choice === byWarehouse}
      onChange={(grouped) => choose(grouped ? byWarehouse : byLine)}
    />
  );
}
