// Offers to restore what was deleted just now.
import { staleAfter } from "#shared/call-facts.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt } from "../../lib/api/client.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { refusalText } from "../../lib/api/result.ts";

export function useOfferRestoring(route: "POST /v1/products/{id}/restore" | "POST /v1/warehouses/{id}/restore") {
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  return ({ _id, name }: { _id: string; name: string }): void => {
    const undo = async () => {
      // What is not deleted stays as it is, so that an answer may be lost.
      const result = await attempt(route, { path: { id: _id } });
      refresh(staleAfter[route]);
      if (result.ok) return { ok: true, text: `Restored: ${name}` };
      return { ok: false, text: `Not restored: ${refusalText(result.failure)}` };
    };
    offerUndo({ action: _id, text: `Deleted: ${name}`, undo, restores: true });
  };
}
