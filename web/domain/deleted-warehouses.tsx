// Deleted warehouses into which a reversal brings units: nobody sees these until the warehouse is restored.
import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { staleAfter } from "#shared/call-facts.ts";
import { contextOf } from "#shared/catalogue.ts";
import { mayAct } from "#shared/role.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { attempt } from "../lib/api/client.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import { refusalText } from "../lib/api/result.ts";
import { useSession } from "../lib/api/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/page/banner.tsx";
import { useLists } from "./catalogue.tsx";
import { warehouseText } from "./warehouse-name.tsx";

const namesOf = (warehouses: readonly WarehouseTag[]): string => warehouses.map(warehouseText).join(", ");

export const deletedText = (warehouses: readonly WarehouseTag[]): string =>
  warehouses.length === 1
    ? `${namesOf(warehouses)} is deleted: its units are not shown until it is restored`
    : `${namesOf(warehouses)} are deleted: their units are not shown until they are restored`;

/** Returns a function that finds the deleted ones among warehouses, each once. */
export function useFindDeleted(): (warehouses: readonly WarehouseTag[]) => WarehouseTag[] {
  const active = useLists().derive(contextOf)?.warehouse;
  return (warehouses) => {
    const ids = new Set(active?.map(({ _id }) => _id));
    const deleted = active ? warehouses.filter(({ _id }) => !ids.has(_id)) : [];
    return [...new Map(deleted.map((warehouse) => [warehouse._id, warehouse])).values()];
  };
}

const route = "POST /v1/warehouses/{id}/restore";

/** Returns a function that restores warehouses and tells the outcome; undefined if the user may not. */
export function useRestoreWarehouses() {
  const { user } = useSession();
  const refresh = useRefresh();
  if (!user || !mayAct(user.role, "manager")) return undefined;
  return async (warehouses: readonly WarehouseTag[]): Promise<{ ok: boolean; text: string }> => {
    for (const { _id } of warehouses) {
      const result = await attempt(route, { path: { id: _id } });
      refresh(staleAfter[route]);
      if (!result.ok) return { ok: false, text: `Not restored: ${refusalText(result.failure)}` };
    }
    return { ok: true, text: `Restored: ${namesOf(warehouses)}` };
  };
}

/** Warns before units go back into deleted warehouses. */
export function DeletedWarehouses({ into }: { into: readonly WarehouseTag[] }) {
  const deleted = useFindDeleted()(into);
  const restore = useRestoreWarehouses();
  const [busy, setBusy] = useState(false);
  if (deleted.length === 0) return null;
  const press = async (): Promise<void> => {
    setBusy(true);
    const { ok, text } = (await restore?.(deleted)) ?? { ok: false, text: "" };
    setBusy(false);
    (ok ? toast.success : toast.error)(text);
  };
  const button = restore && (
    <Button icon={ArchiveRestore} busy={busy} onClick={() => void press()}>
      Restore
    </Button>
  );
  return (
    <Banner tone="warn" action={button}>
      {deletedText(deleted)}.
    </Banner>
  );
}
