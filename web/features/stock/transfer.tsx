// A transfer from one warehouse to another: its form, its fields, and posting it once.
import { Fragment, type Ref, useMemo } from "react";
import type * as v from "valibot";
import { type Detail, Failure } from "#shared/failure.ts";
import type { StockRecord } from "#shared/stock.ts";
import { TransferForm } from "#shared/transfer.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useCorrection } from "../../domain/correction.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import type { Line } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { useDeviceWarehouse, WarehouseSelect } from "../../domain/warehouse-select.tsx";
import {
  type Handover,
  useField,
  useForm,
  useLateDefault,
  useListField,
  withFailure,
} from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { usePreference } from "../../lib/preference.ts";
import { TextArea } from "../../ui/form/field.tsx";
import { Balance } from "./balance.tsx";
import { messages, useShortage } from "./post-stock.ts";
import { useConfirmQuantity } from "./use-confirm-quantity.ts";

/** A refusal that names a product is shown at its line. */
const byLine = ({ code, details }: Failure): Failure =>
  new Failure(code, ...details.map((detail) => (detail.product ? { ...detail, field: "list" } : detail)));

/** Preference: the destination of the last transfer that was submitted on this device. */
const lastDestination = "transfer to";

function usePostTransfer(stock: readonly StockRecord[] | undefined) {
  const offerUndo = useOfferUndo();
  const { run, busy, key } = usePosting("POST /v1/transactions/transfer", {
    messages,
    answered: ({ movement, data }, title) => offerUndo({ movement, title, text: describeMovement(data), rows: data }),
    kept: (entry, title) => offerUndo({ entry, title }),
  });
  const confirmQuantity = useConfirmQuantity();
  const shortageOf = useShortage(stock, key);
  const shortagesOf = ({ from, list }: TransferForm): Detail[] =>
    list.flatMap(({ product, quantity }) => {
      const message = shortageOf(product, from, quantity);
      return message ? [{ field: "list", product, message }] : [];
    });
  const [, setLast] = usePreference(lastDestination, "");
  const post = async (body: TransferForm, _: unknown, handover: Handover) => {
    const shortages = shortagesOf(body);
    if (shortages.length > 0)
      return { ok: false as const, failure: new Failure("UNPROCESSABLE_CONTENT", ...shortages) };
    // Asks above half of the product's stock, as wherever units leave a warehouse.
    if (!(await confirmQuantity(body.list, 0.5))) return undefined;
    setLast(body.to);
    return withFailure(await run({ body }, { handover }), byLine);
  };
  return { post, busy, key };
}

/** The default destination of a transfer: the only other warehouse, or the destination of the last one. */
function useDestination(): (from: string) => string {
  const { warehouse: warehouses } = useApplicationContext();
  const [last] = usePreference(lastDestination, "");
  return (from) => {
    const targets = warehouses.filter(({ _id }) => _id !== from);
    const usual = targets.length === 1 ? targets[0] : targets.find(({ _id }) => _id === last);
    return (from && usual?._id) || "";
  };
}

/**
 * `start`: what the form begins with, as addresses have it: `<product>`, `<product>-<warehouse>` of a row of stock, or
 * `<product>-<from>-<to>-<units>` of a proposed move.
 */
export function useTransfer(start: string, stock: readonly StockRecord[] | undefined) {
  const posting = usePostTransfer(stock);
  const destinationOf = useDestination();
  const [device] = useDeviceWarehouse();
  const [product = "", from = device, to = destinationOf(from), units] = start.split("-");
  // `TransferFields` preselects a product without units in its line editor.
  const list = units ? [{ product, quantity: Number(units) }] : [];
  const values = { from, to, list, remarks: "" };
  const form = useForm({ schema: TransferForm, start: values, draft: `transfer ${start}` });
  useCorrection(
    "POST /v1/transactions/transfer",
    form,
    (body: TransferForm): v.InferInput<typeof TransferForm> => ({ ...values, ...body }),
    byLine,
  );
  return { form, posting, destinationOf };
}

interface Props {
  transfer: ReturnType<typeof useTransfer>;
  /** Undefined until it is loaded. */
  stock: readonly StockRecord[] | undefined;
  /** The line editor begins with it: that of `start`, or one that was chosen before the dialog was switched to a transfer. */
  product: string;
  pending: Ref<PendingLine>;
}

export function TransferFields({ transfer, stock, product, pending }: Props) {
  const { form, posting, destinationOf } = transfer;
  const { warehouse: warehouses } = useApplicationContext();
  const from = useField(form, "from");
  const to = useField(form, "to");
  const list = useListField(form, "list");
  useLateDefault(form, "to", destinationOf(from.value));
  const waiting = useWaitingUnits(posting.key);
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
