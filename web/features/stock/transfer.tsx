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
import { useUsualQuantities } from "../../domain/use-usual-quantities.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { useDeviceWarehouse, WarehouseSelect } from "../../domain/warehouse-select.tsx";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { usePreference } from "../../lib/preference.ts";
import { TextArea } from "../../ui/form/field.tsx";
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
  const isUsual = useUsualQuantities();
  const [, setLast] = usePreference(lastDestination, "");
  const post = async (body: TransferForm, _: unknown, handover: Handover) => {
    if (!(await isUsual(body.list, 0.5))) return undefined;
    setLast(body.to);
    const result = await run({ body }, { handover });
    if (result.ok || !(result.failure instanceof Failure)) return result;
    return { ok: false as const, failure: byLine(result.failure) };
  };
  return { post, busy };
}

/** Where the last transfer from this device went. */
const lastDestination = "transfer to";

/** Where a transfer from a warehouse goes: to the only other one, or where the last one went. */
function useDestination(): (from: string) => string {
  const { warehouse: warehouses } = useApplicationContext();
  const [last] = usePreference(lastDestination, "");
  return (from) => {
    const others = warehouses.filter(({ _id }) => _id !== from);
    const usual = others.length === 1 ? others[0] : others.find(({ _id }) => _id === last);
    return (from && usual?._id) || "";
  };
}

/** `id` is that of a product, or of a stock record: the ids of product and warehouse, joined by a dash. */
export function useTransfer(id: string) {
  const posting = usePostTransfer();
  const destinationOf = useDestination();
  const [device] = useDeviceWarehouse();
  const from = id.split("-")[1] ?? device;
  const start = { from, to: destinationOf(from), list: [], remarks: "" };
  const form = useForm({ schema: TransferForm, start, draft: `transfer ${id}` });
  useCorrection(
    "POST /v1/transactions/transfer",
    form,
    (body: TransferForm): v.InferInput<typeof TransferForm> => ({ ...start, ...body }),
    byLine,
  );
  return { form, posting, destinationOf };
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
  const { form, destinationOf } = transfer;
  const { warehouse: warehouses } = useApplicationContext();
  const from = useField(form, "from");
  const to = useField(form, "to");
  const list = useListField(form, "list");
  const waiting = useWaitingUnits();
  const quantities = useMemo(() => stock && new Map(stock.map(({ _id, quantity }) => [_id, quantity])), [stock]);
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
      <WarehouseSelect
        label="From"
        required
        local
        {...from}
        onChange={({ target }) => {
          from.onChange(target.value);
          // A transfer goes to another warehouse.
          if (!to.value || target.value === to.value) form.setValue("to", destinationOf(target.value));
        }}
      />
      <WarehouseSelect label="To" required except={from.value} {...to} />
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
