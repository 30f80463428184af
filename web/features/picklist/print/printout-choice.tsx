// Whether picklists are printed grouped by warehouse, remembered on this device. Not with the printout, which is loaded later.
import { usePreference } from "../../../lib/preference.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";

const byLine = "line";
const byWarehouse = "warehouse";

const usePrintoutChoice = () => usePreference("picklist sheet", byLine);

export const useGrouped = (): boolean => usePrintoutChoice()[0] === byWarehouse;

export function PrintoutChoice() {
  const [choice, choose] = usePrintoutChoice();
  return (
    <Checkbox
      label="Print by warehouse"
      checked={choice === byWarehouse}
      onChange={(grouped) => choose(grouped ? byWarehouse : byLine)}
    />
  );
}
