// The menu of a figure: the actions for this product in this warehouse.
import { Menu } from "@base-ui/react/menu";
import { useEffect } from "react";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { usePairActions } from "./pair-actions.ts";
import style from "./stock-matrix.module.css";

interface Props {
  /** Ids. */
  product: string;
  warehouse: string;
  /** The figure. */
  anchor: HTMLElement;
  dialog: OpenDialog;
  onClose: () => void;
}

/** Open while mounted. */
export function CellMenu({ product, warehouse, anchor, dialog, onClose }: Props) {
  const actions = usePairActions(dialog)(product, warehouse);
  useEffect(() => {
    anchor.ariaExpanded = "true";
    return () => {
      anchor.ariaExpanded = null;
    };
  }, [anchor]);
  return (
    <Menu.Root open orientation="horizontal" onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4}>
          <Menu.Popup className={style.menu} finalFocus={() => anchor}>
            {actions.map(({ name, icon, run }) => (
              <Menu.Item key={name} nativeButton onClick={run} render={<Button kind="plain" icon={icon} />}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
