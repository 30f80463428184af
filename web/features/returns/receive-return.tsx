// Receives a parcel of a return: the units, and one press that says what became of them. Kept without a network, posted once.
import { useState } from "react";
import * as v from "valibot";
import { channelChoices, channelMissing } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import { Id, orEmpty, Quantity } from "#shared/field.ts";
import type { Transaction } from "#shared/movement.ts";
import { maxPhotos, type Return, ReturnForm } from "#shared/return.ts";
import { conditionLabel, foundText, returnName } from "#shared/return-label.ts";
import { type Condition, conditions, productMissing } from "#shared/return-units.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useCorrection } from "../../domain/correction.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { addAgain, sameParcel } from "../../domain/duplicates.ts";
import { findByCode } from "../../domain/find-by-code.ts";
import { MissingFirst } from "../../domain/missing.tsx";
import { usePending } from "../../domain/pending.ts";
import { ProductPicker } from "../../domain/product-picker.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useDeviceWarehouse, WarehouseSelect } from "../../domain/warehouse-select.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { countText, numberText } from "../../lib/format.ts";
import { type Handover, useField, useForm } from "../../lib/forms/use-form.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { ImageInput, type PickedImage, pickedImages } from "../../lib/resize-image.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Input, Select, TextArea } from "../../ui/form/field.tsx";
import { ImageField } from "../../ui/form/image-field.tsx";
import { QuantityField } from "../../ui/form/stepper.tsx";
import { parcelsOf } from "./waiting.ts";

const { return: of, channel, order, reference, product, warehouse, remarks, parcels } = ReturnForm.entries;
const Parcel = v.pipe(
  v.object({
    ...{ return: of, channel: orEmpty(v.unwrap(channel)), order, reference, product: orEmpty(v.unwrap(product)) },
    ...{ warehouse, remarks, parcels, quantity: Quantity },
    /** Damaged units are thrown away though there is a warehouse for them. */
    thrown: v.boolean(),
    /** What came in place of a wrong item, and how. */
    came: orEmpty(Id),
    came_as: v.picklist(["good", "damaged"]),
    photos: v.array(ImageInput),
  }),
  v.forward(
    v.partialCheck([["return"], ["channel"]], (one) => Boolean(one.return ?? one.channel), channelMissing),
    ["channel"],
  ),
);
type Values = v.InferInput<typeof Parcel>;
type Parcel = v.InferOutput<typeof Parcel>;

const valuesOf = (body: Partial<ReturnForm>, entry?: Pick<Entry, "input">): Values => ({
  ...{ return: body.return, channel: body.channel ?? ("" as "amazon"), order: body.order ?? "" },
  ...{ reference: body.reference ?? "", product: body.product ?? "", warehouse: body.warehouse ?? "" },
  ...{ remarks: body.remarks ?? "", parcels: body.parcels, thrown: body.thrown_away ?? false },
  ...{ came: body.instead?.product ?? "", came_as: body.instead?.condition ?? "good" },
  quantity: conditions.map((condition) => body[condition] ?? 0).find((units) => units > 0) ?? 1,
  photos: pickedImages(entry?.input.file?.photos),
});

/** With one photo chosen, made smaller, replaced by another or removed: each is made smaller in its own time. */
const withPhoto = (now: PickedImage[], old: PickedImage | undefined, picked: PickedImage | undefined) => {
  const isThere = now.some(({ from }) => from === picked?.from);
  const place = isThere ? picked?.from : old?.from;
  if (!place) return picked ? [...now, picked] : now;
  return now.flatMap((one) => (one.from === place ? (picked ?? []) : one));
};

const [, ...others] = conditions;
const cameChoices = (["good", "damaged"] as const).map((value) => ({ value, label: conditionLabel(value) }));

/** "1 Damaged, thrown away · 2 more than advised". */
const receivedText = (body: ReturnForm, rows: readonly Transaction[], { advised, beyond }: Return): string =>
  [
    rows.length > 0 ? describeMovement(rows) : foundText(body),
    body.damaged && rows.length === 0 && "thrown away",
    advised > 0 && beyond > 0 && `${numberText(beyond)} more than advised`,
  ]
    .filter(Boolean)
    .join(" · ");

