// Opens a count of a warehouse: of all products or chosen ones, blind or not.
import { X } from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type Count, CountForm } from "#shared/count.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useCorrection } from "../../domain/correction.ts";
import { MissingFirst } from "../../domain/missing.tsx";
import { codeText, nameParts } from "../../domain/product-name.tsx";
import { ProductPicker } from "../../domain/product-picker.tsx";
import { useDeviceWarehouse, WarehouseSelect } from "../../domain/warehouse-select.tsx";
import { findById } from "../../lib/find-by-id.ts";
import { countText } from "../../lib/format.ts";
import { useField, useForm, useLateDefault } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { IconButton } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Image } from "../../ui/image.tsx";
import { TwoLines } from "../../ui/tag.tsx";
import style from "./count.module.css";

const scopes = [
  { value: "all", label: "All products" },
  { value: "chosen", label: "Chosen products" },
] as const;

interface Values {
  warehouse: string;
  products: string[] | undefined;
  blind: boolean;
}

const valuesOf = (body: Partial<CountForm>): Values => ({
  warehouse: body.warehouse ?? "",
  products: body.products,
  blind: body.blind ?? true,
});

export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { product: products } = useApplicationContext();
  const navigate = useNavigate();
  const [usual] = useDeviceWarehouse();
  const opened = useRef<Count>(undefined);
  const post = usePosting("POST /v1/counts", {
    messages: ["Opening", "Opened"],
    answered: (count, _, isLate) => {
      if (!isLate) opened.current = count;
    },
  });
  const form = useForm({ schema: CountForm, start: valuesOf({ warehouse: usual }), draft: "count new" });
  useLateDefault(form, "warehouse", usual);
  useCorrection("POST /v1/counts", form, valuesOf);
  const chosen = useField(form, "products");
  const blind = useField(form, "blind");
  const ids: readonly string[] = chosen.value ?? [];
  const listed = ids.flatMap((id) => findById(products, id) ?? []);
  return (
    <FormDialog
      title="Open Count"
      onClose={onClose}
      {...form.frame}
      onSubmit={form.submit(
        (body, _, handover) => post.run({ body }, { handover }),
        () => {
          if (opened.current) navigate(`/count/${opened.current._id}`, { replace: true });
          else onClose();
        },
      )}
      submit="Open Count"
      busy={post.busy}
    >
      <MissingFirst needs={["warehouse", "products"]} />
      <WarehouseSelect label="Warehouse" required local {...form.field("warehouse")} />
      <Field of={{ label: "Products", error: chosen.error }}>
        {() => (
          <Segmented
            label="Products"
            value={chosen.value ? "chosen" : "all"}
            choices={scopes}
            onChange={(scope) => chosen.onChange(scope === "all" ? undefined : [])}
          />
        )}
      </Field>
      {chosen.value && (
        <>
          <ProductPicker
            label={`Add a product (${countText(ids.length, "chosen", "chosen")})`}
            products={products}
            value=""
            onChange={(id) => id && !ids.includes(id) && chosen.onChange([...ids, id])}
            scan
            camera
          />
          <ul>
            {listed.map((product) => (
              <li key={product._id} className={style.head}>
                <Image src={product.image} size={28} />
                <TwoLines note={codeText(product)}>{nameParts(product.name).base}</TwoLines>
                <IconButton
                  icon={X}
                  label={`Remove ${product.name}`}
                  onClick={() => chosen.onChange(ids.filter((id) => id !== product._id))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Checkbox
        label="Blind: counters do not see what stock says"
        checked={blind.value ?? true}
        onChange={blind.onChange}
      />
    </FormDialog>
  );
}
