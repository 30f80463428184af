// A warehouse in a table's cell: its name, which gives way when there is little room, and its W.ID.
import type { WarehouseTag } from "#shared/warehouse.ts";
import style from "./place.module.css";
import { Tag } from "./tag.tsx";

export function Place({ warehouse: { name, w_id } }: { warehouse: WarehouseTag }) {
  return (
    <span className={style.place} title={`${name} (${w_id})`}>
      <span className={style.name}>{name}</span>
      <span className={style.id}>
        <Tag>{w_id}</Tag>
      </span>
    </span>
  );
}

/** As pickers and messages name it. */
export const placeText = ({ name, w_id }: WarehouseTag): string => `${name} (${w_id})`;
