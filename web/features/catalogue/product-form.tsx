// Adds a product, or edits the one that the list passes along; after a reload it is looked up in the list.

import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import * as v from "valibot";
import { leadTimes, maxCodes, type Product, ProductForm } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useCorrection } from "../../domain/use-correction.ts";
import { useData } from "../../lib/api/use-data.ts";
import { saving, useCachedList, useMutation } from "../../lib/api/use-mutation.ts";
import { draftRemover, readDraft, useDraft } from "../../lib/forms/draft.ts";
import { type Handover, useField, useForm } from "../../lib/forms/use-form.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useEditedRow } from "../../lib/navigation/edited-row.ts";
import { useBack } from "../../lib/navigation/url-state.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import type { PickedImage } from "../../lib/resize-image.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { Columns, FormPage, FormSkeleton, Row } from "../../ui/form/form-page.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import style from "./products.module.css";

/** The other fields can be typed in before it is loaded. */
const ImageField = lazyComponent(
  () => import("../../ui/form/image-field.tsx"),
  "ImageField",
  <div className={style.image} />,
);

export function ProductFormScreen() {
  const { id } = useParams();
  return id ? <EditProduct key={id} id={id} /> : <AddProduct />;
}

/** After each product it starts the next form: empty, or a copy. */
function AddProduct() {
  const { state } = useLocation();
  const [next, setNext] = useState<{ count: number; copy?: Values }>({ count: 0, ...state });
  return (
    <ProductFields
      key={next.count}
      copy={next.copy}
      onSaved={() => setNext({ count: next.count + 1 })}
      onDuplicate={(copy) => setNext({ count: next.count + 1, copy })}
    />
  );
}

function EditProduct({ id }: { id: string }) {
  const list = useData("GET /v1/products");
  const product = useEditedRow("product", id, list.data);
  const back = useBack("/products");
  const navigate = useNavigate();
  if (product)
    return (
      <ProductFields
        product={product}
        onSaved={back}
        onDuplicate={({ image: _, ...copy }) => navigate("/products/opr", { replace: true, state: { copy } })}
      />
    );
  if (list.loading || list.lastKnown)
    return (
      <FormSkeleton title="Edit Product">
        <LoadError query={list} />
      </FormSkeleton>
    );
  return (
    <Page title="Edit Product">
      <Empty
        text="Product not found. It may have been deleted."
        action={<ButtonLink to="/products">All products</ButtonLink>}
      />
    </Page>
  );
}

const ImageInput = v.optional(
  v.pipe(
    v.custom<PickedImage>(() => true),
    v.check(
      ({ problem }) => !problem,
      ({ input }) => input.problem ?? "",
    ),
  ),
);
const FormInput = v.object({ image: ImageInput, ...ProductForm.entries });
type Values = v.InferOutput<typeof FormInput>;

const leadTimeChoices = leadTimes.map((time) => ({ value: String(time), label: `${time} days` }));

interface Props {
  product?: Product;
  /** Values to start from: those of another product. */
  copy?: Values | undefined;
  onSaved: () => void;
  onDuplicate: (values: Values) => void;
}

