// The inline form that adds a category, and its fields, which the dialog for editing one shares.
import { Plus } from "lucide-react";
import { type Category, CategoryForm } from "#shared/category.ts";
import { useCorrection } from "../../domain/correction.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input } from "../../ui/form/field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import style from "./category-form.module.css";

const blank = { name: "", amazon: "", flipkart: "" };

const useCategoryForm = (start: typeof blank, draft: string) => useForm({ schema: CategoryForm, start, draft });

function CategoryFields({ form: { field } }: { form: ReturnType<typeof useCategoryForm> }) {
  const linkInput = { type: "url", inputMode: "url", placeholder: "https://", spellCheck: false } as const;
  return (
    <>
      <Input label="Category Name" required {...field("name")} />
      <Input label="Amazon Link" {...linkInput} {...field("amazon")} />
      <Input label="Flipkart Link" {...linkInput} {...field("flipkart")} />
    </>
  );
}

export function AddCategory() {
  const create = usePosting("POST /v1/categories", { messages: saving });
  const form = useCategoryForm(blank, "category new");
  useCorrection("POST /v1/categories", form, (body: Partial<typeof blank>) => ({ ...blank, ...body }));
  const startNext = () => {
    form.reset(blank);
    form.setFocus("name");
  };
  return (
    <div className={style.frame}>
      <form
        aria-label="Add category"
        noValidate
        onSubmit={form.submit((body, _, handover) => create.run({ body }, { handover }), startNext)}
        onKeyDown={submitOnEnter}
        className={style.form}
      >
        {form.frame.problem && (
          <div className={style.problem}>
            <Banner tone="danger">{form.frame.problem}</Banner>
          </div>
        )}
        <CategoryFields form={form} />
        <div className={style.button}>
          <Button type="submit" icon={Plus} busy={create.busy}>
            Add
          </Button>
        </div>
      </form>
    </div>
  );
}

export function CategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { _id, name, amazon = "", flipkart = "" } = category;
  const draft = `category ${_id}`;
  const form = useCategoryForm({ name, amazon, flipkart }, draft);
  const edit = useEdit("PATCH /v1/categories/{id}", { kind: "category", form, draft });
  return (
    <FormDialog
      title={`Edit ${name}`}
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      onSubmit={form.submit((_, changed) => edit.run({ path: { id: _id }, body: changed }), onClose)}
      submit="Save"
      busy={edit.busy}
    >
      <CategoryFields form={form} />
    </FormDialog>
  );
}
