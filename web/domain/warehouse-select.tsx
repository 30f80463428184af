// Chooses a warehouse, and the default warehouse of this device.
import type { ComponentProps, MouseEvent } from "react";
import { usePreference } from "../lib/preference.ts";
import { toast } from "../lib/toast.ts";
import { Select } from "../ui/form/field.tsx";
import { useApplicationContext } from "./application-context.ts";
import { warehouseChoices, warehouseText } from "./warehouse-name.tsx";

/** No answer yet; "" is the answer that it has none. */
const unasked = "unasked";

/**
 * The warehouse that forms of this device begin with: the one it was given, or else the only one there is, or "". A deleted
 * one does not count.
 */
export function useDeviceWarehouse(): [string, (warehouse: string) => void] {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const [chosen, choose] = usePreference("warehouse", unasked);
  const [only = { _id: "" }, ...others] = warehouses;
  const isKnown = warehouses.some(({ _id }) => _id === chosen) || (refreshing && chosen !== unasked);
  return [(isKnown && chosen) || (others.length === 0 ? only._id : ""), choose];
}

type Props = Omit<ComponentProps<typeof Select>, "choices" | "loading" | "hint" | "empty"> & {
  except?: string;
  hint?: string;
  /** It can become the warehouse of this device. */
  local?: boolean;
  /** Marketplaces' shelves are left out. */
  own?: boolean;
};

export function WarehouseSelect({ except, local = false, own = false, hint, ...select }: Props) {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const offered = warehouses.filter(({ _id, sells_for }) => _id !== except && !(own && sells_for));
  return (
    <Select
      empty="Choose warehouse"
      choices={warehouseChoices(offered)}
      loading={refreshing}
      hint={hint ?? (local && <AlwaysHere warehouse={String(select.value)} />)}
      {...select}
    />
  );
}

/** Asks until it is answered, once for each device; the answer can be changed under Device. */
function AlwaysHere({ warehouse: id }: { warehouse: string }) {
  const { warehouse: warehouses } = useApplicationContext();
  const [chosen] = usePreference("warehouse", unasked);
  const [, choose] = useDeviceWarehouse();
  const warehouse = warehouses.find(({ _id }) => _id === id);
  const isAnswered = chosen === "" || warehouses.some(({ _id }) => _id === chosen);
  if (!warehouse || isAnswered || warehouses.length === 1) return null;
  const answer = (to: string, text: string) => (event: MouseEvent<HTMLElement>) => {
    // The button goes with the question.
    event.currentTarget.closest("div")?.querySelector("select")?.focus();
    choose(to);
    toast.info(text, "device warehouse");
  };
  return (
    <>
      Always this one here?{" "}
      <button type="button" onClick={answer(id, `Forms of this device begin with ${warehouseText(warehouse)}`)}>
        Yes
      </button>{" "}
      <button type="button" onClick={answer("", "Forms of this device ask for the warehouse")}>
        No
      </button>
    </>
  );
}
