// Forms: validated by the schemas of the Lambdas, on Submit and then on change; server errors show beside their fields.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useController,
  useForm as useHookForm,
} from "react-hook-form";
import type * as v from "valibot";
import { type Detail, Failure } from "#shared/failure.ts";
import type { Refusal } from "../api/result.ts";
import { painted } from "../painted.ts";
import { isLike } from "../stored.ts";
import { failureText } from "../toast.ts";
import { draftRemover, readDraft, submittedHere, useDraft, useDraftOffer, wasSubmittedHere } from "./draft.ts";
import type { Held, Leaving } from "./held.ts";

/** The data that a form and the outbox exchange about a submission. */
export interface Handover {
  /** The key of the refused entry that is corrected. */
  corrects?: string | undefined;
  /** Called once the entry is stored, in the place of the corrected one: the input is no draft any more. */
  onStored: (held: Held) => void;
}

interface Setup<In extends FieldValues, Out> {
  schema: v.GenericSchema<In, Out>;
  start: DefaultValues<In>;
  /** Values that it opens with as if they were typed. */
  changed?: Partial<In> | undefined;
  /** Name of its draft: of an edit, only the changed fields. */
  draft?: string;
  /** Fields that a draft never holds: passwords. */
  secret?: readonly Path<In>[];
}

/** The outcome of submitting: accepted, or refused. While the server is in trouble the outcome follows in `later`. */
type Ran = { ok: true } | { ok: false; failure: Shown; later?: Promise<Ran> };

/** What a form shows of a refusal; nothing, if its message is empty. */
type Shown = Pick<Refusal, "message" | "details">;

/** The outcome with its failure changed, also if it follows later. */
export const withFailure = (ran: Ran, change: (failure: Failure) => Shown): Ran => {
  if (ran.ok || !(ran.failure instanceof Failure)) return ran;
  const later = ran.later?.then((late) => withFailure(late, change));
  return { ok: false, failure: change(ran.failure), ...(later && { later }) };
};

