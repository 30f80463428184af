// Stock in, out, or from one warehouse to another, as a form that scanners fill; posted once, whatever the network does.
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import type { Action } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import type { PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { type UnknownOutcome, useUnknownOutcome } from "../../domain/unknown-outcome.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { SingleFields } from "./in-out-fields.tsx";
import { formOf, useAgain, useDirection, useStockForm } from "./in-out-form.ts";
import { type Change, usePostStock } from "./post-stock.ts";
import { TransferFields } from "./transfer-fields.tsx";
import { useTransfer } from "./transfer-form.ts";

type Way = Action | "TRANSFER";

const ways = [
  { value: "STOCK_IN", label: "STOCK IN" },
  { value: "STOCK_OUT", label: "STOCK OUT" },
  { value: "TRANSFER", label: "TRANSFER" },
] as const;

interface Props {
  /** Id of a product or of a stock record. */
  of: string;
  /** Undefined until it is known. */
  stock: readonly StockRecord[] | undefined;
  onClose: () => void;
}

/** One of the ways to move stock: what it does to the dialog, and its fields. */
interface Mode extends Omit<ComponentProps<typeof FormDialog>, "title" | "onClose" | "children"> {
  unsure: UnknownOutcome;
  fields: ReactNode;
}

export function UpdateStock({ of, stock, onClose }: Props) {
  const [turned, setTurned] = useState<Way>();
  const transfer = useTransfer(of);
  const { form, direction, mode: single } = useSingle({ of, stock, onClose });
  const pending = useRef<PendingLine>(null);
  const began = transfer.unsure.locked || transfer.form.dirty;
  const way = turned ?? (began && !single.unsure.locked ? "TRANSFER" : direction.action);

  const turn = (to: Way) => {
    setTurned(to);
    if (to !== "TRANSFER") return direction.turn(to);
    // What is chosen already is meant.
    const already = transfer.form.getValues();
    const from = already.from || form.getValues("warehouse");
    transfer.form.setValue("from", from);
    // Nothing is transferred to where it is.
    if (already.to === from) transfer.form.setValue("to", "");
  };

  const send = transfer.form.submit(transfer.posting.post, onClose);
  const between: Mode = {
    unsure: transfer.unsure,
    dirty: transfer.form.dirty,
    busy: transfer.posting.busy,
    problem: transfer.form.problem,
    onSubmit: (event) => {
      event.preventDefault();
      if (transfer.unsure.locked || pending.current?.finish()) send();
    },
    extra: transfer.unsure.button,
    fields: <TransferFields {...{ transfer, stock, pending }} product={form.getValues("product")} />,
  };
  const { fields, unsure, problem, ...dialog } = way === "TRANSFER" ? between : single;
  const { locked } = unsure;

  return (
    <FormDialog
      title="Update Stock"
      onClose={onClose}
      {...dialog}
      dirty={(single.dirty || between.dirty) && !locked}
      submit={unsure.again ? "Try again" : "Submit"}
      problem={locked ? undefined : problem}
      locked={locked}
      chain
    >
      {unsure.banner}
      <Segmented label="Direction" value={way} choices={ways} onChange={turn} />
      {fields}
    </FormDialog>
  );
}

/** Stock in and out. */
function useSingle({ of, stock, onClose }: Props) {
  const posting = usePostStock();
  const form = useStockForm(of);
  const direction = useDirection(form);
  const again = useAgain(form, posting);
  const show = (asked?: Change) => (asked ? form.retype(formOf(asked)) : form.restart(formOf()));
  const unsure = useUnknownOutcome({ ...posting, asked: posting.unsure, show, look: "the stock" });
  const { locked } = unsure;
  const mode: Mode = {
    unsure,
    dirty: form.dirty,
    busy: posting.busy && !again.busy,
    problem: form.problem,
    onSubmit: form.submit(posting.post, onClose),
    extra: locked ? (
      unsure.button
    ) : (
      <Button busy={again.busy} onClick={again.submit}>
        Submit and add another
      </Button>
    ),
    fields: <SingleFields {...{ form, direction, stock, locked }} onChoose={again.begin} />,
  };
  return { form, direction, mode };
}
