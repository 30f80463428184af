// Stock in or out of one product in one warehouse, as a form that scanners fill; posted once, whatever the network does.
import type { StockRecord } from "#shared/stock.ts";
import { useLists } from "../lib/context.tsx";
import { useField } from "../lib/form.ts";
import { usePostStock } from "../lib/post-stock.ts";
import { Balance } from "../ui/balance.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { Select, TextArea } from "../ui/field.tsx";
import { placeText } from "../ui/place.tsx";
import { ProductPicker } from "../ui/product-picker.tsx";
import { QuantityField } from "../ui/quantity-field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { reasons, signed, useAgain, useDirection, useGiveUp, useHeld, useStockForm } from "./stock-form.ts";

const directions = [
  { value: "STOCK_IN", label: "STOCK IN" },
  { value: "STOCK_OUT", label: "STOCK OUT" },
] as const;

interface Props {
  /** Id of a product or of a stock record. */
  of: string;
  /** Undefined until it is known. */
  stock: readonly StockRecord[] | undefined;
  onClose: () => void;
}

export function UpdateStock({ of, stock, onClose }: Props) {
  const posting = usePostStock();
  const form = useStockForm(of);
  const again = useAgain(form, posting);
  const giveUp = useGiveUp(form, posting);
  const locked = posting.unsure !== undefined;
  const extra = locked ? (
    <Button kind="plain" onClick={giveUp}>
      Give up
    </Button>
  ) : (
    <Button busy={again.busy} onClick={again.submit}>
      Submit and add another
    </Button>
  );
  return (
    <FormDialog
      title="Update Stock"
      onClose={onClose}
      dirty={form.dirty && !locked}
      onSubmit={form.submit(posting.post, onClose)}
      submit={locked ? "Try again" : "Submit"}
      busy={posting.busy && !again.busy}
      problem={locked ? undefined : form.problem}
      locked={locked}
      extra={extra}
      chain
    >
      {locked && (
        <Banner tone="warn">
          No answer came, so nobody knows yet whether this was posted. Try again: it cannot be posted twice.
        </Banner>
      )}
      <Fields form={form} stock={stock} locked={locked} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: ReturnType<typeof useStockForm>;
  stock: Props["stock"];
  locked: boolean;
}

function Fields({ form, stock, locked }: FieldsProps) {
  const { product: products, warehouse: places, refreshing } = useLists();
  const product = useField(form, "product");
  const warehouse = useField(form, "warehouse");
  const quantity = useField(form, "quantity");
  const reason = useField(form, "reason");
  const { action, turn, note, forget } = useDirection(form);
  const held = useHeld(stock, product.value, warehouse.value);
  const change = locked || quantity.error ? undefined : signed(action, quantity.value);
  const first = locked ? undefined : product.value === "" ? "product" : "quantity";

  const choose = (id: string) => {
    product.onChange(id);
    if (id) form.setFocus(warehouse.value ? "quantity" : "warehouse");
  };

  return (
    <>
      <Segmented label="Direction" value={action} choices={directions} onChange={turn} />
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
        choices={places.map((place) => ({ value: place._id, label: placeText(place) }))}
        {...warehouse}
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
