// The lines of a picklist: quantities limited by the stock, and the warehouses they are taken from.
import { ScanBarcode } from "lucide-react";
import { breakdown } from "#shared/allocation.ts";
import type { PicklistItem } from "#shared/picklist.ts";
import { LineList, type LineView } from "../../../domain/line-editor/line-list.tsx";
import { SettledStepper } from "../../../domain/line-editor/settled-stepper.tsx";
import { UnitsBeside } from "../../../domain/not-for-picking.tsx";
import { numberText } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import type { DraftLine } from "../picklist-draft.ts";
import { Breakdown } from "../print/breakdown.tsx";
import type { Edit } from "./picklist-edit.ts";

interface Props {
  lines: readonly DraftLine[];
  /** The processed items, as long as the lines are unchanged. */
  processed: readonly PicklistItem[] | undefined;
  edit: Edit;
  /** After Enter in a quantity, and after a removal. */
  onNext: () => void;
}

export function PicklistLines({ lines, processed, edit, onNext }: Props) {
  const viewOf = (line: DraftLine): LineView => {
    const { _id } = line.product;
    const taken = processed?.find(({ product }) => product._id === _id)?.breakdown;
    const holdings = edit.stock.holdingsOf(_id);
    const parts = taken ?? (holdings && breakdown(line.quantity, holdings, edit.stock.chosen));
    const available = edit.stock.available(_id) ?? 0;
    return {
      ...line,
      error: processed ? undefined : edit.errorOf(line),
      action: available > 0 && line.quantity > available && (
        <Button kind="plain" onClick={() => edit.setUnits(_id, available)}>
          Set to {numberText(available)}
        </Button>
      ),
      beside: parts && (
        <>
          <Breakdown parts={parts} preview={!taken} />
          {!taken && <UnitsBeside units={edit.stock.apart?.get(_id)} />}
        </>
      ),
    };
  };
  return (
    <LineList
      label="Picklist"
      lines={lines.map(viewOf)}
      latest={edit.latest}
      column={{ head: "Breakdown", tag: processed ? undefined : "Preview" }}
      control={SettledStepper}
      empty={<Empty icon={ScanBarcode} text="Scan or add the first product." />}
      onCount={edit.setUnits}
      onStep={edit.stepUnits}
      onNext={onNext}
      onRemove={(product) => {
        edit.drop(product);
        onNext();
      }}
    />
  );
}