export function ReceiveReturn({ row, code = "", onClose }: { row?: Return; code?: string; onClose: () => void }) {
  const { product: products } = useApplicationContext();
  const [here] = useDeviceWarehouse();
  const settings = useData("GET /v1/returns/settings").data;
  const bin = settings?.unsellable;
  const pending = usePending();
  // As it was opened, with those that wait on this device. Where nothing is expected, any other one is asked about.
  const [seen] = useState(row && row.awaited > 0 ? row.receipts.length + parcelsOf(pending, row._id).length : 0);
  const scanned = code ? findByCode(products, code)?._id : undefined;
  const start = row
    ? { return: row._id, good: Math.max(1, row.awaited), product: row.product?._id }
    : { product: scanned, ...(!scanned && { reference: code }) };
  const form = useForm({
    schema: Parcel,
    start: valuesOf({ ...(start as Partial<ReturnForm>), warehouse: here }),
    draft: `return ${row?._id ?? `new ${code}`}`,
    secret: ["photos"],
  });
  useCorrection("POST /v1/returns", form, valuesOf);
  const offerUndo = useOfferUndo();
  const posting = usePosting("POST /v1/returns", {
    messages: ["Processing", "Received"],
    ...(row && { about: returnName(row) }),
    answered: ({ movement, data, return: one }, title, _, { body }) =>
      offerUndo({ movement, title, text: receivedText(body, data, one) }),
    kept: (entry, title) => offerUndo({ entry, title }),
  });
  const confirm = useConfirm();
  const [units, place, picked, came, thrown, photos] = [
    useField(form, "quantity"),
    useField(form, "warehouse"),
    useField(form, "product"),
    useField(form, "came"),
    useField(form, "thrown"),
    useField(form, "photos"),
  ];
  const isResizing = photos.value.some(({ file, problem }) => !file && !problem);
  const isAdvised = form.watch("return") !== undefined;
  const say = (condition: Condition) =>
    form.submit(async (values: Parcel, _, handover: Handover) => {
      const { quantity, thrown: isThrown, came: instead, came_as, photos, ...parcel } = values;
      if (!parcel.product && (condition === "good" || (condition === "damaged" && bin && !isThrown)))
        return { ok: false, failure: new Failure("BAD_REQUEST", { field: "product", message: productMissing }) };
      const files = photos.flatMap(({ file }) => file ?? []);
      const file = files.length > 0 && { file: { photos: files } };
      const body = {
        ...{ ...parcel, [condition]: quantity },
        // While the settings are not known, the server goes by them.
        ...((isThrown || (settings && !bin)) && { thrown_away: true }),
        ...(condition === "wrong" && instead && { instead: { product: instead, condition: came_as } }),
        parcels: parcel.parcels ?? seen,
      };
      const sent = await posting.run({ body, ...file }, { handover });
      const same = !sent.ok && sameParcel(sent.failure);
      if (!same) return sent;
      const question = {
        title: "Another parcel of it?",
        text: `${same.message}. Receive another one?`,
        action: addAgain,
      };
      return (await confirm(question)) ? posting.run({ body: { ...body, again: true }, ...file }, { handover }) : sent;
    }, onClose);
  return (
    <FormDialog
      title={row ? `Receive ${returnName(row)}` : "Receive a return"}
      wide
      onClose={onClose}
      {...form.frame}
      onSubmit={say("good")}
      submit={conditionLabel("good")}
      busy={posting.busy || isResizing}
      extra={others.map((condition) => (
        <Button key={condition} busy={posting.busy || isResizing} onClick={say(condition)}>
          {conditionLabel(condition)}
        </Button>
      ))}
      chain
    >
      <MissingFirst needs={["warehouse", "products"]} />
      {row?.product && <p>{`${row.product.name} (${row.product.p_id}), ${countText(row.awaited, "unit")} expected`}</p>}
      {!isAdvised && (
        <>
          <Select label="Channel" required empty="Choose channel" choices={channelChoices} {...form.field("channel")} />
          <Input label="Return or tracking number (Optional)" {...form.field("reference")} />
          <Input label="Order (Optional)" {...form.field("order")} />
        </>
      )}
      {!row?.product && (
        <ProductPicker label="Product" products={products} scan camera {...picked} value={picked.value ?? ""} />
      )}
      <QuantityField label="Units" required of="units" data-first {...units} />
      <WarehouseSelect label="Good units go to" required local own {...place} />
      {bin ? (
        <Checkbox
          label={`Damaged units are thrown away, else they go to ${bin.name}`}
          checked={thrown.value}
          onChange={thrown.onChange}
        />
      ) : (
        settings && <p>Damaged units are thrown away: no warehouse is chosen for them.</p>
      )}
      <ProductPicker label="Came instead of it (Optional)" products={products} {...came} value={came.value ?? ""} />
      {came.value && <Select label="It came" choices={cameChoices} {...form.field("came_as")} />}
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
      <p>Photos are of the goods: no label with a name or an address.</p>
      {[...photos.value, undefined].slice(0, maxPhotos).map((photo, at) => (
        <ImageField
          // biome-ignore lint/suspicious/noArrayIndexKey: a photo has no name of its own
          key={at}
          label={`Photo ${at + 1} (Optional)`}
          alt={`Photo ${at + 1}`}
          value={photo}
          error={photo?.problem}
          onChange={(picked) =>
            form.setValue("photos", withPhoto(form.getValues("photos"), photo, picked), { shouldDirty: true })
          }
        />
      ))}
    </FormDialog>
  );
}
