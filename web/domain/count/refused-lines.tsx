// Count lines that the server refused, mostly since their count was closed before they arrived. They stay until they
// are discarded, so that no counted units vanish unnoticed.
import { Trash2 } from "lucide-react";
import { findById } from "../../lib/find-by-id.ts";
import { countText, dateTimeText } from "../../lib/format.ts";
import { dropItems, isOwn } from "../../lib/queue/device.ts";
import { isRefused } from "../../lib/queue/newest.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import { useApplicationContext } from "../application-context.ts";
import { type StoredLine, useCountLines } from "./count-lines.ts";

/** The refused lines of this user, in one count or in all. */
export function RefusedLines({ count }: { count?: string }) {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const lines = useCountLines().filter(
    (line) => isOwn(line) && isRefused(line) && (count === undefined || line.count === count),
  );
  if (lines.length === 0) return null;
  const nameOf = ({ product, code }: StoredLine) =>
    product ? (findById(products, product)?.name ?? "Deleted product") : `Unknown code ${code}`;
  const discard = async () => {
    const yes = await confirm({
      title: "Discard count lines",
      text: `${countText(lines.length, "line")} of yours ${lines.length === 1 ? "was" : "were"} not taken into the count. Discard ${lines.length === 1 ? "it" : "them"}?`,
      action: "Discard",
    });
    if (yes) await dropItems(lines);
  };
  const label = `Count lines refused (${lines.length})`;
  return (
    <Card
      title={label}
      aside={
        <Button icon={Trash2} onClick={() => void discard()}>
          Discard
        </Button>
      }
    >
      <Banner tone="danger">
        {[...new Set(lines.map(({ title, refusal }) => `${title}: ${refusal}`))].join("\n")}
      </Banner>
      <SideTable
        label={label}
        head={["Product", "Units", "Counted at"]}
        rows={lines.map((line) => ({
          key: line.key,
          cells: [nameOf(line), countText(line.quantity, "unit"), dateTimeText(line.made_at)],
        }))}
      />
    </Card>
  );
}