export function useForm<In extends FieldValues, Out extends FieldValues>({
  schema,
  start,
  changed,
  draft = "",
  secret = [],
}: Setup<In, Out>) {
  const [opened] = useState<Record<string, unknown>>(start);
  const [fits] = useState(() => isLike<Partial<In>>(start as Partial<In>));
  const [restored] = useState(() => changed ?? (draft ? readDraft(draft, fits) : undefined));
  const offer = useDraftOffer(draft, fits);
  const sending = useRef(false);
  /** The input that the outbox has, submitted or refused: no draft, until it is changed or refused here. */
  const stored = useRef<string>(undefined);
  const [held, setHeld] = useState<Held>();
  const [isOver] = useState(() => draft !== "" && wasSubmittedHere(draft));
  const corrects = useRef<string>(undefined);
  const mounted = useMounted();
  const form = useHookForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues: start,
    ...(restored && { values: { ...(opened as In), ...restored }, resetOptions: { keepDefaultValues: true } }),
    // An error that appeared on blur would move the button that is being pressed.
    mode: "onSubmit",
  });
  const { errors, isDirty, dirtyFields } = form.formState;

  const valuesText = () => JSON.stringify(form.getValues());
  const typed = () => {
    if (!draft) return undefined;
    // An entry with a password is lost with its tab.
    if (valuesText() === stored.current && !secret.some((name) => name === "password")) return held && submittedHere();
    if (!form.formState.isDirty) return undefined;
    const isTyped = (name: string, value: unknown) =>
      !secret.includes(name as Path<In>) && JSON.stringify(value) !== JSON.stringify(opened[name]);
    return Object.fromEntries(Object.entries(form.getValues()).filter(([name, value]) => isTyped(name, value)));
  };
  useDraft(draft, typed);

  /** The draft of a closed tab, offered while this form is untouched. */
  const offered = offer &&
    !isDirty && {
      ...offer,
      take: () => {
        offer.take();
        form.reset({ ...(opened as In), ...offer.values }, { keepFieldsRef: true, keepDefaultValues: true });
      },
    };

  /** The field for a detail: in a line of a list, in the form, or "" if there is none. */
  const placeOf = ({ field, product }: Detail): string => {
    const list: unknown = field && form.getValues(field as Path<In>);
    const line = product && Array.isArray(list) ? list.findIndex((one) => one.product === product) : -1;
    if (line >= 0) return `${field}.${line}.quantity`;
    const name = field ?? (product ? "product" : "");
    return Object.hasOwn(form.getValues(), name) ? name : "";
  };

  /** Shows each detail beside its field, and the rest above the buttons. */
  const show = ({ message, details }: Shown) => {
    const placed = details.map((detail) => ({ detail, place: placeOf(detail) }));
    const elsewhere = placed.filter(({ place }) => !place).map(({ detail }) => detail);
    const besideFields = placed.filter(({ place }) => place);
    for (const [index, { detail, place }] of besideFields.entries())
      form.setError(place as Path<In>, { type: "server", message: detail.message }, { shouldFocus: index === 0 });
    const [first] = besideFields;
    // A list moves the focus to its first wrong line.
    if (first?.place.includes(".")) form.setFocus(first.detail.field as Path<In>);
    if (besideFields.length === 0 || elsewhere.length > 0)
      form.setError("root", { type: "server", message: failureText(message, elsewhere) });
  };

  const refuse = (failure: Shown) => {
    stored.current = undefined;
    setHeld(undefined);
    show(failure);
  };

  const leaving = (): Leaving => ({
    isTyped: form.formState.isDirty && valuesText() !== stored.current,
    held: held?.isHeld() ? held : undefined,
    isCorrection: corrects.current !== undefined,
  });

  /** For a late outcome, as the form was usable meanwhile: closes it if it still holds the submitted input. */
  const showLate = (late: Ran, typedThen: string, close: () => void) => {
    if (!mounted.current || sending.current) return;
    if (!late.ok) return refuse(late.failure);
    setHeld(undefined);
    if (valuesText() === typedThen) close();
    else form.setError("root", { type: "server", message: "What you submitted before was saved meanwhile" });
  };

  return {
    ...form,
    /** Properties of the dialog or page around it: `problem` is an error of the form as a whole. */
    frame: {
      dirty: isDirty || held !== undefined,
      leaving,
      isOver,
      problem: errors.root?.message,
      offer: offered || undefined,
    },
    /** Starts again with these values as the saved ones. The fields stay registered, so that one can be focused at once. */
    restart: (values: In) => form.reset(values, { keepFieldsRef: true, keepDefaultValues: false }),
    /** Fills in a refused entry to be corrected, and shows why it was refused. */
    correct: (entry: string, values: In, failure: Parameters<typeof show>[0]) => {
      corrects.current = entry;
      form.reset(values, { keepFieldsRef: true, keepDefaultValues: true });
      stored.current = valuesText();
      show(failure);
    },
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
        let isStored = false;
        const handover = {
          corrects: corrects.current,
          onStored: (entry: Held) => {
            isStored = true;
            corrects.current = undefined;
            stored.current = valuesText();
            setHeld(entry);
          },
        };
        const result = await run(values, Object.fromEntries(changed) as Partial<Out>, handover);
        // If the session ended meanwhile, it left a draft of the input that is now posted.
        if (result?.ok && (mounted.current || !isStored)) drop();
        if (!mounted.current || !result) return;
        if (result.ok) {
          setHeld(undefined);
          return done(values);
        }
        if (!result.later) return refuse(result.failure);
        show(result.failure);
        const typedThen = valuesText();
        const close = () => {
          drop();
          done(values);
        };
        void result.later.then((late) => showLate(late, typedThen, close));
      });
      return (event?: BaseSyntheticEvent) => {
        event?.preventDefault();
        if (sending.current) return;
        sending.current = true;
        void painted()
          .then(() => handle(event))
          .finally(() => {
            sending.current = false;
          });
      };
    },
  };
}

/** Fills in a default that is known only later, as it depends on a list, unless the field has a value by then. */
export function useLateDefault<In extends FieldValues, N extends Path<In>>(
  { getValues, resetField }: Pick<UseFormReturn<In>, "getValues" | "resetField">,
  name: N,
  value: PathValue<In, N> & string,
): void {
  useEffect(() => {
    if (value && !getValues(name)) resetField(name, { defaultValue: value });
  }, [getValues, resetField, name, value]);
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
