// Whether picklists are printed grouped by warehouse, remembered on this device. Apart from the sheet, which is loaded later.
import { usePreference } from "../../lib/preference.ts";
import style from "./sheet-choice.module.css";

const byLine = "line";
const byWarehouse = "warehouse";

const useSheetChoice = () => usePreference("picklist sheet", byLine);

export const useGrouped = (): boolean => useSheetChoice()[0] === byWarehouse;

export function SheetChoice() {
  const [choice, choose] = useSheetChoice();
  return (
    <label className={style.choice}>
      <input
        type="checkbox"
        checked={choice === byWarehouse}
        onChange={({ target }) => choose(target.checked ? byWarehouse : byLine)}
      />
      Print by warehouse
    </label>
  );
}
