// What can be done with a product in a warehouse, by those who may: change its stock, transfer it, see its movements.
import { ArrowDownUp, ArrowRightLeft, History, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { mayAct } from "#shared/role.ts";
import { useSession } from "../../lib/api/session.ts";
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
  const { user } = useSession();
  const navigate = useNavigate();
  const seesMovements = user !== null && mayAct(user.role, "manager");
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
