// The bar of the chosen products: sets a field of all of them, or deletes them; its progress, and products left out.
import { Box, CalendarClock, type LucideIcon, PencilLine, Tag, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BulkAnswer } from "#shared/bulk.ts";
import { staleAfter } from "#shared/call-facts.ts";
import type { Product } from "#shared/product.ts";
import { type BulkField, productLabels } from "#shared/product-fields.ts";
import { valueText } from "../../domain/changes/change-text.ts";
import { LabelsOfProducts } from "../../domain/labels/label-dialog.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { stopQuestion } from "../../domain/use-apply-steps.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { countText, numberText } from "../../lib/format.ts";
import { useLeaveGuard } from "../../lib/navigation/navigation-guard.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ChoiceBar } from "../../ui/table/choice-bar.tsx";
import { BulkFieldDialog, type What, whatLabel, whats } from "./bulk-field.tsx";
import { deleteQuestion } from "./delete-question.ts";
import { type BulkOutcome, deleteProducts, restoreProducts } from "./each-product.ts";
import { keepRun, type NamedProduct, useInterrupted } from "./interrupted.ts";
import { backOf, type Done, type FieldValue, useSetField } from "./use-set-field.ts";

interface Props {
  chosen: readonly Product[];
  /** Number of chosen products that the search hides. */
  hidden: number;
  small: boolean;
  /** Chooses all that match the search, for where the table has no head. */
  onAll: () => void;
  /** Removes these products from the choice. */
  drop: (products: readonly NamedProduct[]) => void;
}

/** The action that runs, one at a time. */
interface Running {
  doing: "Setting" | "Deleting";
  done: number;
  of: number;
  waiting: boolean;
}

const stopText = "Products that are done stay so. The others stay as they are.";

const icons: Record<What, LucideIcon> = { lead_time: CalendarClock, pack: Box, others: PencilLine };

