// Stock in, out, or from one warehouse to another: a dialog that scanners can fill, posted once.
import { FileSpreadsheet } from "lucide-react";
import { type ComponentProps, type ReactNode, startTransition, useDeferredValue, useRef, useState } from "react";
import { kindLabel } from "#shared/kinds.ts";
import type { StockRecord } from "#shared/stock.ts";
import { useCorrection, useOpenedEntry } from "../../domain/correction.ts";
import type { PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { MissingFirst } from "../../domain/missing.tsx";
import { useIsManager } from "../../lib/api/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { formOf, InOutFields, useDirection, useStockForm, useSubmitAndAdd } from "./in-out-form.tsx";
import { type FormAction, formActions, forms, usePostStock } from "./post-stock.ts";
import { TransferFields, useTransfer } from "./transfer.tsx";

type Kind = FormAction | "TRANSFER";

const choices = [...formActions, "TRANSFER" as const].map((value) => ({
  value,
  label: kindLabel(value === "TRANSFER" ? "transfer" : forms[value].kind).toUpperCase(),
}));

interface Props {
  /** Id of a product or of a stock record. */
  id: string;
  /** It starts as a transfer. */
  transfers?: boolean;
  /** Undefined until it is loaded. */
  stock: readonly StockRecord[] | undefined;
  onClose: () => void;
}

/** One kind of stock update: its properties of the dialog, and its fields. */
interface Mode extends Omit<ComponentProps<typeof FormDialog>, "title" | "onClose" | "children"> {
  fields: ReactNode;
}

export function UpdateStock({ id, transfers = false, stock, onClose }: Props) {
  const [chosen, setChosen] = useState<Kind | undefined>(transfers ? "TRANSFER" : undefined);
  const transfer = useTransfer(id, stock);
  const { form, direction, mode: inOut } = useInOut({ id, stock, onClose });
  const pending = useRef<PendingLine>(null);
  const isManager = useIsManager();
  const isTransferOpened = useOpenedEntry("POST /v1/transactions/transfer") !== undefined;
  const implied: Kind = isTransferOpened || transfer.form.frame.dirty ? "TRANSFER" : direction.action;
  const kind = chosen ?? implied;
  // A choice is painted before its fields.
  const shown = useDeferredValue(chosen) ?? implied;

  const begin = (to: Kind) => {
    if (to !== "TRANSFER") return direction.change(to);
    // The warehouse chosen for stock in or out is where the transfer starts.
    const values = transfer.form.getValues();
    const from = values.from || form.getValues("warehouse");
    transfer.form.setValue("from", from);
    if (!values.to || values.to === from) transfer.form.setValue("to", transfer.destinationOf(from));
  };
  const choose = (to: Kind) => {
    setChosen(to);
    startTransition(() => begin(to));
  };

  const send = transfer.form.submit(transfer.posting.post, onClose);
  const transferMode: Mode = {
    ...transfer.form.frame,
    busy: transfer.posting.busy,
    onSubmit: (event) => {
      event.preventDefault();
      if (pending.current?.finish()) send();
    },
    fields: <TransferFields {...{ transfer, stock, pending }} product={form.getValues("product")} />,
  };
  const { fields, ...dialog } = shown === "TRANSFER" ? transferMode : inOut;
  const leaving = () => {
    const [one, other] = [form.frame.leaving(), transfer.form.frame.leaving()];
    return { ...one, isTyped: one.isTyped || other.isTyped, held: one.held ?? other.held };
  };

  return (
    <FormDialog
      title="Update Stock"
      onClose={onClose}
      {...dialog}
      onSubmit={(event) => (shown === kind ? dialog.onSubmit(event) : event.preventDefault())}
      dirty={inOut.dirty || transferMode.dirty}
      leaving={leaving}
      isOver={form.frame.isOver || transfer.form.frame.isOver}
      submit="Submit"
      chain
    >
      <MissingFirst needs={["warehouse", "products"]} />
      <Segmented label="Direction" value={kind} choices={choices} onChange={choose} />
      {fields}
      {isManager && shown !== "TRANSFER" && (
        <div>
          <ButtonLink kind="plain" icon={FileSpreadsheet} to="/stock/import">
            Import a sheet instead
          </ButtonLink>
        </div>
      )}
    </FormDialog>
  );
}

/** Stock in and out. */
function useInOut({ id, stock, onClose }: Props) {
  const posting = usePostStock(stock);
  const form = useStockForm(id);
  const direction = useDirection(form);
  const another = useSubmitAndAdd(form, posting);
  const routes = formActions.map((action) => forms[action].route);
  useCorrection(routes, form, formOf);
  const mode: Mode = {
    ...form.frame,
    busy: posting.busy,
    onSubmit: form.submit(posting.post, onClose),
    extra: (
      <Button busy={another.busy} onClick={another.submit}>
        Submit and add another
      </Button>
    ),
    fields: <InOutFields {...{ form, posting, direction, stock }} onChoose={another.begin} />,
  };
  return { form, direction, mode };
}
