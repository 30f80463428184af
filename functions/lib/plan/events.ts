// The events of the plan: added, changed and deleted by managers.
import { ulid } from "ulid";
import type { EventEdit, EventForm, PlanEvent } from "#shared/event.ts";
import { Failure } from "#shared/failure.ts";
import { findByPid } from "#shared/like.ts";
import { codesIn } from "#shared/product-code.ts";
import type { Seen } from "#shared/seen.ts";
import {
  type Author,
  type Creator,
  fieldChanges,
  recordCreation,
  recordDeletion,
  recordEdit,
  type Subject,
} from "../audit/changes.ts";
import { datedAfter, type Edit, editRow } from "../audit/edit.ts";
import { events, products, writeAll } from "../db/tables.ts";

const subjectOf = ({ _id, name }: Pick<PlanEvent, "_id" | "name">): Subject => ({ kind: "event", row: _id, name });

/** Every field of the form: one that is left out is empty. */
const fieldsOf = (form: EventForm) => {
  const { name, start, end, last_start = "", last_end = "", factor = "", products = "" } = form;
  return { name, start, end, last_start, last_end, factor: factor as number, products };
};

export const createEvent = async (creator: Creator, form: EventForm): Promise<PlanEvent> => {
  await checkProducts(form);
  const event = { _id: ulid(), ...fieldsOf(form), updated_at: creator.now.toISOString() };
  await writeAll([recordCreation(creator, subjectOf(event), fieldChanges({}, fieldsOf(form))), events.create(event)]);
  return events.get(event._id);
};

/** They must fit each other, so one of them is never edited alone. */
const together: readonly string[] = ["start", "end", "last_start", "last_end", "factor"];

/** The fields that are not as the person saw them. */
const editedFields = (form: EventForm, seen: Seen | undefined): Partial<ReturnType<typeof fieldsOf>> => {
  const fields = Object.entries(fieldsOf(form));
  const edited = fields
    .filter(([name, value]) => !seen || String(seen[name] ?? "") !== String(value))
    .map(([name]) => name);
  const isEdited = (name: string) =>
    edited.includes(name) || (together.includes(name) && edited.some((one) => together.includes(one)));
  return Object.fromEntries(fields.filter(([name]) => isEdited(name)));
};

export const changeEvent = async (author: Author, id: string, { seen, ...form }: EventEdit): Promise<PlanEvent> => {
  await checkProducts(form);
  const fields = editedFields(form, seen);
  const writesOf = async ({ before, changed, author }: Edit<PlanEvent, Author>) =>
    changed.length === 0
      ? []
      : [events.edit(before, fields, author.now), ...recordEdit(author, subjectOf(before), changed)];
  await editRow(author, await events.get(id), fields, events.get, writesOf, { kind: "event", seen });
  return events.get(id);
};

export const deleteEvent = async (author: Author, id: string): Promise<void> => {
  const before = await events.get(id);
  await writeAll([events.remove(id), recordDeletion(datedAfter(author, before), subjectOf(before))]);
};

/** 422 if a P.ID is unknown. */
const checkProducts = async ({ products: codes }: EventForm): Promise<void> => {
  if (!codes) return;
  const find = findByPid(await products.list());
  const unknown = codesIn(codes).filter((code) => !find(code));
  if (unknown.length > 0)
    throw new Failure("UNPROCESSABLE_CONTENT", {
      field: "products",
      message: `Unknown P.ID ${unknown.slice(0, 5).join(", ")}`,
    });
};