export function BulkBar({ chosen, hidden, small, onAll, drop }: Props) {
  const [what, setWhat] = useState<What>();
  const [labelling, setLabelling] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome & { text: string }>();
  const confirm = useConfirm();
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  const [running, setRunning] = useState<Running>();
  const stopping = useRef<AbortController>(undefined);
  const { interrupted, take } = useInterrupted();
  // Leaving the screen stops a deletion; what else runs is in the outbox.
  useEffect(() => () => stopping.current?.abort(), []);
  useLeaveGuard(running?.doing === "Deleting", () => confirm({ ...stopQuestion, text: stopText }));

  /** Reports the outcome, and offers to undo it. */
  const finish = (done: BulkOutcome, text: string, undo: (() => Promise<BulkOutcome>) | undefined) => {
    if (undo)
      offerUndo({
        action: crypto.randomUUID(),
        text,
        undo: async () => {
          const back = await undo();
          return { ok: back.left.length === 0, text: undoneText(text, back) };
        },
      });
    const isWhole = done.leftOut.length + done.left.length === 0;
    if (isWhole && !undo) toast.success(text);
    if (!isWhole) setOutcome({ ...done, text });
  };

  const report = ({ field, changes, leftOut }: Done, value: FieldValue) => {
    const shown = valueText(field, value);
    const count = countText(changes.length, "product");
    const text = `${productLabels[field]} of ${count} ${shown === undefined ? "cleared" : `set to ${shown}`}`;
    const back = backOf(changes);
    const undo = async (): Promise<BulkOutcome> => {
      const undone = await setBack(field, back);
      const answered = idsOf([...undone.changes, ...undone.leftOut]);
      const ids = [idsOf(back), idsOf(undone.changes)] as const;
      const [changed = [], done = []] = ids.map((of) => chosen.filter(({ _id }) => of.has(_id)));
      return { done, leftOut: named(changed, undone.leftOut), left: changed.filter(({ _id }) => !answered.has(_id)) };
    };
    finish({ done: [], leftOut: named(chosen, leftOut), left: [] }, text, back.length > 0 ? undo : undefined);
  };
  const { set, setBack } = useSetField(report, (done, of) =>
    setRunning(done < of ? { doing: "Setting", done, of, waiting: false } : undefined),
  );

  const setField = async (field: BulkField, value: FieldValue) => {
    const done = await set(chosen, field, value);
    // If all of it waits on the device or was refused, that has been reported already.
    if (done.changes.length + done.leftOut.length > 0) report(done, value);
  };

  const remove = async (products: readonly NamedProduct[], isAgain = false) => {
    stopping.current = new AbortController();
    setRunning({ doing: "Deleting", done: 0, of: products.length, waiting: false });
    keepRun({ doing: "Deleting", products });
    // What somebody stops is not offered again.
    stopping.current.signal.addEventListener("abort", () => keepRun(undefined));
    const change = (to: Partial<Running>) => setRunning((before) => before && { ...before, ...to });
    const done = await deleteProducts(products, {
      signal: stopping.current.signal,
      isAgain,
      onProgress: (done) => change({ done }),
      onWaiting: (waiting) => change({ waiting }),
    });
    keepRun(undefined);
    setRunning(undefined);
    drop(done.done);
    refresh(staleAfter["DELETE /v1/products/{id}"]);
    const undo = done.done.length > 0 ? () => restore(done.done) : undefined;
    finish(done, `${countText(done.done.length, "product")} deleted`, undo);
  };
  const restore = async (products: readonly NamedProduct[]) => {
    keepRun({ doing: "Restoring", products });
    const back = await restoreProducts(products);
    keepRun(undefined);
    refresh(staleAfter["POST /v1/products/{id}/restore"]);
    return back;
  };
  const goOn = async ({ doing, products }: NonNullable<typeof interrupted>) => {
    take();
    if (doing === "Deleting") return remove(products, true);
    const back = await restore(products);
    finish(back, `${countText(back.done.length, "product")} restored`, undefined);
  };

  const secondary = (
    <>
      <Button kind="plain" onClick={() => drop(chosen)}>
        Clear choice
      </Button>
      {small && <Button onClick={onAll}>Choose all that match</Button>}
      {whats.map((one) => (
        <Button key={one} icon={icons[one]} onClick={() => setWhat(one)}>
          {whatLabel(one)}
        </Button>
      ))}
      <Button icon={Tag} onClick={() => setLabelling(true)}>
        Labels
      </Button>
      <Button icon={Trash2} onClick={async () => (await confirm(deleteQuestion(chosen))) && remove(chosen)}>
        Delete
      </Button>
    </>
  );
  const count = countText(chosen.length, "product");
  if (chosen.length === 0 && !running && !outcome && !interrupted) return null;
  return (
    <>
      {running ? (
        <ChoiceBar
          label="Chosen products"
          status={
            <Progress value={running.done / running.of}>
              {running.waiting
                ? `No connection. It goes on by itself; ${countText(running.of - running.done, "product")} left`
                : `${running.doing}: ${numberText(running.done)} of ${countText(running.of, "product")}`}
            </Progress>
          }
          secondary={running.doing === "Deleting" && <Button onClick={() => stopping.current?.abort()}>Stop</Button>}
        />
      ) : interrupted ? (
        <ChoiceBar
          label="Interrupted"
          status={`${interrupted.doing} ${countText(interrupted.products.length, "product")} was interrupted`}
          secondary={
            <>
              <Button onClick={() => goOn(interrupted)}>Go on</Button>
              <Button kind="plain" onClick={take}>
                Leave the others
              </Button>
            </>
          }
        />
      ) : (
        chosen.length > 0 && (
          <ChoiceBar
            label="Chosen products"
            status={`${count} chosen`}
            note={hidden > 0 && `${numberText(hidden)} of them not in the search`}
            small={small}
            more={[`${count} chosen`, "Actions for the chosen products"]}
            secondary={secondary}
          />
        )
      )}
      {what && (
        <BulkFieldDialog what={what} count={chosen.length} onSet={setField} onClose={() => setWhat(undefined)} />
      )}
      {labelling && <LabelsOfProducts products={chosen} onClose={() => setLabelling(false)} />}
      {outcome && <LeftOut {...outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

const idsOf = (rows: readonly { _id: string }[]): Set<string> => new Set(rows.map(({ _id }) => _id));

const named = (products: readonly Product[], leftOut: BulkAnswer["left_out"]): BulkOutcome["leftOut"] => {
  const reasons = new Map(leftOut.map(({ _id, message }) => [_id, message]));
  return products.flatMap((product) => {
    const reason = reasons.get(product._id);
    return reason ? { product, reason } : [];
  });
};

const undoneText = (text: string, { done, leftOut, left }: BulkOutcome): string => {
  const refusals = leftOut.map(({ product, reason }) => `${product.p_id}: ${reason}`);
  const parts = [
    left.length > 0 ? `Not undone for ${countText(left.length, "product")}` : `Undone: ${text}`,
    refusals.length > 0 && `${countText(done.length, "product")} back, ${numberText(refusals.length)} left as they are`,
    ...refusals.slice(0, 3),
  ];
  return parts.filter(Boolean).join(". ");
};

/** The products that were left out, each with the reason; they stay chosen. */
function LeftOut({ text, leftOut, left, failure, onClose }: BulkOutcome & { text: string; onClose: () => void }) {
  return (
    <Dialog local title={text} onClose={onClose}>
      <DialogBody>
        {left.length > 0 && (
          <p>
            {failure ? `${failure.message}. ` : "Stopped. "}
            {countText(left.length, "product")} not done:
          </p>
        )}
        <Named products={left.map((product) => ({ product, reason: "" }))} />
        {leftOut.length > 0 && <p>{countText(leftOut.length, "product")} left as they are:</p>}
        <Named products={leftOut} />
      </DialogBody>
    </Dialog>
  );
}

/** Most products that are shown by name; the rest are counted. */
const maxNamed = 50;

function Named({ products }: { products: BulkOutcome["leftOut"] }) {
  if (products.length === 0) return null;
  return (
    <ul>
      {products.slice(0, maxNamed).map(({ product, reason }) => (
        <li key={product._id}>
          {product.name} ({product.p_id}){reason && `: ${reason}`}
        </li>
      ))}
      {products.length > maxNamed && <li>and {numberText(products.length - maxNamed)} more</li>}
    </ul>
  );
}
