// Edits a category. Separate from category-form.tsx, which loads as soon as it is in view: a dialog brings 50 KB more.
import type { Category } from "#shared/category.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { CategoryFields, categoryMutation, useCategoryForm } from "./category-form.tsx";

export function CategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const edit = useMutation("PATCH /v1/categories/{id}", categoryMutation);
  const { _id, name, amazon = "", flipkart = "" } = category;
  const form = useCategoryForm({ name, amazon, flipkart }, `category ${_id}`);
  return (
    <FormDialog
      title={`Edit ${name}`}
      onClose={onClose}
      dirty={form.dirty}
      onSubmit={form.submit((_, changed) => edit.run({ path: { id: _id }, body: changed }), onClose)}
      submit="Save"
      busy={edit.busy}
      problem={form.problem}
    >
      <CategoryFields form={form} />
    </FormDialog>
  );
}
