// Stock in or out of one product in one warehouse: the form, its fields, its direction, and the next posting.
import { Fragment, useMemo, useRef, useState } from "react";
import { Link } from "react-router-dom";
import * as v from "valibot";
import { openShipmentsOf } from "#shared/catalogue.ts";
import { kindLabel, kinds } from "#shared/kinds.ts";
import { reasonsOf } from "#shared/movement-reason.ts";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { ProductPicker } from "../../domain/product-picker.tsx";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { useDeviceWarehouse, WarehouseSelect } from "../../domain/warehouse-select.tsx";
import { findById } from "../../lib/find-by-id.ts";
import { numberText } from "../../lib/format.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { Select, TextArea } from "../../ui/form/field.tsx";
import { QuantityField } from "../../ui/form/stepper.tsx";
import { Balance } from "./balance.tsx";
import { type FormAction, forms, kindOfForm, type StockChange, type StockPosting } from "./post-stock.ts";

type Values = v.InferInput<(typeof forms)[FormAction]["schema"]>;

const schema = v.lazy(
  (form): v.GenericSchema<Values, StockChange> => forms[(form as Values).action || "STOCK_IN"].schema,
);

const reasonsFor = (action: FormAction): readonly string[] => reasonsOf[kindOfForm(action)];

const emptyForm = (product = "", warehouse = ""): Values => ({
  action: "STOCK_IN",
  product,
  warehouse,
  quantity: 1,
  reason: reasonsOf.in[0],
  remarks: "",
});

/** `id`: of a product, or of a stock record (the ids of product and warehouse, joined by a dash). */
export const useStockForm = (id: string) => {
  const [device] = useDeviceWarehouse();
  const [product, warehouse = device] = id.split("-");
  return useForm({ schema, start: emptyForm(product, warehouse), draft: `update stock ${id}` });
};

type StockForm = ReturnType<typeof useStockForm>;

/** The values of the form for a change of stock. */
export const formOf = (change: Partial<StockChange> = {}): Values => ({ ...emptyForm(), ...change }) as Values;

/** Replaces a reason that the new direction does not have, and shows that. */
export function useDirection(form: StockForm) {
  const action = form.watch("action") ?? "STOCK_IN";
  const [note, setNote] = useState("");
  const change = (to: FormAction) => {
    if (to === action) return;
    form.setValue("action", to as "STOCK_IN", { shouldDirty: true });
    form.clearErrors();
    const reason = form.getValues("reason") ?? "";
    if (reasonsFor(to).includes(reason)) return setNote("");
    const [usual = ""] = reasonsFor(to);
    form.setValue("reason", usual as (typeof reasonsOf.in)[0], { shouldDirty: true });
    setNote(`Changed to ${usual}: ${reason} is not a reason for ${kindLabel(kindOfForm(to)).toLowerCase()}.`);
  };
  return { action, change, note, clearNote: () => setNote("") };
}

/** Submits and starts over with the same direction and warehouse. A next posting begun meanwhile stays. */
export function useSubmitAndAdd(form: StockForm, posting: StockPosting) {
  const [submitting, setSubmitting] = useState(false);
  const begun = useRef(false);
  /** A product is chosen while the previous one is being posted: only direction and warehouse carry over. */
  const begin = (): boolean => {
    if (!submitting || begun.current) return false;
    begun.current = true;
    form.setValue("quantity", 1, { shouldDirty: true });
    return true;
  };
  const startOver = (posted: StockChange) => {
    const { action, warehouse, reason, quantity, remarks = "" } = form.getValues();
    if (begun.current || quantity !== posted.quantity) {
      if (remarks.trim() === (posted.remarks ?? "")) form.setValue("remarks", "");
      return;
    }
    form.restart(formOf({ action, warehouse, reason } as Partial<StockChange>));
    form.setFocus("product");
  };
  const submit = form.submit((change, changed, handover) => {
    begun.current = false;
    setSubmitting(true);
    return posting.post(change, changed, handover).finally(() => setSubmitting(false));
  }, startOver);
  return { submit, begin, busy: submitting && posting.busy };
}

