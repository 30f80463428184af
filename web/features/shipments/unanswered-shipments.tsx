// Banners for announcements and receipts without an answer, which lead back to finish them.
import { useSyncExternalStore } from "react";
import { isUnanswered, pendingAfter, pendingOf, watchPending } from "../../lib/api/pending.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";

/** The names their keys are stored under; that of a receipt ends with its shipment. */
export const announcing = "shipment";
export const receiving = "receipt ";

/** Whether a receipt of this shipment has no answer yet. */
export const isUnsure = (shipment: string): boolean => pendingOf(receiving + shipment) !== undefined;

export function UnsureShipments({ dialog: { name, open } }: { dialog: OpenDialog }) {
  const receipt = useSyncExternalStore(watchPending, () =>
    pendingAfter(receiving).find((shipment) => isUnanswered(receiving + shipment)),
  );
  const isAnnounced = useSyncExternalStore(watchPending, () => isUnanswered(announcing));
  if (name === "add" || name === "receive") return null;
  return (
    <>
      {receipt && (
        <Banner tone="warn" action={<Button onClick={() => open("receive", receipt)}>Finish it</Button>}>
          A receipt has no answer yet: it may or may not be posted.
        </Banner>
      )}
      {isAnnounced && (
        <Banner tone="warn" action={<Button onClick={() => open("add")}>Finish it</Button>}>
          A shipment has no answer yet: it may or may not be saved.
        </Banner>
      )}
    </>
  );
}
