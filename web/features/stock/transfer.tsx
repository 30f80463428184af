// A transfer from one warehouse to another: its form, its fields, and posting it once.
import { Fragment, type Ref, useMemo } from "react";
import type * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import type { StockRecord } from "#shared/stock.ts";
import { TransferForm } from "#shared/transfer.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { useApplyMovement } from "../../domain/apply-movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import type { Line } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useCorrection } from "../../domain/use-correction.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { Select, TextArea } from "../../ui/form/field.tsx";
import { Balance } from "./balance.tsx";
import { messages } from "./post-stock.ts";

/** A refusal that names a product is shown at its line. */
const byLine = ({ code, details }: Failure): Failure =>
  new Failure(code, ...details.map((detail) => (detail.product ? { ...detail, field: "list" } : detail)));

function usePostTransfer() {
  const applyMovement = useApplyMovement();
  const offerUndo = useOfferUndo();
  const { run, busy } = usePosting("POST /v1/transactions/transfer", {
    messages,
    reload: affectedQueries.stock,
    merge: ({ data }) => applyMovement(data),
    answered: ({ movement, data }) => offerUndo({ movement, text: describeMovement(data), rows: data }),
    kept: (entry) => offerUndo({ entry }),
  });
  const post = async (body: TransferForm, _: unknown, handover: Handover) => {
    const result = await run({ body }, { handover });
    if (result.ok || !(result.failure instanceof Failure)) return result;
    return { ok: false as const, failure: byLine(result.failure) };
  };
  return { post, busy };
}

/** `id` is that of a product, or of a stock record: the ids of product and warehouse, joined by a dash. */
export function useTransfer(id: string) {
  const posting = usePostTransfer();
  const start = { from: id.split("-")[1] ?? "", to: "", list: [], remarks: "" };
  const form = useForm({ schema: TransferForm, start, draft: `transfer ${id}` });
  useCorrection(
    "POST /v1/transactions/transfer",
    form,
    (body: TransferForm): v.InferInput<typeof TransferForm> => ({ ...start, ...body }),
    byLine,
  );
  return { form, posting };
}

interface Props {
  transfer: ReturnType<typeof useTransfer>;
  /** Undefined until it is loaded. */
  stock: readonly StockRecord[] | undefined;
  /** Chosen before the dialog was switched to a transfer. */
  product: string;
  pending: Ref<PendingLine>;
}

export function TransferFields({ transfer, stock, product, pending }: Props) {
  const { form } = transfer;
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const from = useField(form, "from");
  const to = useField(form, "to");
  const list = useListField(form, "list");
  const waiting = useWaitingUnits();
  const quantities = useMemo(() => stock && new Map(stock.map(({ _id, quantity }) => [_id, quantity])), [stock]);
  const choices = warehouseChoices(warehouses);
  /** The line's product in one of the two warehouses: units now, and after the transfer. */
  const balance = ({ product: id, quantity }: Line, warehouse: string, sign: -1 | 1) => (
    <Fragment key={sign}>
      <Balance
        warehouse={warehouses.find(({ _id }) => _id === warehouse)?.w_id ?? ""}
        quantity={warehouse && quantities ? (quantities.get(`${id}-${warehouse}`) ?? 0) : undefined}
        change={sign * (quantity || 0) || undefined}
        leaving={warehouse ? waiting.leaving(id, warehouse) : 0}
      />
      {" \u2002"}
    </Fragment>
  );

  return (
    <>
      <Select
        label="From"
        required
        empty="Choose warehouse"
        choices={choices}
        loading={refreshing}
        {...from}
        onChange={({ target }) => {
          from.onChange(target.value);
          // A transfer goes to another warehouse.
          if (target.value === to.value) form.setValue("to", "");
        }}
      />
      <Select
        label="To"
        required
        empty="Choose warehouse"
        choices={choices.filter(({ value }) => value !== from.value)}
        loading={refreshing}
        {...to}
      />
      <LinesField
        label="Products to transfer"
        counter={{ label: "Quantity", of: "units" }}
        viewOf={(line) => ({ beside: [balance(line, from.value, -1), balance(line, to.value, 1)] })}
        product={product}
        pending={pending}
        {...list}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </>
  );
}
