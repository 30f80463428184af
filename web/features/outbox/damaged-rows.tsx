// Rows of the queue that this app cannot read: set aside, while the others are sent. They can be downloaded and discarded.
import { Download, Trash2 } from "lucide-react";
import { countText } from "../../lib/format.ts";
import { dropItems, store } from "../../lib/queue/device.ts";
import type { ItemId } from "../../lib/queue/item.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";

export function DamagedRows({ rows }: { rows: readonly unknown[] }) {
  const confirm = useConfirm();
  const one = rows.length === 1;
  const discard = async () => {
    const yes = await confirm({
      title: "Discard what cannot be read",
      text: `${countText(rows.length, "entry", "entries")} will never be sent from this device. Download ${one ? "it" : "them"} first, and enter ${one ? "it" : "them"} again.`,
      action: "Discard",
    });
    if (!yes) return;
    await dropItems(rows as readonly ItemId[]);
    await store.read();
  };
  return (
    <Card
      title={`Cannot be read (${rows.length})`}
      aside={
        <>
          <Button icon={Download} onClick={() => download(rows)}>
            Download
          </Button>
          <Button icon={Trash2} onClick={() => void discard()}>
            Discard
          </Button>
        </>
      }
    >
      <Banner tone="danger">
        {one ? "This is" : "These are"} damaged, or of a newer version of the app, and {one ? "is" : "are"} not sent.
        Everything else is.
      </Banner>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a damaged row may have no key, and none holds any state.
        <p key={index} style={{ overflowWrap: "anywhere" }}>
          {textOf(row).slice(0, maxLength)}
        </p>
      ))}
    </Card>
  );
}

/** Characters of a row on the screen; the file has all of them. */
const maxLength = 300;

/** Damaged storage may hold what JSON cannot. */
const textOf = (row: unknown): string => {
  try {
    const named = (_: string, value: unknown) =>
      value instanceof File ? `${value.name}, a file that is not included` : value;
    return JSON.stringify(row, named) ?? JSON.stringify(String(row));
  } catch {
    return JSON.stringify(String(row));
  }
};

const download = (rows: readonly unknown[]): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`[${rows.map(textOf).join(",\n")}]`], { type: "application/json" }));
  link.download = "Entries that cannot be read.json";
  // The address stays valid: Safari on a phone reads it only once the person has agreed.
  link.click();
};
