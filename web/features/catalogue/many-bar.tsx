// The bar of the chosen products: sets a value of all of them, or deletes them; its progress, and what was left out.
import { Box, CalendarClock, Link2, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
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
import { deleteQuestion } from "./delete-question.ts";
import {
  deleteProducts,
  type Outcome,
  type Run,
  restoreProducts,
  type Settable,
  setMany,
  wayBack,
} from "./many-products.ts";
import { SetMany, type What, whatLabels } from "./set-many.tsx";

interface Props {
  chosen: readonly Product[];
  /** How many of them the search hides. */
  hidden: number;
  small: boolean;
  /** Chooses all that match the search, for where the table has no head. */
  onAll: () => void;
  /** Chosen no more. */
  drop: (products: readonly Product[]) => void;
}

interface Running {
  text: string;
  done: number;
  of: number;
  waiting: boolean;
}

/** A run that nobody watches, such as an undo. */
const unwatched = (): Run => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onWaiting: () => undefined,
});

const stopQuestion = {
  title: "Stop here?",
  text: "Products that are done stay so. The others stay as they are.",
  action: "Stop and leave",
  cancel: "Stay",
};

const icons = { lead_time: CalendarClock, pack: Box, links: Link2 };

export function ManyBar({ chosen, hidden, small, onAll, drop }: Props) {
  const [what, setWhat] = useState<What>();
  const [outcome, setOutcome] = useState<Outcome & { text: string }>();
  const confirm = useConfirm();
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  const { running, watch, stop } = useRun();
  useLeaveGuard(running !== undefined, () => confirm(stopQuestion));

  /** Says what was done and what was not, and offers to undo it. */
  const finish = (done: Outcome, text: string, undo: ((run: Run) => Promise<Outcome>) | undefined) => {
    refresh(affectedQueries.products);
    const isWhole = done.leftOut.length + done.left.length === 0;
    if (undo)
      offerUndo({
        action: crypto.randomUUID(),
        text,
        undo: async () => {
          const back = await undo(unwatched());
          refresh(affectedQueries.products);
          return { ok: back.left.length === 0, text: undoneText(text, back) };
        },
      });
    else if (isWhole) toast.success(text);
    if (!isWhole) setOutcome({ ...done, text });
  };

  const set = async (column: Settable, value: string) => {
    const label = productLabels[column];
    const done = await watch(`Setting ${label}`, chosen.length, (run) => setMany(chosen, column, value, run));
    const shown = value && column === "lead_time" ? `${value} days` : value;
    const text = `${label} of ${countText(done.done.length, "product")} ${shown ? `set to ${shown}` : "cleared"}`;
    finish(done, text, await wayBack(done.done, column, value));
  };

  const remove = async () => {
    if (!(await confirm(deleteQuestion(chosen)))) return;
    const done = await watch("Deleting", chosen.length, (run) => deleteProducts(chosen, run));
    drop(done.done);
    const isAny = done.done.length > 0;
    finish(
      done,
      `${countText(done.done.length, "product")} deleted`,
      isAny ? (run) => restoreProducts(done.done, run) : undefined,
    );
  };

  const others = (
    <>
      <Button kind="plain" onClick={() => drop(chosen)}>
        Clear choice
      </Button>
      {small && <Button onClick={onAll}>Choose all that match</Button>}
      {(["lead_time", "pack", "links"] as const).map((one) => (
        <Button key={one} icon={icons[one]} onClick={() => setWhat(one)}>
          {whatLabels[one]}
        </Button>
      ))}
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
          said={
            <Progress value={running.done / running.of}>
              {running.waiting
                ? `No connection. It goes on by itself; ${countText(running.of - running.done, "product")} left`
                : `${running.text}: ${numberText(running.done)} of ${countText(running.of, "product")}`}
            </Progress>
          }
          others={<Button onClick={stop}>Stop</Button>}
        />
      ) : (
        chosen.length > 0 && (
          <ChoiceBar
            label="Chosen products"
            said={`${count} chosen`}
            note={hidden > 0 && `${numberText(hidden)} of them not in the search`}
            small={small}
            more={[`${count} chosen`, "Actions for the chosen products"]}
            others={others}
          />
        )
      )}
      {what && (
        <SetMany
          what={what}
          count={chosen.length}
          onSet={(...to) => void set(...to)}
          onClose={() => setWhat(undefined)}
        />
      )}
      {outcome && <LeftOut {...outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

const undoneText = (text: string, { done, leftOut, left }: Outcome): string => {
  const kept = leftOut.map(({ product, why }) => `${product.p_id}: ${why}`);
  const parts = [
    left.length > 0 ? `Not undone for ${countText(left.length, "product")}` : `Undone: ${text}`,
    kept.length > 0 && `${countText(done.length, "product")} back, ${numberText(kept.length)} left as they are`,
    ...kept.slice(0, 3),
  ];
  return parts.filter(Boolean).join(". ");
};

/** What runs, one at a time; leaving the screen stops it. */
function useRun() {
  const [running, setRunning] = useState<Running>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const watch = async (text: string, of: number, start: (run: Run) => Promise<Outcome>): Promise<Outcome> => {
    const controller = new AbortController();
    stopping.current = controller;
    setRunning({ text, done: 0, of, waiting: false });
    const change = (to: Partial<Running>) => setRunning((before) => before && { ...before, ...to });
    const outcome = await start({
      signal: controller.signal,
      onProgress: (done) => change({ done }),
      onWaiting: (waiting) => change({ waiting }),
    });
    setRunning(undefined);
    return outcome;
  };
  return { running, watch, stop: () => stopping.current?.abort() };
}

/** What was not done, with why; these products stay chosen. */
function LeftOut({ text, leftOut, left, failure, onClose }: Outcome & { text: string; onClose: () => void }) {
  return (
    <Dialog local title={text} onClose={onClose}>
      <DialogBody>
        {left.length > 0 && (
          <p>
            {failure ? `${failure.message}. ` : "Stopped. "}
            {countText(left.length, "product")} not done:
          </p>
        )}
        <Named products={left.map((product) => ({ product, why: "" }))} />
        {leftOut.length > 0 && <p>{countText(leftOut.length, "product")} left as they are:</p>}
        <Named products={leftOut} />
      </DialogBody>
    </Dialog>
  );
}

/** Products shown by name; of more only the number. */
const maxNamed = 50;

function Named({ products }: { products: Outcome["leftOut"] }) {
  if (products.length === 0) return null;
  return (
    <ul>
      {products.slice(0, maxNamed).map(({ product, why }) => (
        <li key={product._id}>
          {product.name} ({product.p_id}){why && `: ${why}`}
        </li>
      ))}
      {products.length > maxNamed && <li>and {numberText(products.length - maxNamed)} more</li>}
    </ul>
  );
}
