// The result of a stock adjustment: its changes with a button to reverse them, or the wrong rows for which it was
// refused.
import type { AdjustmentSummary as Summary } from "#shared/adjustment.ts";
import type { Detail } from "#shared/failure.ts";
import { ReverseBatch } from "../../domain/reverse-batch.tsx";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Stats } from "../../ui/definition-list.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import { Tag } from "../../ui/tag.tsx";

export interface AppliedAdjustment {
  summary: Summary;
  date: string;
  file: string;
}

interface Props extends AppliedAdjustment {
  reversed: boolean;
  onReversed: () => void;
}

export function AdjustmentSummary({ summary, date, file, reversed, onReversed }: Props) {
  const { movement, read, changed, unchanged, left_out } = summary;
  return (
    <Card title={`Adjusted to the close of ${dayText(date)}`} aside={reversed && <Tag tone="warn">Reversed</Tag>}>
      <p role="status">{file}</p>
      <Stats
        entries={[
          ["Rows read", numberText(read)],
          ["Changed", numberText(changed)],
          ["Unchanged", numberText(unchanged)],
          ["Left out", numberText(left_out.length)],
        ]}
      />
      {left_out.length > 0 && <RowTable label="Rows left out" rows={left_out} />}
      {changed > 0 && !reversed && (
        <div>
          <ReverseBatch
            movement={movement}
            noun="adjustment"
            text={`Every change that "${file}" made for ${dayText(date)} will be reversed. Continue?`}
            onReversed={onReversed}
          />
        </div>
      )}
    </Card>
  );
}

interface WrongRowsProps {
  rows: readonly Detail[];
  /** Uploads the file without its rows that were counted since. */
  onSkipCounted: () => void;
}

export function WrongRows({ rows, onSkipCounted }: WrongRowsProps) {
  const isOnlyCounted = rows.every(({ counted_on }) => counted_on);
  return (
    <Card title="Wrong rows" aside={<span>{countText(rows.length, "problem")}</span>}>
      {isOnlyCounted ? (
        <Banner tone="danger" action={<Button onClick={onSkipCounted}>Upload without these rows</Button>}>
          Nothing was changed. These rows would book again what was corrected since.
        </Banner>
      ) : (
        <Banner tone="danger">Nothing was changed. Fix these rows and upload the file again.</Banner>
      )}
      <RowTable label="Wrong rows" rows={rows} withColumn />
    </Card>
  );
}

function RowTable({
  label,
  rows,
  withColumn = false,
}: {
  label: string;
  rows: readonly Detail[];
  withColumn?: boolean;
}) {
  const head = ["Row", ...(withColumn ? ["Column"] : []), "Reason"];
  const lines = rows.map(({ row = 0, field, message }, index) => ({
    key: String(index),
    cells: [numberText(row), ...(withColumn ? [field] : []), message],
  }));
  return <SideTable label={label} head={head} rows={lines} />;
}
