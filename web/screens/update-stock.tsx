// Stock in or out of one product in one warehouse, as a form that scanners fill; posted once, whatever the network does.
import { useEffect, useMemo, useState } from "react";
import * as v from "valibot";
import { type Action, reasonsIn, reasonsOut, StockIn, StockOut } from "#shared/movement.ts";
import { useLists } from "../lib/context.tsx";
import { useField, useForm } from "../lib/form.ts";
import { type Change, usePostStock } from "../lib/post-stock.ts";
import { useData } from "../lib/use-data.ts";
import { Balance } from "../ui/balance.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { Select, TextArea } from "../ui/field.tsx";
import { placeText } from "../ui/place.tsx";
import { ProductPicker } from "../ui/product-picker.tsx";
import { QuantityField } from "../ui/quantity-field.tsx";
import { Segmented } from "../ui/segmented.tsx";

type Typed = v.InferInput<typeof StockIn> | v.InferInput<typeof StockOut>;

const Form = v.lazy(
  (form): v.GenericSchema<Typed, Change> => ((form as Typed).action === "STOCK_OUT" ? StockOut : StockIn),
);
const reasons: Record<Action, readonly string[]> = { STOCK_IN: reasonsIn, STOCK_OUT: reasonsOut };
const directions = [
  { value: "STOCK_IN", label: "STOCK IN" },
  { value: "STOCK_OUT", label: "STOCK OUT" },
] as const;

const blank = (product = "", warehouse = ""): Typed => ({
  action: "STOCK_IN",
  product,
  warehouse,
  quantity: 1,
  reason: reasonsIn[0],
  remarks: "",
});

/** `of` is the id of a product, or of a stock record: the product's and the warehouse's joined by a dash. */
export function UpdateStock({ of, onClose }: { of: string; onClose: () => void }) {
  const { product: products, warehouse: places, refreshing } = useLists();
  const posting = usePostStock();
  const locked = posting.unsure !== undefined;
  const form = useForm({ schema: Form, start: blank(...of.split("-")), draft: "update stock" });
  const action = form.watch("action") ?? "STOCK_IN";
  const product = useField(form, "product");
  const warehouse = useField(form, "warehouse");
  const quantity = useField(form, "quantity");
  const reason = useField(form, "reason");
  const direction = useDirection(form, action);
  const held = useHeld(product.value, warehouse.value);
  const change = locked || quantity.error ? undefined : signed(action, quantity.value);
  const again = useAgain(form, posting);
  const giveUp = useGiveUp(form, posting);

  const choose = (id: string) => {
    product.onChange(id);
    if (id) form.setFocus(warehouse.value ? "quantity" : "warehouse");
  };
  const first = locked ? undefined : product.value === "" ? "product" : "quantity";

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
      chain
      extra={
        locked ? (
          <Button kind="plain" onClick={giveUp}>
            Give up
          </Button>
        ) : (
          <Button busy={again.busy} onClick={again.submit}>
            Submit and add another
          </Button>
        )
      }
    >
      {locked && (
        <Banner tone="warn">
          No answer came, so nobody knows yet whether this was posted. Try again: it cannot be posted twice.
        </Banner>
      )}
      <Segmented label="Direction" value={action} choices={directions} onChange={direction.turn} />
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
        hint={direction.note}
        {...reason}
        onChange={(event) => {
          direction.forget();
          reason.onChange(event);
        }}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </FormDialog>
  );
}

type StockForm = ReturnType<typeof useForm<Typed, Change>>;
type Posting = ReturnType<typeof usePostStock>;

const signed = (action: Action, quantity: number | undefined): number | undefined =>
  quantity !== undefined && quantity > 0 ? (action === "STOCK_IN" ? quantity : -quantity) : undefined;

/** Units in that warehouse; undefined until both are chosen and the stock is known. */
function useHeld(product: string, warehouse: string): number | undefined {
  const { data } = useData("GET /v1/stocks");
  return useMemo(() => {
    if (!product || !warehouse || !data) return undefined;
    return data.find((record) => record.product._id === product && record.warehouse._id === warehouse)?.quantity ?? 0;
  }, [data, product, warehouse]);
}

/** Turning the direction replaces a reason that the other one does not have, and says so. */
function useDirection(form: StockForm, action: Action) {
  const [note, setNote] = useState("");
  const turn = (to: Action) => {
    if (to === action) return;
    form.setValue("action", to as "STOCK_IN", { shouldDirty: true });
    form.clearErrors();
    const reason = form.getValues("reason") ?? "";
    if (reasons[to].includes(reason)) return setNote("");
    const [usual = ""] = reasons[to];
    form.setValue("reason", usual as (typeof reasonsIn)[0], { shouldDirty: true });
    setNote(`Changed to ${usual}: ${reason} is no reason for ${to === "STOCK_IN" ? "stock in" : "stock out"}.`);
  };
  return { turn, note: note && <span role="status">{note}</span>, forget: () => setNote("") };
}

/** Submits and starts over, in the same direction and warehouse. */
function useAgain(form: StockForm, posting: Posting) {
  const [chosen, setChosen] = useState(false);
  const start = () => {
    const { action, warehouse, reason } = form.getValues();
    form.reset({ ...blank(), action, warehouse, reason } as Typed);
    // A reset forgets the fields until they are drawn again.
    requestAnimationFrame(() => form.setFocus("product"));
  };
  const submit = form.submit((change) => {
    setChosen(true);
    return posting.post(change).finally(() => setChosen(false));
  }, start);
  return { submit, busy: chosen && posting.busy };
}

/** While an outcome is unknown the form shows what was posted; giving it up empties the form. */
function useGiveUp(form: StockForm, { unsure, giveUp }: Posting) {
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another posting is shown anew.
  useEffect(() => {
    if (unsure) form.reset({ ...blank(), ...unsure } as Typed);
  }, [unsure]);
  return async () => {
    const yes = await confirm({
      title: "Give up on this update",
      text: "It may have been posted all the same. Look at the stock before you enter it again. Continue?",
      action: "Give up",
    });
    if (!yes) return;
    giveUp();
    form.reset(blank());
  };
}
