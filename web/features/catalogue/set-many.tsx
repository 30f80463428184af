// Sets a value of many products: the lead time, the units per carton, or a link; an empty one is cleared.
import { useState } from "react";
import * as v from "valibot";
import { leadTimes, ProductForm } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { countText } from "../../lib/format.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import type { Settable } from "./many-products.ts";

/** What a button offers to set. */
export type What = "lead_time" | "pack" | "links";

export const whatLabels = {
  lead_time: "Set lead time",
  pack: "Set units per carton",
  links: "Set links",
} as const;

const sites = ["amazon", "flipkart", "website"] as const;
const leadTimeChoices = leadTimes.map((time) => ({ value: String(time), label: `${time} days` }));

interface Props {
  what: What;
  /** Number of products. */
  count: number;
  onSet: (column: Settable, value: string) => void;
  onClose: () => void;
}

export function SetMany({ what, count, onSet, onClose }: Props) {
  const [site, setSite] = useState<(typeof sites)[number]>("amazon");
  const column = what === "links" ? site : what;
  const { lead_time, pack, amazon } = ProductForm.entries;
  const schema = v.object({ value: what === "lead_time" ? lead_time : what === "pack" ? pack : amazon });
  const form = useForm({
    schema: schema as v.GenericSchema<{ value: string }, { value?: unknown }>,
    start: { value: "" },
  });
  const field = form.field("value");
  const isEmpty = what !== "lead_time" && form.watch("value") === "";
  const emptied = `Empty clears it for ${count === 1 ? "the product" : `all ${countText(count, "product")}`}`;
  return (
    <FormDialog
      title={`${whatLabels[what]} of ${countText(count, "product")}`}
      submit={isEmpty ? "Clear" : "Set"}
      dirty={form.dirty}
      problem={form.problem}
      onClose={onClose}
      onSubmit={form.submit(async ({ value }) => {
        onSet(column, String(value ?? ""));
        return { ok: true };
      }, onClose)}
    >
      {what === "links" && (
        <Select
          label="Link"
          choices={sites.map((one) => ({ value: one, label: productLabels[one] }))}
          value={site}
          onChange={({ target }) => setSite(target.value as typeof site)}
        />
      )}
      {what === "lead_time" && (
        <Select label={productLabels.lead_time} required empty="Choose" choices={leadTimeChoices} {...field} />
      )}
      {what === "pack" && <Input label={productLabels.pack} inputMode="numeric" hint={emptied} {...field} />}
      {what === "links" && (
        <Input label={`${productLabels[site]} Link`} type="url" placeholder="https://" hint={emptied} {...field} />
      )}
    </FormDialog>
  );
}
