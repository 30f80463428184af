// Categories and their marketplace links.
import { ulid } from "ulid";
import type { Category, CategoryForm } from "#shared/category.ts";
import {
  type Created,
  fieldChanges,
  findCreated,
  recordCreation,
  recordDeletion,
  recordEdit,
  type Subject,
} from "./lib/audit/changes.ts";
import { datedAfter, type Edit, editRow } from "./lib/audit/edit.ts";
import { categories, writeAll } from "./lib/db/tables.ts";
import { claim, release, rename } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";

const subjectOf = ({ _id, name }: Category): Subject => ({ kind: "category", row: _id, name });

const handlers: Handlers<"categories"> = {
  "GET /v1/categories": () => categories.list(),

  "POST /v1/categories": async (request) => {
    const { body, now } = request;
    const category = { _id: ulid(), ...body, updated_at: now.toISOString() };
    await writeAll([
      recordCreation(request, subjectOf(category), fieldChanges({}, body)),
      ...claim("category", body.name, category._id),
      categories.create(category),
    ]);
    return categories.get(category._id);
  },

  "PATCH /v1/categories/{id}": async (request) => {
    const { seen, ...fields } = request.body;
    const row = await categories.get(request.path.id ?? "");
    const writesOf = async ({ before, changed, author }: Edit<Category, typeof request>) =>
      changed.length === 0
        ? []
        : [
            categories.edit(before, fields, author.now),
            ...rename("category", before.name, fields.name, before._id),
            ...recordEdit(author, subjectOf(before), changed),
          ];
    await editRow(request, row, fields, categories.get, writesOf, { kind: "category", seen });
    return categories.get(row._id);
  },

  "DELETE /v1/categories/{id}": async (request) => {
    const before = await categories.get(request.path.id ?? "");
    await writeAll([
      categories.remove(before._id),
      release("category", before.name, before._id),
      recordDeletion(datedAfter(request, before), subjectOf(before)),
    ]);
  },
};

export const handler = serve("categories", handlers, {
  findDone: {
    "POST /v1/categories": findCreated(({ created_at: _, ...created }: Created<CategoryForm>) => created),
  },
});
