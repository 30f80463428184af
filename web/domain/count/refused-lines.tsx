// Count lines that the server refused, mostly since their count was closed before they arrived. They stay until they are
// discarded: nothing that was counted vanishes without a word.
import { Trash2 } from "lucide-react";
import { countText, dateTimeText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { PlainTable, SideScroll } from "../../ui/table/plain-table.tsx";
import { useApplicationContext } from "../application-context.tsx";
import { dropLines, isOwnLine, isRefusedLine, type KeptLine, useCountLines } from "./count-lines.ts";

/** All of this user, or those of one count. */
export function RefusedLines({ count }: { count?: string }) {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const lines = useCountLines().filter(
    (line) => isOwnLine(line) && isRefusedLine(line) && (count === undefined || line.count === count),
  );
  if (lines.length === 0) return null;
  const nameOf = ({ product, code }: KeptLine) =>
    product ? (products.find(({ _id }) => _id === product)?.name ?? "Deleted product") : `Unknown code ${code}`;
  const discard = async () => {
    const yes = await confirm({
      title: "Discard count lines",
      text: `${countText(lines.length, "line")} of yours ${lines.length === 1 ? "was" : "were"} not taken into the count. Discard ${lines.length === 1 ? "it" : "them"}?`,
      action: "Discard",
    });
    if (yes) await dropLines(lines);
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
      <SideScroll label={label}>
        <PlainTable
          label={label}
          head={["Product", "Units", "Counted at"].map((content) => ({ key: content, content }))}
          rows={lines.map((line) => ({
            key: line.key,
            cells: [nameOf(line), countText(line.quantity, "unit"), dateTimeText(line.at)],
          }))}
        />
      </SideScroll>
    </Card>
  );
}
