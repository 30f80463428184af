// Snoozes: a user leaves a product out of the plan until a day, for a reason.
import { addDays, dayText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import type { Snooze, SnoozeForm } from "#shared/plan.ts";
import { toUserTag } from "#shared/user.ts";
import { type Author, fieldChanges, recordEdit } from "../audit/changes.ts";
import { editRow } from "../audit/edit.ts";
import { productSubject } from "../catalogue/deleted.ts";
import { products } from "../db/tables.ts";

/** Days ahead that a product may be snoozed. */
const maxDays = 365;

/** Sets or ends the snooze of a product; 422 if its day is not within a year, 409 if somebody changed it meanwhile. */
export const snoozeProduct = async (
  author: Author & { today: string },
  id: string,
  form: SnoozeForm,
): Promise<Snooze | undefined> => {
  const snooze = snoozeOf(author, form);
  const fields = { snooze: snooze ?? ("" as const) };
  await editRow(author, await products.get(id), fields, products.get, async ({ before, author }) => {
    const changed = fieldChanges(
      { snooze_until: before.snooze?.until, snooze_reason: before.snooze?.reason },
      { snooze_until: snooze?.until ?? "", snooze_reason: snooze?.reason ?? "" },
    );
    if (changed.length === 0) return [];
    return [products.edit(before, fields, author.now), ...recordEdit(author, productSubject(before), changed)];
  });
  return snooze;
};

const snoozeOf = ({ user, now, today }: Author & { today: string }, { until, reason }: SnoozeForm) => {
  if (until === null) return undefined;
  const last = addDays(today, maxDays);
  if (until <= today || until > last) {
    const message = `A day after ${dayText(today)}, until ${dayText(last)}`;
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "until", message });
  }
  if (normalised(reason ?? "") === "") throw new Failure("BAD_REQUEST", { field: "reason", message: "Required" });
  return { until, reason: reason ?? "", user: toUserTag(user), at: now.toISOString() };
};
