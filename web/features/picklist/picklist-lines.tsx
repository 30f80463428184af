// The lines of a picklist: what is taken, how much of it, and from where.
import { ScanBarcode, X } from "lucide-react";
import { breakdown } from "#shared/allocation.ts";
import type { PicklistItem } from "#shared/picklist.ts";
import { productLabels } from "#shared/product-label.ts";
import { LineCard, LineNote } from "../../domain/line-editor/line-card.tsx";
import { type LineColumn, LineTable } from "../../domain/line-editor/line-table.tsx";
import { numberText } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ClampedText, Code } from "../../ui/tag.tsx";
import { Breakdown } from "./breakdown.tsx";
import { heldOf } from "./holdings.ts";
import type { DraftLine } from "./picklist-draft.ts";
import type { Edit } from "./picklist-edit.ts";
import { Quantity } from "./picklist-quantity.tsx";

interface Props {
  lines: readonly DraftLine[];
  /** What was taken, while the lines are as they were processed. */
  processed: readonly PicklistItem[] | undefined;
  edit: Edit;
  /** After Enter in a quantity, and when a line is gone with its button. */
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
    <IconButton
      icon={X}
      label={`Remove ${name}`}
      tone="danger"
      onClick={() => {
        edit.drop(_id);
        onNext();
      }}
    />
  );
  const places = (line: DraftLine) => <Places {...{ line, processed, edit }} />;
  const note = (line: DraftLine) => {
    const text = noteOf(line);
    return text && <Note {...{ line, edit, text }} />;
  };

  const columns: LineColumn<DraftLine>[] = [
    { head: "Image", width: "4.25rem", cell: ({ product }) => <Image src={product.image} /> },
    { head: productLabels.p_id, width: "8.75rem", cell: ({ product }) => <Code>{product.p_id}</Code> },
    { head: productLabels.name, cell: ({ product }) => <ClampedText>{product.name}</ClampedText> },
    { head: "Quantity", width: "10rem", cell: quantity },
    {
      head: "Breakdown",
      mark: processed ? undefined : "Preview",
      width: "31%",
      cell: (line) => (
        <>
          {note(line)}
          {places(line)}
        </>
      ),
    },
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
          note={note(line)}
        >
          {places(line)}
        </LineCard>
      )}
    />
  );
}

/** Where a line's units lie: as they were taken, else as they would be now. */
function Places({
  line: { product, quantity },
  processed,
  edit,
}: Omit<Props, "lines" | "onNext"> & { line: DraftLine }) {
  const taken = processed?.find((item) => item.product._id === product._id);
  if (taken) return <Breakdown parts={taken.breakdown} />;
  const { holdings } = edit.stock;
  const parts = holdings && breakdown(quantity, heldOf(holdings, product._id));
  return parts && <Breakdown parts={parts} preview />;
}

/** What is wrong with a line, and how many there are instead. */
function Note({ line, edit, text }: { line: DraftLine; edit: Edit; text: string }) {
  const available = edit.stock.available(line.product._id) ?? 0;
  const fewer = available > 0 && line.quantity > available;
  const set = (
    <Button kind="plain" onClick={() => edit.count(line, available)}>
      Set to {numberText(available)}
    </Button>
  );
  return <LineNote id={noteId(line)} text={text} action={fewer && set} />;
}
