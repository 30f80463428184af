// Adds or edits a program, or makes a new token for one. A token is shown once, in the dialog that made it.
import { useState } from "react";
import { formerTokenHours, type Program, ProgramForm, RenewForm, tokenDays } from "#shared/program.ts";
import { type Scope, scopeLabels, scopes, scopesIn } from "#shared/scope.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogBody, DialogFoot, FormDialog } from "../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import style from "./user-form.module.css";

/** A select has texts. */
const asNumber = { setValueAs: Number };
const daysChoices = tokenDays.map((days) => ({ value: String(days), label: `${days} days` }));

export function ProgramDialog({ program, onClose }: { program?: Program; onClose: () => void }) {
  const create = useMutation("POST /v1/programs", { messages: saving });
  const [token, setToken] = useState("");
  const draft = `program ${program?._id ?? "new"}`;
  const start = {
    name: program?.name ?? "",
    role: program?.role ?? ("executive" as const),
    scope: program?.scope ?? "",
    days: 90 as const,
  };
  const form = useForm({ schema: ProgramForm, start, draft });
  const edit = useEdit("PATCH /v1/programs/{id}", { kind: "user", form, draft: program ? draft : "" });
  const scope = useField(form, "scope");
  const save = async (body: ProgramForm, changed: Partial<ProgramForm>) => {
    if (program) return edit.run({ path: { id: program._id }, body: changed });
    const result = await create.run({ body });
    if (result.ok) setToken(result.answer.token);
    return result;
  };
  if (token) return <TokenDialog token={token} onClose={onClose} />;
  return (
    <FormDialog
      title={program ? `Edit ${program.name}` : "Add Program"}
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      onSubmit={form.submit(save, () => program && onClose())}
      submit={program ? "Save" : "Add Program"}
      busy={create.busy || edit.busy}
    >
      <Input label="Name" required hint="The ledger names it" {...form.field("name")} />
      <Select
        label="Role"
        required
        hint="It must allow a call, too: lists of products and transactions are for managers"
        choices={["executive", "manager"].map((value) => ({ value, label: value }))}
        {...form.field("role")}
      />
      <Scopes {...scope} />
      {!program && <Select label="Token valid for" required choices={daysChoices} {...form.field("days", asNumber)} />}
    </FormDialog>
  );
}

function Scopes({ value, onChange, error }: Pick<ReturnType<typeof useField>, "value" | "onChange" | "error">) {
  const chosen = scopesIn(value);
  const set = (one: Scope, on: boolean) =>
    onChange(scopes.filter((scope) => (scope === one ? on : chosen.includes(scope))).join(" "));
  return (
    <fieldset className={style.scopes}>
      <legend>May</legend>
      {scopes.map((one) => (
        <Checkbox
          key={one}
          label={`${scopeLabels[one]} (${one})`}
          checked={chosen.includes(one)}
          onChange={(on) => set(one, on)}
        />
      ))}
      {error && <Banner tone="danger">{error}</Banner>}
    </fieldset>
  );
}

export function RenewDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const renew = useMutation("POST /v1/programs/{id}/renew", { messages: saving });
  const [token, setToken] = useState("");
  const form = useForm({ schema: RenewForm, start: { days: 90 as const } });
  const save = async (body: Pick<ProgramForm, "days">) => {
    const result = await renew.run({ path: { id: program._id }, body });
    if (result.ok) setToken(result.answer.token);
    return result;
  };
  if (token) return <TokenDialog token={token} onClose={onClose} />;
  return (
    <FormDialog
      title={`New token for ${program.name}`}
      onClose={onClose}
      {...form.frame}
      onSubmit={form.submit(save, () => undefined)}
      submit="Make token"
      busy={renew.busy}
    >
      <p>The present token still works for {formerTokenHours} hours. To end it at once, delete the program.</p>
      <Select label="Valid for" required choices={daysChoices} {...form.field("days", asNumber)} />
    </FormDialog>
  );
}

function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title="New token" onClose={onClose}>
      <DialogBody>
        <Banner tone="warn">
          Copy it now: it is shown this once, and stored nowhere. Who has it acts as the program.
        </Banner>
        <Input
          label="Token"
          readOnly
          value={token}
          onFocus={({ target }) => target.select()}
          aside={<CopyButton text={token} />}
        />
      </DialogBody>
      <DialogFoot>
        <Button kind="filled" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
