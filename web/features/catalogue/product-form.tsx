// Adds a product, or edits one.
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import * as v from "valibot";
import { productsOf } from "#shared/catalogue.ts";
import { channelLabel } from "#shared/channel.ts";
import { maxCodes, type Product, ProductForm } from "#shared/product.ts";
import { byField, linkFields, notedFields, type ProductField } from "#shared/product-fields.ts";
import { useCatalogue } from "../../domain/catalogue.tsx";
import { useCorrection } from "../../domain/correction.ts";
import { FormerCodes } from "../../domain/former-codes.tsx";
import { ProductNotFound } from "../../domain/product-not-found.tsx";
import { useEdit } from "../../domain/use-edit.ts";
import type { Refusal } from "../../lib/api/result.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { draftRemover, readDraft, useDraft } from "../../lib/forms/draft.ts";
import { type Handover, useField, useForm } from "../../lib/forms/use-form.ts";
import { usePhone } from "../../lib/media.ts";
import { useEditedRow } from "../../lib/navigation/edited-row.ts";
import { useBack } from "../../lib/navigation/url-state.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { ImageInput, type PickedImage, pickedImages } from "../../lib/resize-image.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { isFlag } from "../../lib/stored.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Columns, FormPage, FormSkeleton, Row } from "../../ui/form/form-page.tsx";
import { ImageField } from "../../ui/form/image-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { ProductInput } from "./product-input.tsx";

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
  const list = useCatalogue(productsOf);
  const product = useEditedRow(id, list.data);
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
  if (list.loading || list.unconfirmed)
    return (
      <FormSkeleton title="Edit Product">
        <LoadError query={list} />
      </FormSkeleton>
    );
  return <ProductNotFound title="Edit Product" />;
}

const FormInput = v.object({ image: v.optional(ImageInput), ...ProductForm.entries });
type Values = v.InferOutput<typeof FormInput>;

interface Props {
  product?: Product;
  /** Values to start from: those of another product. */
  copy?: Values | undefined;
  onSaved: () => void;
  onDuplicate: (values: Values) => void;
}

function ProductFields({ product, copy, onSaved, onDuplicate }: Props) {
  const create = usePosting("POST /v1/products", { messages: saving });
  const confirm = useConfirm();
  const back = useBack("/products");
  const draft = `product ${product?._id ?? "new"}`;
  const form = useForm({
    schema: FormInput,
    start: product ? startValues(product) : startOfCopy(copy),
    draft,
    secret: ["image"],
  });
  const edit = useEdit("PATCH /v1/products/{id}", { kind: "product", form, draft: product ? draft : "" });
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
  }, true);

  useCorrection("POST /v1/products", form, (body: Partial<Product>, { input: { file } }) => ({
    ...startValues(body),
    image: pickedImages(file?.image)[0],
  }));

  /** Whether codes that were P.IDs of other products shall be this one's. */
  const confirmTakeOver = async ({ details }: Refusal): Promise<boolean> => {
    const former = details.filter((detail) => detail.product);
    return (
      former.length > 0 &&
      confirm({
        title: "Another product had this code",
        text: `${former.map(({ message }) => message).join(". ")}. Taken over, it leads to this product in scans, order files and sheets.`,
        action: "Take it over",
        harmless: true,
      })
    );
  };

  const save = async ({ image, ...body }: Values, { image: _, ...changed }: Partial<Values>, handover: Handover) => {
    const file = { image: image?.file };
    const removeDraft = draftRemover(imageDraft);
    const path = { id: product?._id ?? "" };
    const run = (more: { take?: "true" }) =>
      product
        ? edit.run({ path, body: { ...changed, ...more }, file })
        : create.run({ body: { ...body, ...more }, file }, { handover });
    let result = await run({});
    if (!result.ok && (await confirmTakeOver(result.failure))) result = await run({ take: "true" });
    if (!result.ok) return result;
    removeDraft();
    const saved = "answer" in result ? result.answer : undefined;
    const ended = saved?.ended_aliases?.map(({ channel, code }) => `${channelLabel(channel)} ${code}`);
    if (ended) toast.info(`No aliases any more, since the product has their codes: ${ended.join(", ")}`);
    return result;
  };
  return (
    <FormPage
      title={product ? "Edit Product" : "Add Product"}
      {...form.frame}
      offer={edit.offer}
      onCancel={back}
      onSubmit={form.submit(save, onSaved)}
      extra={<Button onClick={form.submit(save, onDuplicate)}>Save and duplicate</Button>}
      busy={create.busy || edit.busy || resizing}
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
          <ProductInput of="name" {...form.field("name")} />
          <Row>
            <ProductInput of="p_id" data-scan hint={hint} {...form.field("p_id")} />
            {beside.map((name) => (
              <ProductInput key={name} of={name} {...form.field(name)} />
            ))}
          </Row>
          <ProductInput
            of="codes"
            data-scan
            hint={`Other barcodes and seller SKUs, up to ${maxCodes}, with commas between them`}
            {...form.field("codes")}
          />
          {product && <FormerCodes id={product._id} />}
          <Row>
            {linkFields.map((name) => (
              <ProductInput key={name} of={name} {...form.field(name)} />
            ))}
          </Row>
        </div>
      </Columns>
    </FormPage>
  );
}

/** Those that lines of three have room for, after the P.ID. */
const beside = notedFields.filter((field) => field !== "codes");

/** A start value for every field: a field without one would look cleared. */
const startValues = (product?: Partial<Record<ProductField, string | number>>) => ({
  image: undefined,
  ...byField((name) => String(product?.[name] ?? "")),
});

/** All but the code, which belongs to the other product. */
const startOfCopy = ({ image, ...values }: Partial<Values> = {}) => ({
  ...startValues({ ...values, p_id: "", codes: "" }),
  image,
});

/** A draft cannot hold a file. It notes that there was one, so that the form can ask for it again. */
function useLostImage(name: string, image: PickedImage | undefined): boolean {
  const [lost] = useState(() => readDraft(name, isFlag) === true);
  useDraft(name, () => (image ? true : undefined));
  return lost;
}
