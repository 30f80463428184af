// The changes of a spreadsheet of stock before it is applied; afterwards they can be reversed as a whole.
import { List } from "lucide-react";
import { useState } from "react";
import type { ImportRow } from "#shared/import.ts";
import { To } from "../../domain/changes/change-columns.tsx";
import { appliedText, ImportPreview } from "../../domain/import/import-preview.tsx";
import type { PreviewProps } from "../../domain/import/import-screen.tsx";
import { nameColumn, p_idColumn, RowChanges, rowColumn, statusColumn } from "../../domain/import/preview-columns.tsx";
import { signedText } from "../../domain/import/row-text.ts";
import { ReverseBatch } from "../../domain/reverse-batch.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { numberText } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Code, Tag } from "../../ui/tag.tsx";

/** "120 → 90"; of a shelf as other changes are shown. */
function Units({ row }: { row: ImportRow }) {
  const [units, ...others] = row.changes;
  const isPlain = row.problems.length === 0 && !row.not_taken && others.length === 0;
  if (!isPlain || units?.field !== "quantity") return <RowChanges row={row} />;
  return (
    <>
      {numberText(Number(units.from ?? 0))} <To /> <strong>{numberText(Number(units.to ?? 0))}</strong>
    </>
  );
}

const differenceOf = ({ quantity = 0, problems }: ImportRow): string =>
  problems.length > 0 ? "" : quantity === 0 ? "0" : signedText(quantity);

const columns: Column<ImportRow>[] = [
  rowColumn,
  statusColumn,
  p_idColumn,
  nameColumn,
  { head: "W.ID", width: "7rem", cell: ({ warehouse }) => warehouse && <Code>{warehouse.w_id}</Code> },
  { head: "Stock", cell: (row) => <Units row={row} /> },
  {
    head: "Difference",
    width: "7rem",
    right: true,
    cell: differenceOf,
    sort: ({ quantity = 0 }) => quantity,
  },
];

export function StockPreview(props: PreviewProps) {
  const offerUndo = useOfferUndo();
  /** Id of the batch that the user has reversed on this screen. */
  const [reversed, setReversed] = useState("");
  return (
    <ImportPreview
      {...props}
      columns={columns}
      last={(row) => (
        <>
          {row.warehouse?.w_id} · <Units row={row} />
        </>
      )}
      number={differenceOf}
      doubles={props.spreadsheet.query.data?.mode !== "SET"}
      onDone={(outcome, summary) => {
        const { movement } = outcome;
        if (!movement) return;
        const text = `Import of ${summary.name ?? "a sheet"}: ${appliedText(outcome, summary)}`;
        offerUndo({ movement, text, onUndone: () => setReversed(movement) });
      }}
      next={({ movement }, summary) => (
        <>
          {movement && movement === reversed && <Tag tone="warn">Reversed</Tag>}
          {movement && movement !== reversed && (
            <ReverseBatch
              movement={movement}
              noun="import"
              text={`Every change that "${summary.name ?? "the sheet"}" made will be reversed. Continue?`}
              onReversed={() => setReversed(movement)}
            />
          )}
          <ButtonLink kind="filled" icon={List} to="/inventory">
            To Manage Inventory
          </ButtonLink>
        </>
      )}
    />
  );
}
