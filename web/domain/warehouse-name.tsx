// How a warehouse is shown: a name with its code as a tag, which stays whole when the name is cut off.
import type { WarehouseTag } from "#shared/warehouse.ts";
import { Tag } from "../ui/tag.tsx";
import style from "./warehouse-name.module.css";

export function Tagged({ tag, children }: { tag: string; children: string }) {
  return (
    <span className={style.tagged} title={`${children} (${tag})`}>
      <span className={style.name}>{children}</span>{" "}
      <span className={style.tag}>
        <Tag>{tag}</Tag>
      </span>
    </span>
  );
}

export function WarehouseName({ warehouse: { name, w_id } }: { warehouse: WarehouseTag }) {
  return <Tagged tag={w_id}>{name}</Tagged>;
}

/** A warehouse as selects and messages name it. */
export const warehouseText = ({ name, w_id }: WarehouseTag): string => `${name} (${w_id})`;

export const warehouseChoices = (warehouses: readonly WarehouseTag[]) =>
  warehouses.map((warehouse) => ({ value: warehouse._id, label: warehouseText(warehouse) }));

/** "Bhiwandi, then Delhi NCR": warehouses that units are taken from, in order. */
export const orderText = (warehouses: readonly Pick<WarehouseTag, "name">[]): string =>
  warehouses.map(({ name }) => name).join(", then ");

/** The same of ids, of which none stands for all. */
export const chosenText = (ids: readonly string[], warehouses: readonly WarehouseTag[]): string => {
  const known = new Map(warehouses.map((warehouse) => [warehouse._id, warehouse]));
  return orderText(ids.map((id) => known.get(id) ?? { name: "a deleted warehouse" })) || "All warehouses";
};
