// Announces a container, or changes what of one has not come yet; saved once, whatever the network does.
import { useRef } from "react";
import { type Shipment, ShipmentForm } from "#shared/shipment.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import type { Adding } from "../../domain/line-editor/adding.tsx";
import { productText } from "../../domain/product-options.tsx";
import { useUnknownOutcome } from "../../domain/unknown-outcome.tsx";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input } from "../../ui/form/field.tsx";
import { ShipmentLines } from "./shipment-lines.tsx";
import { announcing } from "./unanswered-shipments.tsx";

/**
 * Characters of a label, which nobody reads: of 3 bytes in UTF-8 each and beside 100 bytes of other fields, 500 lines
 * stay below the 256 KB of a request.
 */
const longestLabel = 100;

const startOf = (shipment?: Shipment): ShipmentForm => ({
  container: shipment?.container ?? "",
  expected_delivery: shipment?.expected_delivery ?? "",
  list: (shipment?.items ?? []).map(({ product, quantity }) => ({ product: product._id, quantity })),
});

export function ShipmentDialog({ shipment, onClose }: { shipment?: Shipment; onClose: () => void }) {
  const adding = useRef<Adding>(null);
  const form = useForm({
    schema: ShipmentForm,
    start: startOf(shipment),
    draft: `shipment ${shipment?._id ?? "new"}`,
    surviveReload: true,
  });
  const { save, busy, waiting, asked, giveUp } = useSave(shipment);
  // In the order of the screen, which is the order in which a wrong field gets the focus.
  const container = form.field("container");
  const day = useField(form, "expected_delivery");
  const list = useField(form, "list");
  const show = (body: ShipmentForm | undefined) => (body ? form.setUnsaved(body) : form.restart(startOf()));
  const unsure = useUnknownOutcome({ asked, waiting, busy, show, giveUp, look: "the list" });
  const send = form.submit(save, onClose);

  return (
    <FormDialog
      title={shipment ? `Edit ${shipment.container}` : "Add In-Transit Stock"}
      wide
      onClose={onClose}
      dirty={form.dirty && !unsure.locked}
      onSubmit={(event) => {
        event.preventDefault();
        if (unsure.locked || adding.current?.finish()) send();
      }}
      submit={unsure.again ? "Try again" : shipment ? "Save" : "Save In-Transit Stock"}
      busy={busy}
      problem={unsure.locked ? undefined : form.problem}
      locked={unsure.locked}
      extra={unsure.button}
      chain
    >
      {unsure.banner}
      {!shipment && <Input label="Container ID" required {...container} />}
      <DateField label="Expected Delivery" required {...day} />
      <ShipmentLines
        items={shipment?.items ?? []}
        lines={list.value}
        onChange={list.onChange}
        ref={list.ref}
        adding={adding}
        error={list.error}
        errorOf={(index) => form.getFieldState(`list.${index}.quantity`, form.formState).error?.message}
        locked={unsure.locked}
      />
    </FormDialog>
  );
}

function useSave(shipment: Shipment | undefined) {
  const { product: products } = useApplicationContext();
  const reload = affectedQueries.shipments;
  const create = useMutation("POST /v1/shipments", { messages: saving, reload, once: announcing });
  const change = useMutation("PATCH /v1/shipments/{id}", { messages: saving, reload });

  const labelled = (line: ShipmentForm["list"][number]) => {
    const product = products.find(({ _id }) => _id === line.product);
    return { ...line, ...(product && { label: productText(product).slice(0, longestLabel), image: product.image }) };
  };
  const save = ({ container, expected_delivery, list }: ShipmentForm, changed: Partial<ShipmentForm>) =>
    shipment
      ? change.run({ path: { id: shipment._id }, body: changed })
      : create.run({ body: { container, list: list.map(labelled), expected_delivery } });
  const asked = shipment ? undefined : (create.unsure?.body as ShipmentForm | undefined);
  // Nobody who changes one waits for another that is announced.
  const { busy, waiting } = shipment ? change : create;
  return { save, busy, waiting, asked, giveUp: create.giveUp };
}
