// Forms: validated by the schemas of the Lambdas, on Submit and then on change; server errors stand beside their fields.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useController,
  useForm as useHookForm,
} from "react-hook-form";
import type * as v from "valibot";
import type { Detail } from "#shared/failure.ts";
import type { Refusal } from "../api/client.ts";
import { failureText } from "../toast.ts";
import { draftRemover, readDraft, useDraft } from "./draft.ts";

/** What a form and the outbox tell each other about a submission. */
export interface Handover {
  /** The refused entry that is corrected, by its place. */
  corrects?: number | undefined;
  /** Called once it is stored, and has taken that place: it is no draft any more. */
  onStored: () => void;
}

interface Setup<In extends FieldValues, Out> {
  schema: v.GenericSchema<In, Out>;
  start: DefaultValues<In>;
  /** Name of its draft: of an edit, only the changed fields. */
  draft?: string;
  /** Fields that a draft never holds: passwords. */
  secret?: readonly Path<In>[];
}

/** What came of submitting: done, or kept until there is a network; or refused. */
type Ran = { ok: true } | { ok: false; failure: Refusal };

export function useForm<In extends FieldValues, Out extends FieldValues>({
  schema,
  start,
  draft = "",
  secret = [],
}: Setup<In, Out>) {
  const [kept] = useState(() => (draft ? readDraft<In>(draft) : undefined));
  const [opened] = useState<Record<string, unknown>>(start);
  const sending = useRef(false);
  const isStored = useRef(false);
  const corrects = useRef<number>(undefined);
  const mounted = useMounted();
  const form = useHookForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues: start,
    ...(kept && { values: { ...(opened as In), ...kept }, resetOptions: { keepDefaultValues: true } }),
    // An error that appeared as the focus leaves would move what is being pressed.
    mode: "onSubmit",
  });
  const { errors, isDirty, dirtyFields } = form.formState;

  const typed = () => {
    if (!draft || isStored.current || !form.formState.isDirty) return undefined;
    const isTyped = (name: string, value: unknown) =>
      !secret.includes(name as Path<In>) && JSON.stringify(value) !== JSON.stringify(opened[name]);
    return Object.fromEntries(Object.entries(form.getValues()).filter(([name, value]) => isTyped(name, value)));
  };
  useDraft(draft, typed);

  /** The field of a detail: in a line of a list, in the form, or "" if the form has none. */
  const placeOf = ({ field, product }: Detail): string => {
    const list: unknown = field && form.getValues(field as Path<In>);
    const line = product && Array.isArray(list) ? list.findIndex((one) => one.product === product) : -1;
    if (line >= 0) return `${field}.${line}.quantity`;
    const name = field ?? (product ? "product" : "");
    return Object.hasOwn(form.getValues(), name) ? name : "";
  };

  /** Shows each detail beside its field, and the rest above the buttons. */
  const show = ({ message, details }: { message: string; details: readonly Detail[] }) => {
    const placed = details.map((detail) => ({ detail, place: placeOf(detail) }));
    const elsewhere = placed.filter(({ place }) => !place).map(({ detail }) => detail);
    const here = placed.filter(({ place }) => place);
    for (const [index, { detail, place }] of here.entries())
      form.setError(place as Path<In>, { type: "server", message: detail.message }, { shouldFocus: index === 0 });
    const [first] = here;
    // A list moves the focus to its first wrong line, once that is marked.
    if (first?.place.includes(".")) setTimeout(() => form.setFocus(first.detail.field as Path<In>));
    if (here.length === 0 || elsewhere.length > 0)
      form.setError("root", { type: "server", message: failureText(message, elsewhere) });
  };

  return {
    ...form,
    dirty: isDirty,
    /** Fills in unsaved values. The fields stay registered, so that one of them can be focused at once. */
    setUnsaved: (values: In) => form.reset(values, { keepFieldsRef: true, keepDefaultValues: true }),
    /** Starts again with these values as the saved ones. */
    restart: (values: In) => form.reset(values, { keepFieldsRef: true, keepDefaultValues: false }),
    /** Fills in what was refused, to be corrected, and shows why. */
    correct: (entry: number, values: In, failure: Parameters<typeof show>[0]) => {
      corrects.current = entry;
      form.reset(values, { keepFieldsRef: true, keepDefaultValues: true });
      show(failure);
    },
    /** An error of the form as a whole. */
    problem: errors.root?.message,
    /** Name, handlers and error of a field, for the inputs of ui/form/field. */
    field: <N extends Path<In>>(name: N, options?: Parameters<typeof form.register<N>>[1]) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /**
     * Validates, runs, and shows errors beside their fields; `run` returns undefined when the user cancels. A second
     * press while the first runs does nothing, and nothing is shown once the form is closed. `changed` holds only the
     * edited fields, so that an edit does not overwrite what somebody else has changed meanwhile.
     */
    submit: (
      run: (values: Out, changed: Partial<Out>, handover: Handover) => Promise<Ran | undefined>,
      done: (values: Out) => void,
    ) => {
      const handle = form.handleSubmit(async (values) => {
        const dirty: Record<string, unknown> = dirtyFields;
        const changed = Object.entries(values).filter(([name]) => dirty[name]);
        const drop = draftRemover(draft);
        const handover = {
          corrects: corrects.current,
          onStored: () => {
            corrects.current = undefined;
            isStored.current = true;
          },
        };
        const result = await run(values, Object.fromEntries(changed) as Partial<Out>, handover);
        // The session may have ended meanwhile and left a draft of what is posted now.
        if (result?.ok) drop();
        if (!mounted.current || !result) return;
        if (result.ok) done(values);
        else show(result.failure);
      });
      return (event?: BaseSyntheticEvent) => {
        event?.preventDefault();
        if (sending.current) return;
        sending.current = true;
        void handle(event).finally(() => {
          sending.current = false;
          isStored.current = false;
        });
      };
    },
  };
}

/** Value, handlers and error of a field that is not a native input: a picker, a stepper. */
export function useField<In extends FieldValues, N extends Path<In>>(form: { control: Control<In> }, name: N) {
  const { field, fieldState } = useController({ control: form.control, name });
  const { value, onChange, onBlur, ref } = field;
  return { value, onChange, onBlur, ref, error: fieldState.error?.message };
}

/** A list of lines: the same, and the message of each line's quantity. */
export function useListField<In extends FieldValues, N extends Path<In>>(
  form: Pick<UseFormReturn<In>, "control" | "getFieldState" | "formState">,
  name: N,
) {
  const errorOf = (index: number) =>
    form.getFieldState(`${name}.${index}.quantity` as Path<In>, form.formState).error?.message;
  return { ...useField(form, name), errorOf };
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
