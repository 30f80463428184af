// The fields of a transfer: from, to, and its lines with what each warehouse will hold.
import { type Ref, useMemo } from "react";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import type { Adding } from "../../domain/line-editor/adding.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useField } from "../../lib/forms/use-form.ts";
import { Select, TextArea } from "../../ui/form/field.tsx";
import type { Transfer } from "./transfer-form.ts";
import { TransferLines } from "./transfer-lines.tsx";

interface Props {
  transfer: Transfer;
  stock: readonly StockRecord[] | undefined;
  /** Chosen already when the direction was turned. */
  product: string;
  adding: Ref<Adding>;
}

export function TransferFields({ transfer, stock, product, adding }: Props) {
  const { form } = transfer;
  const { locked } = transfer.unsure;
  const { warehouse: places, refreshing } = useApplicationContext();
  const from = useField(form, "from");
  const to = useField(form, "to");
  const list = useField(form, "list");
  const held = useMemo(
    () => stock && new Map(stock.map((record) => [`${record.product._id}-${record.warehouse._id}`, record.quantity])),
    [stock],
  );
  const place = (id: string) => places.find(({ _id }) => _id === id);
  const choices = warehouseChoices(places);
  const heldIn = (warehouse: string) => (of: string) =>
    warehouse && held && !locked ? (held.get(`${of}-${warehouse}`) ?? 0) : undefined;

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
      <TransferLines
        lines={list.value}
        onChange={list.onChange}
        ref={list.ref}
        adding={adding}
        product={product}
        ends={[
          { name: place(from.value)?.w_id ?? "", held: heldIn(from.value), sign: -1 },
          { name: place(to.value)?.w_id ?? "", held: heldIn(to.value), sign: 1 },
        ]}
        error={list.error}
        errorOf={(index) => form.getFieldState(`list.${index}.quantity`, form.formState).error?.message}
        locked={locked}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </>
  );
}
