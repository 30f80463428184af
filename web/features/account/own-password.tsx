// The form in which people choose their own password: after a sign-in with one that was given to them, and in My account.
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { minPasswordLength, passwordTooShort, passwordUnchanged } from "#shared/password.ts";
import type { User } from "#shared/user.ts";
import { attempt } from "../../lib/api/client.ts";
import { isKnownOutcome, type Refusal, refusalText } from "../../lib/api/result.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { passwordChangedText, signInAgain, signInWith } from "./sign-in.ts";
import style from "./sign-in-layout.module.css";

interface Props {
  user: User;
  onDone?: () => void;
  /** More buttons. */
  children?: ReactNode;
}

export function OwnPasswordForm({ user: { username }, onDone, children }: Props) {
  const toastId = useId();
  const form = useRef<HTMLFormElement>(null);
  /** A password whose change was never answered: it may be in force, and this session ended. */
  const unanswered = useRef<string>(undefined);
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const fields = [
    {
      name: "current",
      label: "Current password",
      value: current,
      set: setCurrent,
      hint: "",
      wrong: !current && "Required",
    },
    {
      ...{ name: "password", label: "New password", value: password, set: setPassword },
      hint: `${passwordTooShort}. It ends your other sessions`,
      wrong:
        (password.normalize("NFC").length < minPasswordLength && passwordTooShort) ||
        (password === current && passwordUnchanged),
    },
    {
      ...{ name: "repeated", label: "Repeat password", value: repeated, set: setRepeated, hint: "" },
      wrong: password !== repeated && "The passwords do not match",
    },
  ];
  const focus = (name: string | undefined) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  /** Undefined once it is changed. */
  const change = async (): Promise<Refusal | undefined> => {
    const before = unanswered.current;
    const unsaved = before === undefined ? undefined : await signInWith(username, before);
    if (unsaved && !isKnownOutcome(unsaved)) return unsaved;
    unanswered.current = undefined;
    const inForce = before === undefined || unsaved ? current : before;
    if (inForce === password) return void toast.success(passwordChangedText);
    const changed = await attempt("PUT /v1/users/me/password", { body: { current: inForce, password } });
    if (changed.ok) return void (await signInAgain(username, password, location.pathname + location.search));
    if (!isKnownOutcome(changed.failure)) unanswered.current = password;
    return changed.failure;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    const wrong = fields.find((field) => field.wrong);
    if (wrong) return focus(wrong.name);
    setBusy(true);
    setProblem("");
    const failure = await change();
    setBusy(false);
    if (!failure) return onDone?.();
    setProblem(refusalText(failure));
    focus(failure.details[0]?.field);
    toast.refusal(failure, toastId);
  };

  return (
    <form ref={form} className={style.fields} onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      {fields.map(({ name, label, value, set, wrong, hint }) => (
        <PasswordField
          key={name}
          required
          autoFocus={name === "current"}
          data-first={name === "current" || undefined}
          autoComplete={name === "current" ? "current-password" : "new-password"}
          {...{ name, label, value, hint }}
          onChange={({ target }) => set(target.value)}
          error={(tried && wrong) || undefined}
        />
      ))}
      <Button kind="filled" type="submit" busy={busy}>
        Save password
      </Button>
      {children}
    </form>
  );
}
