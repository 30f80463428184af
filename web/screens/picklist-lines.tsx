// The lines of a picklist: what is taken, how much of it, and from where.
import { ScanBarcode, X } from "lucide-react";
import type { PicklistItem } from "#shared/picklist.ts";
import { breakdown } from "#shared/stock.ts";
import { availableOf, heldOf } from "../lib/holdings.ts";
import { Breakdown } from "../ui/breakdown.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Image } from "../ui/image.tsx";
import { LineCard, LineName, LineNote } from "../ui/line-card.tsx";
import { type LineColumn, LineTable } from "../ui/line-table.tsx";
import { Code } from "../ui/tag.tsx";
import type { DraftLine } from "./picklist-draft.ts";
import type { Edit } from "./picklist-edit.ts";
import { Quantity } from "./picklist-quantity.tsx";

interface Props {
  lines: readonly DraftLine[];
  /** What was taken, while the lines are as they were processed. */
  processed: readonly PicklistItem[] | undefined;
  edit: Edit;
  /** After Enter in a quantity. */
  onNext: () => void;
}

const noteId = (line: DraftLine): string => `note-${line.product._id}`;

export function PicklistLines({ lines, processed, edit, onNext }: Props) {
  const noteOf = (line: DraftLine) => (processed ? undefined : edit.noteOf(line));
  const quantity = (line: DraftLine) => (
    <Quantity
      line={line}
      onCount={(wanted) => edit.count(line, wanted)}
      onNext={onNext}
      noted={noteOf(line) && noteId(line)}
    />
  );
  const remove = ({ product: { _id, name } }: DraftLine) => (
    <IconButton icon={X} label={`Remove ${name}`} tone="danger" onClick={() => edit.drop(_id)} />
  );
  const places = (line: DraftLine) => <Places {...{ line, processed, edit, note: noteOf(line) }} />;

  const columns: LineColumn<DraftLine>[] = [
    { head: "Image", width: "4.25rem", cell: ({ product }) => <Image src={product.image} /> },
    { head: "P.ID/SKU/BC", width: "8.75rem", cell: ({ product }) => <Code>{product.p_id}</Code> },
    { head: "Product Name", cell: ({ product }) => <LineName>{product.name}</LineName> },
    { head: "Quantity", width: "10rem", cell: quantity },
    { head: "Breakdown", mark: processed ? undefined : "Preview", width: "31%", cell: places },
    { head: "Actions", width: "5rem", cell: remove },
  ];

  return (
    <LineTable
      label="Picklist"
      rows={lines}
      columns={columns}
      keyOf={({ product }) => product._id}
      latest={edit.latest}
      empty={<Empty icon={ScanBarcode} text="Scan or add the first product." />}
      card={(line) => (
        <LineCard
          image={<Image src={line.product.image} size={40} />}
          title={line.product.name}
          code={line.product.p_id}
          action={remove(line)}
          control={quantity(line)}
        >
          {places(line)}
        </LineCard>
      )}
    />
  );
}

/** Where a line's units lie: as they were taken, else as they would be now, or why they cannot be. */
function Places({
  line,
  processed,
  edit: {
    stock: { holdings },
    count,
  },
  note,
}: Pick<Props, "processed" | "edit"> & { line: DraftLine; note: string | undefined }) {
  const { product, quantity } = line;
  const taken = processed?.find((item) => item.product._id === product._id);
  if (taken) return <Breakdown parts={taken.breakdown} />;
  const available = holdings && availableOf(holdings, product._id);
  const parts = holdings && breakdown(quantity, heldOf(holdings, product._id));
  const most = available && quantity > available && (
    <Button kind="plain" onClick={() => count(line, available)}>
      Set to {available}
    </Button>
  );
  return (
    <>
      {note && <LineNote id={noteId(line)} text={note} action={most} />}
      {parts && <Breakdown parts={parts} preview />}
    </>
  );
}