interface Props {
  form: StockForm;
  posting: StockPosting;
  direction: ReturnType<typeof useDirection>;
  /** Undefined until it is loaded. */
  stock: readonly StockRecord[] | undefined;
  /** A product was chosen. Returns whether that has begun the next posting. */
  onChoose: () => boolean;
}

export function InOutFields({ form, posting, direction: { action, note, clearNote }, stock, onChoose }: Props) {
  const { product: products, refreshing } = useApplicationContext();
  const product = useField(form, "product");
  const warehouse = useField(form, "warehouse");
  const quantity = useField(form, "quantity");
  const reason = useField(form, "reason");
  const waiting = useWaitingUnits(posting.key);
  const coming = useComing(product.value);
  const inStock = useQuantity(stock, product.value, warehouse.value);
  const isIn = kinds[kindOfForm(action)].moves === "in";
  const units = quantity.error || !(quantity.value > 0) ? undefined : quantity.value;
  const change = units && (isIn ? units : -units);
  const next = warehouse.value === "" ? "warehouse" : "quantity";
  const first = product.value === "" ? "product" : next;

  /** Units counted by scanning it. */
  const scanned = useRef({ id: "", units: 0 });
  const choose = (id: string) => {
    product.onChange(id);
    if (!id) return;
    onChoose();
    form.setFocus(next);
  };
  /** A second scan adds a unit; another product begins anew, unless its quantity was typed. */
  const scan = (id: string, units: number) => {
    const isNext = onChoose();
    const counted = scanned.current;
    const isRepeated = !isNext && id === counted.id && id === product.value;
    const typed = isNext || quantity.value === counted.units ? 0 : quantity.value;
    if (isRepeated) quantity.onChange((quantity.value || 0) + units);
    else if (units > 1 || typed === 0) quantity.onChange(units);
    scanned.current = { id, units: isRepeated ? counted.units + units : units };
    product.onChange(id);
    form.setFocus(next);
  };

  return (
    <>
      <ProductPicker
        label="Product"
        required
        scan
        camera
        products={products}
        {...product}
        onChange={choose}
        onScan={scan}
        hint={isIn && coming.length > 0 && <OnTheWay coming={coming} />}
        aside={refreshing ? "Refreshing the list" : findById(products, product.value)?.p_id}
        data-first={first === "product" || undefined}
      />
      <WarehouseSelect
        label="Warehouse"
        required
        local
        {...warehouse}
        data-first={first === "warehouse" || undefined}
      />
      <QuantityField
        label="Quantity"
        required
        of="units"
        {...quantity}
        data-first={first === "quantity" || undefined}
        beside={
          <Balance quantity={inStock} change={change} leaving={waiting.leaving(product.value, warehouse.value)} />
        }
      />
      <Select
        label="Reason"
        choices={reasonsFor(action).map((each) => ({ value: each, label: each }))}
        hint={note && <span role="status">{note}</span>}
        {...reason}
        onChange={(event) => {
          clearNote();
          reason.onChange(event);
        }}
      />
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </>
  );
}

interface Coming {
  _id: string;
  container: string;
  units: number;
}

/** The containers that still bring a product. */
function useComing(id: string): Coming[] {
  const open = useDerived(openShipmentsOf);
  return useMemo(
    () =>
      open?.flatMap(({ _id, container, items }) =>
        items
          .filter(({ product }) => product._id === id && product.in_transit > 0)
          .map(({ product }) => ({ _id, container, units: product.in_transit })),
      ) ?? [],
    [open, id],
  );
}

/** Goods of a container are received there: entered here, they would stay in transit too. */
const OnTheWay = ({ coming }: { coming: readonly Coming[] }) =>
  coming.map(({ _id, container, units }) => (
    <Fragment key={_id}>
      {numberText(units)} {units === 1 ? "is" : "are"} on the way in {container}:{" "}
      <Link to={`/intransit?${new URLSearchParams({ do: "receive", id: _id })}`}>receive them</Link>{" "}
    </Fragment>
  ));

/** Units of a product in a warehouse; undefined until both are chosen and the stock is loaded. */
function useQuantity(stock: readonly StockRecord[] | undefined, product: string, warehouse: string) {
  return useMemo(() => {
    if (!product || !warehouse || !stock) return undefined;
    return findById(stock, `${product}-${warehouse}`)?.quantity ?? 0;
  }, [stock, product, warehouse]);
}
