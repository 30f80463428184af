// One product in each warehouse with its actions: a row of the view by product opens it.
import type { Warehouse } from "#shared/warehouse.ts";
import { WarehouseName, warehouseText } from "../../domain/warehouse-name.tsx";
import { numberText } from "../../lib/format.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { usePairActions } from "./pair-actions.ts";
import type { ProductStock } from "./product-stock.ts";
import style from "./stock-matrix.module.css";

interface Props {
  row: ProductStock;
  warehouses: readonly Warehouse[];
  dialog: OpenDialog;
  /** The text about units that wait on this device. */
  textOf: (product: string, warehouse: string) => string;
  onClose: () => void;
}

export function ProductDrawer({ row, warehouses, dialog, textOf, onClose }: Props) {
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
