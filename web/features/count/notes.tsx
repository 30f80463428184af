// Codes that were scanned and that no product has, with who scanned them: for the product list, or for the floor.
import type { CountLine } from "#shared/count.ts";
import { dateTimeText, numberText } from "../../lib/format.ts";
import { Card } from "../../ui/page/page.tsx";
import { PlainTable, SideScroll } from "../../ui/table/plain-table.tsx";

const head = [
  { key: "code", content: "Code" },
  { key: "units", content: "Scans", right: true },
  { key: "by", content: "Counted by" },
  { key: "at", content: "At" },
];

export function Notes({ notes }: { notes: readonly CountLine[] }) {
  return (
    <Card title="Codes that no product has">
      <p>{notes.length > 0 ? "Add a code to its product, and count that product again." : "There are none."}</p>
      <SideScroll label="Unknown codes">
        <PlainTable
          label="Unknown codes"
          head={head}
          rows={notes.map((note) => ({
            key: note._id,
            cells: [note.code, numberText(note.quantity), note.user.name, dateTimeText(note.at)],
          }))}
        />
      </SideScroll>
    </Card>
  );
}
