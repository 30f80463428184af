// Notes of a review: codes that no product has, and entries that were posted after the count.
import { Undo2 } from "lucide-react";
import type { CountLine, CountReview, LateEntry } from "#shared/count.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateTimeText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { numeric, SideTable } from "../../ui/table/plain-table.tsx";

export function UnknownCodes({ notes }: { notes: readonly CountLine[] }) {
  return (
    <Card title="Codes that no product has">
      <p>{notes.length > 0 ? "Add a code to its product, and count that product again." : "There are none."}</p>
      <SideTable
        label="Unknown codes"
        head={["Code", numeric("Scans"), "Counted by", "At"]}
        rows={notes.map((note) => ({
          key: note._id,
          cells: [note.code, numberText(note.quantity), note.user.name, dateTimeText(note.at)],
        }))}
      />
    </Card>
  );
}

const unitsText = ({ delta }: LateEntry): string => `${numberText(Math.abs(delta))} ${delta < 0 ? "out" : "in"}`;

/** Entries that were made before a product was counted and posted after that: stock has changed twice for them. */
export function PostedLater({ count, late = [] }: Pick<CountReview, "count" | "late">) {
  const takeBack = useMutation("POST /v1/counts/{id}/take-back", {
    messages: ["Taking back", "Taken back"],
  });
  if (late.length === 0) return null;
  const title = `Posted later: ${countText(late.length, "entry", "entries")}`;
  return (
    <Card title={title}>
      <Banner tone="warn">
        These were entered before the product was counted, and arrived after that. If the units had moved when it was
        counted, stock has changed twice for them: take them back.
      </Banner>
      <SideTable
        label={title}
        head={["Product", "Units", "Entered", "By", ""]}
        rows={late.map((entry) => ({
          key: `${entry.movement} ${entry.product._id}`,
          cells: [
            `${entry.product.p_id} ${entry.product.name}`,
            unitsText(entry),
            dateTimeText(entry.made_at),
            entry.user.name,
            entry.taken_back ? (
              "Taken back"
            ) : (
              <Button
                key="action"
                icon={Undo2}
                busy={takeBack.busy}
                onClick={() => {
                  const body = { movement: entry.movement, product: entry.product._id };
                  void takeBack.run({ path: { id: count._id }, body });
                }}
              >
                Take back
              </Button>
            ),
          ],
        }))}
      />
    </Card>
  );
}
