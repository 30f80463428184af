// The form of a product: its picture, names, lead time and listings.
import { useState } from "react";
import * as v from "valibot";
import { leadTimes, type Product, ProductForm } from "#shared/product.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useCachedList } from "../../lib/api/cached-list.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { draftRemover, readDraft, useDraft } from "../../lib/forms/draft.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { usePhone } from "../../lib/media.ts";
import { useBack } from "../../lib/navigation/url-state.ts";
import type { PickedImage } from "../../lib/resize-image.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { Input, Select } from "../../ui/form/field.tsx";
import { Columns, FormPage, Row } from "../../ui/form/form-page.tsx";
import { ImageField } from "../../ui/form/image-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";

const Image = v.optional(
  v.pipe(
    v.custom<PickedImage>(() => true),
    v.check(
      ({ problem }) => !problem,
      ({ input }) => input.problem ?? "",
    ),
  ),
);
const Form = v.object({ image: Image, ...ProductForm.entries });

const days = leadTimes.map((time) => ({ value: String(time), label: `${time} days` }));

interface Props {
  product?: Product;
  /** One was added just before. */
  next?: boolean;
  onCreated?: () => void;
}

export function ProductFields({ product, next = false, onCreated }: Props) {
  const cached = useCachedList<Product>("/v1/products");
  const act = { messages: saving, reload: affectedQueries.products, merge: cached.put };
  const create = useMutation("POST /v1/products", act);
  const edit = useMutation("PATCH /v1/products/{id}", act);
  const back = useBack("/products");
  const name = `product ${product?._id ?? "new"}`;
  const form = useForm({ schema: Form, start: startOf(product), draft: name, secret: ["image"] });
  const image = useField(form, "image");
  const lostImage = `image of ${name}`;
  const lost = useLostImage(lostImage, image.value);
  const shrinking = Boolean(image.value && !image.value.file && !image.value.problem);

  // A phone has no scanner that types.
  const hint = usePhone() ? undefined : "Type it, or scan the barcode";
  useScanner((code) => form.setValue("p_id", code, { shouldDirty: true, shouldValidate: true }));

  type Filled = v.InferOutput<typeof Form>;
  const save = async ({ image, ...body }: Filled, { image: _, ...changed }: Partial<Filled>) => {
    const file = { image: image?.file };
    const drop = draftRemover(lostImage);
    const path = { id: product?._id ?? "" };
    const result = await (product ? edit.run({ path, body: changed, file }) : create.run({ body, file }));
    if (result.ok) drop();
    return result;
  };
  return (
    <FormPage
      title={product ? "Edit Product" : "Add Product"}
      dirty={form.dirty}
      onCancel={back}
      onSubmit={form.submit(save, () => (product ? back() : onCreated?.()))}
      busy={create.busy || edit.busy || shrinking}
      problem={form.problem}
    >
      {lost && !image.value && (
        <Banner>What you typed before the session ended is here again. Please choose the image once more.</Banner>
      )}
      <Columns>
        <ImageField
          label="Image"
          {...image}
          onChange={(picked) => form.setValue("image", picked, { shouldDirty: true, shouldValidate: true })}
          current={product?.image}
          alt={`Preview of ${product?.name ?? "the image"}`}
        />
        <div>
          <Input label="Product Name" required autoFocus={next} {...form.field("name")} />
          <Row>
            <Input label="P.ID/SKU/BC" required data-scan {...form.field("p_id")} hint={hint} />
            <Select label="Lead Time" required empty="Choose" choices={days} {...form.field("lead_time")} />
          </Row>
          <Input label="Amazon Link" type="url" placeholder="https://" {...form.field("amazon")} />
          <Input label="Flipkart Link" type="url" placeholder="https://" {...form.field("flipkart")} />
          <Input label="Website Link" type="url" placeholder="https://" {...form.field("website")} />
        </div>
      </Columns>
    </FormPage>
  );
}

const startOf = (product?: Product) => ({
  image: undefined,
  name: product?.name ?? "",
  p_id: product?.p_id ?? "",
  lead_time: product ? String(product.lead_time) : "",
  amazon: product?.amazon ?? "",
  flipkart: product?.flipkart ?? "",
  website: product?.website ?? "",
});

/** A draft cannot keep a file; whether there was one is kept, to ask for it again. */
function useLostImage(name: string, image: PickedImage | undefined): boolean {
  const [lost] = useState(() => readDraft<true>(name) === true);
  useDraft(name, () => (image ? true : undefined));
  return lost;
}
