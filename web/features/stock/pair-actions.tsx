// The actions that the user may take on a product in a warehouse: change its stock, transfer it, see its movements. As the
// menu of a figure of the view by product, and for a whole row as a drawer with all its warehouses.
import { ArrowDownUp, ArrowRightLeft, History } from "lucide-react";
import type { ComponentProps } from "react";
import { useNavigate } from "react-router-dom";
import type { Warehouse } from "#shared/warehouse.ts";
import { WarehouseName, warehouseText } from "../../domain/warehouse-name.tsx";
import { useIsManager } from "../../lib/api/session.ts";
import { numberText, today } from "../../lib/format.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import type { ProductStock } from "./product-stock.ts";
import style from "./stock-matrix.module.css";

/** Days of movements that are shown. */
const movementDays = 30;

function usePairActions(dialog: OpenDialog) {
  const navigate = useNavigate();
  const seesMovements = useIsManager();
  return (product: string, warehouse: string) => {
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

interface MenuProps extends Omit<ComponentProps<typeof ActionMenu>, "actions"> {
  /** Ids. */
  product: string;
  warehouse: string;
  dialog: OpenDialog;
}

/** The menu of a figure. */
export function CellMenu({ product, warehouse, dialog, ...menu }: MenuProps) {
  return <ActionMenu {...menu} actions={usePairActions(dialog)(product, warehouse)} />;
}

interface DrawerProps {
  row: ProductStock;
  warehouses: readonly Warehouse[];
  dialog: OpenDialog;
  /** The text about units that wait on this device. */
  textOf: (product: string, warehouse: string) => string;
  onClose: () => void;
}

/** One product in each warehouse with its actions. */
export function ProductDrawer({ row, warehouses, dialog, textOf, onClose }: DrawerProps) {
  const actionsOf = usePairActions(dialog);
  return (
    <Dialog title={row.product.name} onClose={onClose}>
      <DialogBody>
        <ul>
          {warehouses.map((warehouse) => (
            <li key={warehouse._id} className={style.place}>
              <WarehouseName warehouse={warehouse} />
              <span>
                <small>{textOf(row._id, warehouse._id)}</small>{" "}
                <strong>{numberText(row.units.get(warehouse._id) ?? 0)}</strong>
              </span>
              <div>
                {actionsOf(row._id, warehouse._id).map(({ name, run }) => (
                  <Button key={name} kind="plain" aria-label={`${name}, ${warehouseText(warehouse)}`} onClick={run}>
                    {name}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
