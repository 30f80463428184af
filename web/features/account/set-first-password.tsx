// The first sign-in, with a generated password: the user chooses a new one before anything else.
import { type FormEvent, useId, useRef, useState } from "react";
import { minPasswordLength, passwordTooShort } from "#shared/password.ts";
import { attempt } from "../../lib/api/client.ts";
import { isKnownOutcome, type Refusal } from "../../lib/api/result.ts";
import { logout, session, useSession } from "../../lib/api/session.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { failureText, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { passwordChangedText, signInAgain, signInWith } from "./sign-in.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

export function SetFirstPassword() {
  const { user } = useSession();
  const toastId = useId();
  const passwordField = useRef<HTMLInputElement>(null);
  const confirmationField = useRef<HTMLInputElement>(null);
  /** A password whose change was never answered: it may be in force, and this session ended. */
  const unanswered = useRef<string>(undefined);
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isShort = password.normalize("NFC").length < minPasswordLength;
  const differs = password !== confirmation;

  const fail = (failure: Refusal) => {
    setBusy(false);
    setProblem(failureText(failure.message, failure.details));
    toast.refusal(failure, toastId);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!user || busy) return;
    if (isShort) return passwordField.current?.focus();
    if (differs) return confirmationField.current?.focus();
    setBusy(true);
    if (unanswered.current !== undefined) {
      const failure = await signInWith(user.username, unanswered.current);
      if (failure && !isKnownOutcome(failure)) return fail(failure);
      // If another password was typed this time, or the generated one is still in force, the password must be saved.
      if (!failure && unanswered.current === password && !session().user?.renew)
        return toast.success(passwordChangedText);
    }
    const changed = await attempt("PATCH /v1/users/{id}", { path: { id: user._id }, body: { password } });
    if (changed.ok) return signInAgain(user.username, password, location.pathname + location.search);
    if (!isKnownOutcome(changed.failure)) unanswered.current = password;
    fail(changed.failure);
  };

  return (
    <SignInLayout
      title="Choose a password"
      text="Your current password was generated. Choose your own before you continue."
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      <form onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ""} />
        <PasswordField
          ref={passwordField}
          label="New password"
          required
          autoFocus
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={passwordTooShort}
          error={tried && isShort ? passwordTooShort : undefined}
        />
        <PasswordField
          ref={confirmationField}
          label="Repeat password"
          required
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          error={tried && differs ? "The passwords do not match" : undefined}
        />
        <Button kind="filled" type="submit" busy={busy}>
          Save password
        </Button>
        <Button kind="plain" onClick={() => void logout()}>
          Logout
        </Button>
      </form>
    </SignInLayout>
  );
}
