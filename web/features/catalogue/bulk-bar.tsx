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
import { useRefresh } from "../../lib/api/refresh.ts";
import { countText, numberText } from "../../lib/format.ts";
import { useLeaveGuard } from "../../lib/navigation/navigation-guard.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ChoiceBar } from "../../ui/table/choice-bar.tsx";
import { type BulkOutcome, deleteProducts, restoreProducts } from "./bulk-delete.ts";
import { BulkFieldDialog, type What, whatLabel, whats } from "./bulk-field.tsx";
import { deleteQuestion } from "./delete-question.ts";
import { type Done, type FieldValue, useSetField } from "./use-set-field.ts";

interface Props {
  chosen: readonly Product[];
  /** Number of chosen products that the search hides. */
  hidden: number;
  small: boolean;
  /** Chooses all that match the search, for where the table has no head. */
  onAll: () => void;
  /** Removes these products from the choice. */
  drop: (products: readonly Product[]) => void;
}

interface Running {
  done: number;
  of: number;
  waiting: boolean;
}

const stopQuestion = {
  title: "Stop here?",
  text: "Products that are done stay so. The others stay as they are.",
  action: "Stop and leave",
  cancel: "Stay",
};

const icons: Record<What, LucideIcon> = { lead_time: CalendarClock, pack: Box, others: PencilLine };

export function BulkBar({ chosen, hidden, small, onAll, drop }: Props) {
  const [what, setWhat] = useState<What>();
  const [labelling, setLabelling] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome & { text: string }>();
  const confirm = useConfirm();
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  const { running, run, stop } = useDeletion();
  useLeaveGuard(running !== undefined, () => confirm(stopQuestion));

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

  const report = (done: Done, value: FieldValue) => {
    const { field, sent, changes } = done;
    const shown = valueText(field, value);
    const count = countText(chosen.length - sent + changes.length, "product");
    const text = `${productLabels[field]} of ${count} ${shown === undefined ? "cleared" : `set to ${shown}`}`;
    const undo = async (): Promise<BulkOutcome> => {
      const back = await setBack(done);
      const ids = new Set(back.changes.map(({ _id }) => _id));
      const sentBack = new Set(changes.map(({ _id }) => _id));
      const changed = chosen.filter(({ _id }) => sentBack.has(_id));
      const leftOut = named(changed, back.leftOut);
      const refused = new Set(leftOut.map(({ product }) => product));
      const isLeft = (product: Product) => !ids.has(product._id) && !refused.has(product);
      return { done: changed.filter(({ _id }) => ids.has(_id)), leftOut, left: changed.filter(isLeft) };
    };
    const outcome = { done: [], leftOut: named(chosen, done.leftOut), left: [] };
    finish(outcome, text, changes.length > 0 ? undo : undefined);
  };
  const { set, setBack } = useSetField(report);

  const setField = async (field: BulkField, value: FieldValue) => {
    const done = await set(chosen, field, value);
    // If all of it waits on the device or was refused, that has been reported already.
    if (done.changes.length + done.leftOut.length > 0 || done.sent === 0) report(done, value);
  };

  const remove = async () => {
    if (!(await confirm(deleteQuestion(chosen)))) return;
    const done = await run(chosen);
    drop(done.done);
    refresh(staleAfter["DELETE /v1/products/{id}"]);
    const undo = async () => {
      const back = await restoreProducts(done.done);
      refresh(staleAfter["POST /v1/products/{id}/restore"]);
      return back;
    };
    finish(done, `${countText(done.done.length, "product")} deleted`, done.done.length > 0 ? undo : undefined);
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
      <Button icon={Trash2} onClick={() => void remove()}>
        Delete
      </Button>
    </>
  );
  const count = countText(chosen.length, "product");
  if (chosen.length === 0 && !running && !outcome) return null;
  return (
    <>
      {running ? (
        <ChoiceBar
          label="Chosen products"
          status={
            <Progress value={running.done / running.of}>
              {running.waiting
                ? `No connection. It goes on by itself; ${countText(running.of - running.done, "product")} left`
                : `Deleting: ${numberText(running.done)} of ${countText(running.of, "product")}`}
            </Progress>
          }
          secondary={<Button onClick={stop}>Stop</Button>}
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

/** The deletion that runs, one at a time; leaving the screen stops it. */
function useDeletion() {
  const [running, setRunning] = useState<Running>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const run = async (products: readonly Product[]): Promise<BulkOutcome> => {
    const controller = new AbortController();
    stopping.current = controller;
    setRunning({ done: 0, of: products.length, waiting: false });
    const change = (to: Partial<Running>) => setRunning((before) => before && { ...before, ...to });
    const outcome = await deleteProducts(products, {
      signal: controller.signal,
      onProgress: (done) => change({ done }),
      onWaiting: (waiting) => change({ waiting }),
    });
    setRunning(undefined);
    return outcome;
  };
  return { running, run, stop: () => stopping.current?.abort() };
}

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
