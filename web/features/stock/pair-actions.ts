// The actions that the user may take on a product in a warehouse: change its stock, transfer it, see its movements.
import { ArrowDownUp, ArrowRightLeft, History, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { useIsManager } from "../../lib/api/session.ts";
import { today } from "../../lib/format.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";

interface PairAction {
  name: string;
  icon: LucideIcon;
  run: () => void;
}

/** Days of movements that are shown. */
const movementDays = 30;

export function usePairActions(dialog: OpenDialog): (product: string, warehouse: string) => readonly PairAction[] {
  const navigate = useNavigate();
  const seesMovements = useIsManager();
  return (product, warehouse) => {
    const open = (name: string) => () => dialog.open(name, `${product}-${warehouse}`);
    const movements = new URLSearchParams({ ...lastDays(movementDays, today()), product, warehouse });
    return [
      { name: "Update Stock", icon: ArrowDownUp, run: open("update") },
      { name: "Transfer", icon: ArrowRightLeft, run: open("transfer") },
      ...(seesMovements
        ? [{ name: "Movements", icon: History, run: () => navigate(`/transactions?${movements}`) }]
        : []),
    ];
  };
}