function ProductFields({ product, copy, onSaved, onDuplicate }: Props) {
  const cached = useCachedList<Product>("/v1/products");
  const options = { messages: saving, reload: affectedQueries.products, merge: cached.put };
  const create = usePosting("POST /v1/products", options);
  const edit = useMutation("PATCH /v1/products/{id}", options);
  const back = useBack("/products");
  const draft = `product ${product?._id ?? "new"}`;
  const form = useForm({
    schema: FormInput,
    start: product ? startValues(product) : startOfCopy(copy),
    draft,
    secret: ["image"],
  });
  const image = useField(form, "image");
  const imageDraft = `image of ${draft}`;
  const imageLost = useLostImage(imageDraft, image.value);
  const resizing = Boolean(image.value && !image.value.file && !image.value.problem);

  // Barcode scanners that type are not used with phones.
  const hint = usePhone() ? undefined : "Type it, or scan the barcode";
  useScanner((code) => {
    const scanned = { shouldDirty: true, shouldValidate: true };
    if ((document.activeElement as HTMLInputElement | null)?.name !== "codes")
      return form.setValue("p_id", code, scanned);
    const codes = (form.getValues("codes") ?? "").split(",").map((one) => one.trim());
    form.setValue("codes", [...new Set([...codes.filter(Boolean), code])].join(", "), scanned);
  });

  useCorrection("POST /v1/products", form, (body: Partial<Product>, { input: { file } }) => ({
    ...startValues(body),
    image: file?.image && { from: file.image, file: file.image },
  }));

  const save = async ({ image, ...body }: Values, { image: _, ...changed }: Partial<Values>, handover: Handover) => {
    const file = { image: image?.file };
    const removeDraft = draftRemover(imageDraft);
    const path = { id: product?._id ?? "" };
    const result = await (product ? edit.run({ path, body: changed, file }) : create.run({ body, file }, { handover }));
    if (result.ok) removeDraft();
    return result;
  };
  return (
    <FormPage
      title={product ? "Edit Product" : "Add Product"}
      dirty={form.dirty}
      onCancel={back}
      onSubmit={form.submit(save, onSaved)}
      extra={<Button onClick={form.submit(save, onDuplicate)}>Save and duplicate</Button>}
      busy={create.busy || edit.busy || resizing}
      problem={form.problem}
    >
      {imageLost && !image.value && <Banner>What you typed has been restored. Please choose the image again.</Banner>}
      <Columns>
        <ImageField
          label="Image"
          {...image}
          onChange={(picked) => form.setValue("image", picked, { shouldDirty: true, shouldValidate: true })}
          current={product?.image}
          alt={`Preview of ${product?.name ?? "the image"}`}
        />
        <div>
          <Input label={productLabels.name} required {...form.field("name")} />
          <Row>
            <Input label={productLabels.p_id} required data-scan {...form.field("p_id")} hint={hint} />
            <Select
              label={productLabels.lead_time}
              required
              empty="Choose"
              choices={leadTimeChoices}
              {...form.field("lead_time")}
            />
            <Input label={productLabels.pack} inputMode="numeric" {...form.field("pack")} />
          </Row>
          <Input
            label={productLabels.codes}
            {...form.field("codes")}
            hint={`Other barcodes and seller SKUs, up to ${maxCodes}, with commas between them`}
          />
          <Row>
            {(["amazon", "flipkart", "website"] as const).map((site) => (
              <Input
                key={site}
                label={`${productLabels[site]} Link`}
                type="url"
                placeholder="https://"
                {...form.field(site)}
              />
            ))}
          </Row>
        </div>
      </Columns>
    </FormPage>
  );
}

/** Every field has a start value: one that lacks it would look cleared. */
const startValues = (product?: Partial<Omit<Product, "image">>) =>
  ({
    image: undefined,
    name: product?.name ?? "",
    p_id: product?.p_id ?? "",
    lead_time: String(product?.lead_time ?? ""),
    pack: String(product?.pack ?? ""),
    codes: product?.codes ?? "",
    amazon: product?.amazon ?? "",
    flipkart: product?.flipkart ?? "",
    website: product?.website ?? "",
  }) satisfies Record<keyof typeof FormInput.entries, unknown>;

/** All but the code, which is another product's own. */
const startOfCopy = ({ image, ...values }: Partial<Values> = {}) => ({
  ...startValues({ ...values, p_id: "", codes: "" }),
  image,
});

/** A draft cannot hold a file. It notes that there was one, so that the form can ask for it again. */
function useLostImage(name: string, image: PickedImage | undefined): boolean {
  const [lost] = useState(() => readDraft<true>(name) === true);
  useDraft(name, () => (image ? true : undefined));
  return lost;
}
