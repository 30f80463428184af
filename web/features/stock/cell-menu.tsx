// The menu of a figure: the actions for this product in this warehouse. Loaded when one is pressed.
import type { ComponentProps } from "react";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { usePairActions } from "./pair-actions.ts";

interface Props extends Omit<ComponentProps<typeof ActionMenu>, "actions"> {
  /** Ids. */
  product: string;
  warehouse: string;
  dialog: OpenDialog;
}

export function CellMenu({ product, warehouse, dialog, ...menu }: Props) {
  return <ActionMenu {...menu} actions={usePairActions(dialog)(product, warehouse)} />;
}
