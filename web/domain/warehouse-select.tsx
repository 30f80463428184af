// Chooses a warehouse, and which one forms begin with on this device.
import type { ComponentProps } from "react";
import { usePreference } from "../lib/preference.ts";
import { Checkbox } from "../ui/form/checkbox.tsx";
import { Select } from "../ui/form/field.tsx";
import { useApplicationContext } from "./application-context.tsx";
import { warehouseChoices } from "./warehouse-name.tsx";

/** The warehouse that this device is used in, or "". One that has been deleted counts no more. */
export function useDeviceWarehouse(): [string, (warehouse: string) => void] {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const [chosen, choose] = usePreference("warehouse", "");
  const isKnown = warehouses.some(({ _id }) => _id === chosen);
  return [isKnown || refreshing ? chosen : "", choose];
}

type Props = Omit<ComponentProps<typeof Select>, "choices" | "loading" | "aside" | "empty"> & {
  /** A warehouse that cannot be chosen. */
  except?: string;
  /** It is where stock is handled on this device, so that it can become its warehouse. */
  local?: boolean;
};

export function WarehouseSelect({ except, local = false, ...select }: Props) {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const choices = warehouseChoices(warehouses).filter(({ value }) => value !== except);
  return (
    <Select
      empty="Choose warehouse"
      choices={choices}
      loading={refreshing}
      aside={local && select.value && <UseHere warehouse={String(select.value)} />}
      {...select}
    />
  );
}

/** Says whether a warehouse was filled in by itself, and changes that. */
function UseHere({ warehouse }: { warehouse: string }) {
  const [device, choose] = useDeviceWarehouse();
  return (
    <Checkbox
      label="Use on this device"
      checked={device === warehouse}
      onChange={(use) => choose(use ? warehouse : "")}
    />
  );
}
