// The result of a count: the progress of its corrections, products that were left out, and the reversal.
import { List, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Count, CountApplyStep } from "#shared/count.ts";
import { ApplyProgress } from "../../domain/import/apply-progress.tsx";
import type { Apply } from "../../domain/use-apply-steps.ts";
import { countText, dateText, dateTimeText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import { resultText, titleOf } from "./count-text.ts";

const ReverseDialog = lazyComponent(() => import("../../domain/reverse-dialog.tsx"), "ReverseDialog");

interface Props {
  count: Count;
  apply: Apply<CountApplyStep>;
}

export function ReviewResult({ count, apply }: Props) {
  const { state, outcome, start } = apply;
  const movement = outcome?.movement ?? count.movement;
  if (state === "running" || state === "stopped") return <ApplyProgress apply={apply} groups={outcome?.groups ?? 0} />;
  if (count.state === "applying" && state === "ready")
    return (
      <Banner tone="warn" action={<Button onClick={start}>Go on</Button>}>
        Posting the corrections was interrupted. What is posted stays.
      </Banner>
    );
  if (count.state === "cancelled") return <Banner>This count was cancelled: nothing was changed.</Banner>;
  return (
    <>
      <Banner
        tone={count.reversed_by ? "warn" : "info"}
        action={
          movement && (
            <>
              <ButtonLink icon={List} to={`/transactions?${transactions(count)}`}>
                Transactions
              </ButtonLink>
              {!count.reversed_by && <Reverse count={count} movement={movement} />}
            </>
          )
        }
      >
        {outcome && `${countText(outcome.written, "correction")} posted. `}
        {count.closed_at && `Closed by ${count.closed_by?.name ?? ""}, ${dateTimeText(count.closed_at)}: `}
        {movement ? `${resultText(count)} posted` : resultText(count)}
        {count.reversed_by && ", and reversed since"}.
      </Banner>
      {outcome && outcome.left_out.length > 0 && <LeftOut rows={outcome.left_out} />}
    </>
  );
}

/** The ledger's rows of the corrections. */
const transactions = ({ closed_at, warehouse }: Count): string => {
  const day = closed_at ? dateText(closed_at).split("-").reverse().join("-") : "";
  return String(new URLSearchParams({ start: day, end: day, warehouse: warehouse._id }));
};

function LeftOut({ rows }: { rows: CountApplyStep["left_out"] }) {
  const label = `Left out (${numberText(rows.length)})`;
  return (
    <Card title={label}>
      <SideTable
        label={label}
        head={["Product", "P.ID", "Reason"]}
        rows={rows.map(({ product, message }) => ({
          key: product._id,
          cells: [product.name, product.p_id, message],
        }))}
      />
    </Card>
  );
}

function Reverse({ count, movement }: { count: Count; movement: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (isDone) return <span>Reversed</span>;
  return (
    <>
      <Button icon={Undo2} onClick={() => setOpen(true)}>
        Reverse
      </Button>
      {isOpen && (
        <ReverseDialog
          movement={movement}
          title="Reverse corrections"
          text={`Every correction of count ${titleOf(count)} will be reversed. Continue?`}
          into={[count.warehouse]}
          action="Reverse corrections"
          successText="Reversed"
          onDone={() => setDone(true)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
