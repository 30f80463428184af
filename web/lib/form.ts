// Forms: the schemas the Lambdas run, validated on blur and then on change, with refusals put beside their fields.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm as useHookForm } from "react-hook-form";
import type * as v from "valibot";
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
  const show = ({ message, details }: { message: string; details: readonly Parameters<typeof lineOf>[0][] }) => {
    const fields = new Set(Object.keys(form.getValues()));
    const elsewhere = details.filter(({ field }) => !field || !fields.has(field));
    const here = details.filter(({ field }) => field && fields.has(field));
    for (const [index, { field, message: said }] of here.entries())
      form.setError(field as Path<In>, { type: "server", message: said }, { shouldFocus: index === 0 });
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
    /** Validates, runs, and shows a refusal where it belongs; answers whether it went through. */
    submit: <T>(run: (values: Out) => Promise<Result<T>>, done: (answer: T) => void) =>
      form.handleSubmit(async (values) => {
        const result = await run(values);
        if (result.ok) done(result.answer);
        else show(result.failure);
      }),
  };
}
