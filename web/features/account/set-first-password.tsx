// The first sign-in with a generated password: a new one is asked for before anything else.
import { type FormEvent, useId, useRef, useState } from "react";
import { shortestPassword, tooShort } from "#shared/password.ts";
import { attempt, isKnownOutcome, type Refusal } from "../../lib/api/client.ts";
import { logout, session, useSession } from "../../lib/api/session.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { failureText, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { changedText, signInAgain, signInWith } from "./sign-in-again.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

export function SetFirstPassword() {
  const { user } = useSession();
  const toastId = useId();
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  /** May be the password already, and this session over, since the change to it had no answer. */
  const unsure = useRef<string>(undefined);
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isShort = password.length < shortestPassword;
  const differs = password !== again;

  const fail = (failure: Refusal) => {
    setBusy(false);
    setProblem(failureText(failure.message, failure.details));
    toast.refusal(failure, toastId);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!user || busy) return;
    if (isShort) return first.current?.focus();
    if (differs) return second.current?.focus();
    setBusy(true);
    if (unsure.current !== undefined) {
      const failure = await signInWith(user.username, unsure.current);
      if (failure && !isKnownOutcome(failure, false)) return fail(failure);
      // Who typed another one this time, or the generated one again, still has one to save.
      if (!failure && unsure.current === password && !session().user?.renew) return toast.success(changedText);
    }
    const changed = await attempt("PATCH /v1/users/{id}", { path: { id: user._id }, body: { password } });
    if (changed.ok) return signInAgain(user.username, password, location.pathname + location.search);
    if (!isKnownOutcome(changed.failure, false)) unsure.current = password;
    fail(changed.failure);
  };

  return (
    <SignInLayout title="Choose a password" text="Your present one was generated. Choose your own before you go on.">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <form onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ""} />
        <PasswordField
          ref={first}
          label="New password"
          required
          autoFocus
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={tooShort}
          error={tried && isShort ? tooShort : undefined}
        />
        <PasswordField
          ref={second}
          label="Once more"
          required
          autoComplete="new-password"
          value={again}
          onChange={(event) => setAgain(event.target.value)}
          error={tried && differs ? "The two differ" : undefined}
        />
        <Button kind="filled" type="submit" busy={busy}>
          Save password
        </Button>
        <Button kind="plain" onClick={logout}>
          Logout
        </Button>
      </form>
    </SignInLayout>
  );
}
