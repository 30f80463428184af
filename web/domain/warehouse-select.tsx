// Chooses a warehouse, and the default warehouse of this device.
import type { ComponentProps } from "react";
import { usePreference } from "../lib/preference.ts";
import { Checkbox } from "../ui/form/checkbox.tsx";
import { Select } from "../ui/form/field.tsx";
import { useApplicationContext } from "./application-context.ts";
import { warehouseChoices } from "./warehouse-name.tsx";

/** The warehouse of this device, or ""; a deleted one does not count. */
export function useDeviceWarehouse(): [string, (warehouse: string) => void] {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const [chosen, choose] = usePreference("warehouse", "");
  const isKnown = warehouses.some(({ _id }) => _id === chosen);
  return [isKnown || refreshing ? chosen : "", choose];
}

type Props = Omit<ComponentProps<typeof Select>, "choices" | "loading" | "aside" | "empty"> & {
  except?: string;
  /** It can become the warehouse of this device. */
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

/** Shows whether this is the warehouse of the device, and changes that. */
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
