// Edits a row by its form. If somebody else has saved another value of the same field since the person saw it, both values
// are shown beside the entered one, and the person chooses.
import { useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Answer } from "#shared/api.ts";
import type { ChangeKind } from "#shared/change.ts";
import { fieldLabel } from "#shared/change-label.ts";
import type { Detail } from "#shared/failure.ts";
import { numberFields } from "#shared/product-fields.ts";
import type { Seen } from "#shared/seen.ts";
import type { Input } from "../lib/api/client.ts";
import type { Refusal, Result } from "../lib/api/result.ts";
import { saving, useMutation } from "../lib/api/use-mutation.ts";
import { readDraft, useDraft, useDraftOffer } from "../lib/forms/draft.ts";
import { isNumber, isRecord, isText } from "../lib/stored.ts";
import type { DraftOffered } from "../ui/form/draft-offer.tsx";
import { valueText } from "./changes/change-text.ts";
import { useChoice } from "./use-choice.ts";

type EditRoute =
  | "PATCH /v1/products/{id}"
  | "PATCH /v1/warehouses/{id}"
  | "PATCH /v1/categories/{id}"
  | "PATCH /v1/users/{id}"
  | "PATCH /v1/programs/{id}"
  | "PATCH /v1/shipments/{id}"
  | "PATCH /v1/purchase-orders/{id}"
  | "PUT /v1/plan/calendar/events/{id}";

type EditedForm<In extends FieldValues> = Pick<UseFormReturn<In>, "formState" | "resetField"> & {
  frame: { offer: DraftOffered | undefined };
};

interface Edited<In extends FieldValues> {
  kind: ChangeKind;
  form: EditedForm<In>;
  /** The name of the form's draft; "" for a form that creates a row, whose person has seen none. */
  draft: string;
}

const isSeen = (value: unknown): value is Seen =>
  isRecord(value) && Object.values(value).every((one) => isText(one) || isNumber(one));

/** The fields that somebody else has changed since. */
const changedSince = ({ details }: Refusal): Detail[] => details.filter(({ saved }) => saved !== undefined);

/** Characters of a value in the question, and on its buttons. */
const most = { text: 80, button: 24 };

const shown = (field: string, value: unknown, empty: string, length: number): string => {
  if (value === "" || value === undefined) return empty;
  const isNumeric = numberFields.some((one) => one === field);
  const text = valueText(field, isNumeric ? Number(value) : String(value)) ?? "";
  return text.length > length ? `${text.slice(0, length)}…` : text;
};

export function useEdit<R extends EditRoute, In extends FieldValues>(route: R, { kind, form, draft }: Edited<In>) {
  const edit = useMutation(route, { messages: saving, asks: (refusal) => changedSince(refusal).length > 0 });
  const chooseOf = useChoice();
  const name = draft && `seen of ${draft}`;
  /** What was seen where that is not what the form was opened with: by a draft, or in the question. */
  const since = useRef<Seen>(undefined);
  since.current ??= readDraft(name, isSeen) ?? {};
  const offered = useDraftOffer(name, isSeen);
  const { defaultValues = {}, dirtyFields } = form.formState;
  const seenOf = (fields: readonly string[]): Seen => {
    const all: Record<string, unknown> = { ...defaultValues, ...since.current };
    // Nobody sees a password.
    const seen = fields.filter((field) => field !== "password" && isSeen({ [field]: all[field] }));
    return Object.fromEntries(seen.map((field) => [field, all[field]])) as Seen;
  };
  useDraft(name, () => {
    const seen = seenOf(Object.keys(dirtyFields));
    return Object.keys(seen).length > 0 ? seen : undefined;
  });

  /** Undefined goes back to the form. */
  const choose = async ({ field = "", seen, saved, by }: Detail, entered: unknown) => {
    const label = fieldLabel(kind, { field, from: undefined, to: undefined });
    const [before, theirs, own] = [seen, saved, entered].map((value) => shown(field, value, "nothing", most.text));
    const onButton = (value: unknown) => shown(field, value, "it empty", most.button);
    return chooseOf({
      title: `${label} has been changed since`,
      text: `${label}: you saw ${before}, ${by} has saved ${theirs} since, you entered ${own}.`,
      cancel: "Back to the form",
      other: `Leave ${onButton(saved)}`,
      action: `Save ${onButton(entered)}`,
      even: true,
    });
  };

  const run = async (input: { path: { id: string }; body: object; file?: object }): Promise<Result<Answer<R>>> => {
    const body: Record<string, unknown> = { ...input.body };
    for (;;) {
      const seen = seenOf(Object.keys(body));
      // A multipart form holds texts.
      const sent = { ...input, body: { ...body, seen: input.file ? JSON.stringify(seen) : seen } };
      const result = await edit.run(sent as unknown as Input<R>);
      const conflicts = result.ok ? [] : changedSince(result.failure);
      if (conflicts.length === 0) return result;
      for (const conflict of conflicts) {
        const { field = "", saved } = conflict;
        const choice = await choose(conflict, body[field]);
        if (!choice) return result;
        since.current = { ...since.current, [field]: saved };
        if (choice === "action") continue;
        form.resetField(field as never, { defaultValue: String(saved) as never });
        // What is left out of a PUT is cleared.
        if (route.startsWith("PUT")) body[field] = saved;
        else delete body[field];
      }
    }
  };

  const { offer } = form.frame;
  return {
    run,
    busy: edit.busy,
    /** Takes what was seen with the draft of a closed tab. */
    offer: offer && {
      ...offer,
      take: () => {
        if (offered) since.current = offered.values;
        offered?.take();
        offer.take();
      },
      discard: () => {
        offered?.discard();
        offer.discard();
      },
    },
  };
}
