// Filters that several lists have.
import { useMemo } from "react";
import { type Channel, channelChoices } from "#shared/channel.ts";
import type { UserTag } from "#shared/user.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { compareText } from "../lib/compare-text.ts";
import type { Filter } from "../ui/table/list-filters.tsx";
import { useApplicationContext } from "./application-context.ts";
import { warehouseChoices } from "./warehouse-name.tsx";

export const channelFilter: Filter<{ channel?: Channel }> = {
  label: "Channel",
  choices: channelChoices,
  test: ({ channel }, value) => channel === value,
};

export function useWarehouseFilter(): Filter<{ warehouse: WarehouseTag }> {
  const { warehouse, refreshing } = useApplicationContext();
  return {
    label: "Warehouse",
    choices: warehouseChoices(warehouse),
    loading: refreshing,
    test: ({ warehouse }, id) => warehouse._id === id,
  };
}

/**
 * The authors of these rows by name, including users deleted since, whom GET /v1/users leaves out. Rows are newest
 * first, so a renamed user has the latest name.
 */
export function useUserFilter(rows: readonly { user: UserTag }[] | undefined): Filter<{ user: UserTag }> {
  const choices = useMemo(() => {
    const users = new Map((rows ?? []).toReversed().map(({ user }) => [user._id, user]));
    return [...users.values()]
      .map(({ _id, name, username }) => ({ value: _id, label: `${name} @${username}` }))
      .sort((a, b) => compareText(a.label, b.label));
  }, [rows]);
  return { label: "User", choices, loading: !rows, test: ({ user }, id) => user._id === id };
}
