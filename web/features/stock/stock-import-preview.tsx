// What a sheet of stock changes in each warehouse before it is applied; afterwards it can be reversed as a whole.
import { List, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Import, ImportRow } from "#shared/import.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useReverse } from "../../domain/apply-movement.ts";
import { To } from "../../domain/changes/change-columns.tsx";
import { ImportPreview } from "../../domain/import/import-preview.tsx";
import type { PreviewProps } from "../../domain/import/import-screen.tsx";
import { codeColumn, nameColumn, RowChanges, rowColumn, statusColumn } from "../../domain/import/preview-columns.tsx";
import { signedText } from "../../domain/import/row-text.ts";
import { useOfferUndo, withdrawUndoOffer } from "../../domain/undo-offer.ts";
import { countText, numberText } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Code, Tag } from "../../ui/tag.tsx";

/** "120 → 90" of one that is set, added to or taken from. */
function Units({ row }: { row: ImportRow }) {
  const [units] = row.changes;
  if (row.problems.length > 0 || !units) return <RowChanges row={row} />;
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
  codeColumn,
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
  /** The batch that was reversed here. */
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
      reload={affectedQueries.stock}
      doubles={props.sheet.query.data?.mode !== "SET"}
      onDone={({ movement, written }, sheet) =>
        movement &&
        offerUndo({
          movement,
          text: `Import of ${sheet.name ?? "a sheet"}: ${countText(written, "row")}`,
          onUndone: () => setReversed(movement),
        })
      }
      next={({ movement }, sheet) => (
        <>
          {movement && movement === reversed && <Tag tone="warn">Reversed</Tag>}
          {movement && movement !== reversed && (
            <ReverseButton {...{ movement, sheet }} onReversed={() => setReversed(movement)} />
          )}
          <ButtonLink kind="filled" icon={List} to="/inventory">
            To Manage Inventory
          </ButtonLink>
        </>
      )}
    />
  );
}

function ReverseButton({ movement, sheet, onReversed }: { movement: string; sheet: Import; onReversed: () => void }) {
  const confirm = useConfirm();
  const reverse = useReverse("Stock updated successfully", () => {
    withdrawUndoOffer(movement);
    onReversed();
  });
  const confirmAndReverse = async () => {
    const yes = await confirm({
      title: "Reverse import",
      text: `Every change that "${sheet.name ?? "the sheet"}" made will be reversed. Continue?`,
      action: "Reverse import",
    });
    if (yes) await reverse.run({ path: { id: movement }, body: {} });
  };
  return (
    <Button icon={Undo2} busy={reverse.busy} onClick={() => void confirmAndReverse()}>
      Reverse this import
    </Button>
  );
}
