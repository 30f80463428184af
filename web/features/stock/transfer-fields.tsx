// The fields of a transfer: from, to, and its lines with what each warehouse will hold.
import { Fragment, type Ref, useMemo } from "react";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import type { Line } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useField, useListField } from "../../lib/forms/use-form.ts";
import { Select, TextArea } from "../../ui/form/field.tsx";
import { Balance } from "./balance.tsx";
import type { Transfer } from "./transfer-form.ts";

interface Props {
  transfer: Transfer;
  stock: readonly StockRecord[] | undefined;
  /** Chosen already when the direction was turned. */
  product: string;
  pending: Ref<PendingLine>;
}

export function TransferFields({ transfer, stock, product, pending }: Props) {
  const { form } = transfer;
  const { locked } = transfer.unsure;
  const { warehouse: places, refreshing } = useApplicationContext();
  const from = useField(form, "from");
  const to = useField(form, "to");
  const list = useListField(form, "list");
  const held = useMemo(
    () => stock && new Map(stock.map((record) => [`${record.product._id}-${record.warehouse._id}`, record.quantity])),
    [stock],
  );
  const choices = warehouseChoices(places);
  /** What a warehouse holds of the line's product, and will hold: less where units leave it. */
  const balance = ({ product: of, quantity }: Line, warehouse: string, sign: -1 | 1) => (
    <Fragment key={sign}>
      <Balance
        of={places.find(({ _id }) => _id === warehouse)?.w_id ?? ""}
        held={warehouse && held && !locked ? (held.get(`${of}-${warehouse}`) ?? 0) : undefined}
        change={sign * (quantity || 0) || undefined}
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
          // Nothing is transferred to where it is.
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
        locked={locked}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </>
  );
}
