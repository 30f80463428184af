// The fields of stock in or out of one product in one warehouse.
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductPicker } from "../../domain/product-picker.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useField } from "../../lib/forms/use-form.ts";
import { Select, TextArea } from "../../ui/form/field.tsx";
import { QuantityField } from "../../ui/form/quantity-field.tsx";
import { Balance } from "./balance.tsx";
import { reasons, signed, type useDirection, useHeld, type useStockForm } from "./in-out-form.ts";

interface Props {
  form: ReturnType<typeof useStockForm>;
  direction: ReturnType<typeof useDirection>;
  /** Undefined until it is known. */
  stock: readonly StockRecord[] | undefined;
  locked: boolean;
  /** A product was chosen. */
  onChoose: () => void;
}

export function SingleFields({ form, direction: { action, note, forget }, stock, locked, onChoose }: Props) {
  const { product: products, warehouse: places, refreshing } = useApplicationContext();
  const product = useField(form, "product");
  const warehouse = useField(form, "warehouse");
  const quantity = useField(form, "quantity");
  const reason = useField(form, "reason");
  const held = useHeld(stock, product.value, warehouse.value);
  const change = locked || quantity.error ? undefined : signed(action, quantity.value);
  const after = warehouse.value === "" ? "warehouse" : "quantity";
  const first = locked ? undefined : product.value === "" ? "product" : after;

  const choose = (id: string) => {
    product.onChange(id);
    if (!id) return;
    onChoose();
    form.setFocus(after);
  };

  return (
    <>
      <ProductPicker
        label="Product"
        required
        scan={!locked}
        camera
        products={products}
        {...product}
        onChange={choose}
        aside={refreshing ? "Refreshing the list" : products.find(({ _id }) => _id === product.value)?.p_id}
        data-first={first === "product" || undefined}
      />
      <Select
        label="Warehouse"
        required
        empty="Choose warehouse"
        choices={warehouseChoices(places)}
        loading={refreshing}
        {...warehouse}
        data-first={first === "warehouse" || undefined}
      />
      <QuantityField
        label="Quantity"
        required
        of="units"
        {...quantity}
        data-first={first === "quantity" || undefined}
        beside={<Balance held={held} change={change} />}
      />
      <Select
        label="Reason"
        choices={reasons[action].map((each) => ({ value: each, label: each }))}
        hint={note && <span role="status">{note}</span>}
        {...reason}
        onChange={(event) => {
          forget();
          reason.onChange(event);
        }}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </>
  );
}
