// Announcements and receipts whose outcome is unknown: what is said of them, and the way back to finish them.
import { useEffect } from "react";
import { pendingAfter, pendingOf } from "../lib/pending.ts";
import type { Opened } from "../lib/url.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";

/** Under these names their keys are kept; a receipt's ends with its shipment. */
export const announcing = "shipment";
export const receiving = "receipt ";

/** Whether a receipt of this shipment has no answer so far. */
export const isUnsure = (shipment: string): boolean => pendingOf(receiving + shipment) !== undefined;

export function UnsureShipments({ dialog: { name, open } }: { dialog: Opened }) {
  if (name === "add" || name === "receive") return null;
  const [receipt] = pendingAfter(receiving);
  return (
    <>
      {receipt && (
        <Banner tone="warn" action={<Button onClick={() => open("receive", receipt)}>Finish it</Button>}>
          A receipt has no answer yet: it may or may not be posted.
        </Banner>
      )}
      {pendingOf(announcing) !== undefined && (
        <Banner tone="warn" action={<Button onClick={() => open("add")}>Finish it</Button>}>
          A shipment has no answer yet: it may or may not be saved.
        </Banner>
      )}
    </>
  );
}

interface Setup<A> {
  /** What was asked, while its outcome is unknown. */
  asked: A | undefined;
  /** Shows it in the form, or an empty form. */
  show: (asked: A | undefined) => void;
  giveUp: () => void;
  /** What to look at before it is entered again. */
  look: string;
}

/** While an outcome is unknown the form shows what was asked and only repeats it, or is given up. */
export function useUnsure<A>({ asked, show, giveUp, look }: Setup<A>) {
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another posting is shown anew.
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  const ask = async () => {
    const yes = await confirm({
      title: "Give up",
      text: `It may have taken effect all the same. Look at ${look} before you enter it again. Continue?`,
      action: "Give up",
    });
    if (!yes) return;
    giveUp();
    show(undefined);
  };
  if (!asked) return { locked: false, banner: undefined, button: undefined };
  return {
    locked: true,
    banner: (
      <Banner tone="warn">
        No answer came, so nobody knows yet whether this was saved. Try again: it cannot be saved twice.
      </Banner>
    ),
    button: (
      <Button kind="plain" onClick={ask}>
        Give up
      </Button>
    ),
  };
}
