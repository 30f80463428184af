// Forms: the schemas the Lambdas run, validated on blur and then on change, with refusals put beside their fields.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  useController,
  useForm as useHookForm,
} from "react-hook-form";
import type * as v from "valibot";
import type { Detail } from "#shared/failure.ts";
import type { Result } from "./call.ts";
import { takeDraft, useDraft } from "./draft.ts";
import { lineOf } from "./say.ts";

interface Setup<In extends FieldValues, Out> {
  schema: v.GenericSchema<In, Out>;
  start: DefaultValues<In>;
  /** Under this name an expired session keeps what was typed. */
  draft?: string;
  /** Fields never kept: passwords. */
  secret?: readonly Path<In>[];
}

export function useForm<In extends FieldValues, Out extends FieldValues>({
  schema,
  start,
  draft = "",
  secret = [],
}: Setup<In, Out>) {
  const [kept] = useState(() => (draft ? takeDraft<In>(draft) : undefined));
  const sending = useRef(false);
  const mounted = useMounted();
  const form = useHookForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues: start,
    ...(kept && { values: { ...(start as In), ...kept }, resetOptions: { keepDefaultValues: true } }),
    mode: "onTouched",
  });
  const { errors, isDirty } = form.formState;

  useDraft(draft, () => {
    if (!draft || !form.formState.isDirty) return undefined;
    return Object.fromEntries(Object.entries(form.getValues()).filter(([name]) => !secret.includes(name as Path<In>)));
  });

  /** Beside the named field, if the form has it; the rest above the buttons. */
  const show = ({ message, details }: { message: string; details: readonly Detail[] }) => {
    const fields = new Set(Object.keys(form.getValues()));
    const fieldOf = ({ field, product }: Detail) => field ?? (product && "product") ?? "";
    const elsewhere = details.filter((detail) => !fields.has(fieldOf(detail)));
    const here = details.filter((detail) => fields.has(fieldOf(detail)));
    for (const [index, detail] of here.entries())
      form.setError(
        fieldOf(detail) as Path<In>,
        { type: "server", message: detail.message },
        { shouldFocus: index === 0 },
      );
    if (here.length === 0 || elsewhere.length > 0)
      form.setError("root", { type: "server", message: [message, ...elsewhere.map(lineOf)].join("\n") });
  };

  return {
    ...form,
    dirty: isDirty,
    /** What a refusal says about the whole. */
    problem: errors.root?.message,
    /** Name, handlers and message of a field, for the inputs of ui/field. */
    field: <N extends Path<In>>(name: N, options?: Parameters<typeof form.register<N>>[1]) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /**
     * Validates, runs, and shows a refusal where it belongs. A second press while the first runs does nothing, and
     * whoever has closed the form meanwhile is left alone.
     */
    submit: <T>(run: (values: Out) => Promise<Result<T>>, done: (answer: T) => void) => {
      const handle = form.handleSubmit(async (values) => {
        const result = await run(values);
        if (!mounted.current) return;
        if (result.ok) done(result.answer);
        else show(result.failure);
      });
      return (event?: BaseSyntheticEvent) => {
        event?.preventDefault();
        if (sending.current) return;
        sending.current = true;
        void handle(event).finally(() => {
          sending.current = false;
        });
      };
    },
  };
}

/** Value, handlers and message of a field that is no native input: a picker, a stepper. */
export function useField<In extends FieldValues, N extends Path<In>>(form: { control: Control<In> }, name: N) {
  const { field, fieldState } = useController({ control: form.control, name });
  const { value, onChange, onBlur, ref } = field;
  return { value, onChange, onBlur, ref, error: fieldState.error?.message };
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
