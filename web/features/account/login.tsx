// Signing in with username and password.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Failure } from "#shared/failure.ts";
import { config, type Demo } from "../../lib/api/address.ts";
import { useSession } from "../../lib/api/session.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/field.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { signInFailureText, signInWith } from "./sign-in.ts";
import style from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

export function Login() {
  const { user } = useSession();
  const toastId = useId();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [username, setUsername] = useState(user?.username ?? "");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (!username.trim()) return usernameField.current?.focus();
    if (!password) return passwordField.current?.focus();
    setBusy(true);
    setProblem("");
    toast.loading("Logging in", toastId);
    const failure = await signInWith(username, password);
    setBusy(false);
    // With a session, the router leaves this screen.
    if (!failure) return void toast.success("Logged in", toastId);
    const message = signInFailureText(failure);
    toast.error(message, toastId);
    setProblem(message);
    setTried(false);
    // Only a wrong password has to be typed again.
    if (failure instanceof Failure && failure.code === "UNAUTHORIZED") setPassword("");
    passwordField.current?.focus();
  };

  const fill = (name: string, demoPassword: string) => {
    setUsername(name);
    setPassword(demoPassword);
    setProblem("");
    submitButton.current?.focus();
  };

  return (
    <SignInLayout title="Sign in" text="Welcome back. Use the account you were given.">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <form onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
        <Input
          ref={usernameField}
          label="Username"
          required
          name="username"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!username}
          error={tried && !username.trim() ? "Enter your username" : undefined}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          required
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          autoFocus={Boolean(username)}
          error={tried && !password ? "Enter your password" : undefined}
        />
        <Button ref={submitButton} kind="filled" type="submit" busy={busy}>
          Login
        </Button>
      </form>
      <DemoPeople onChoose={fill} />
    </SignInLayout>
  );
}

/** Whom one can be with demo data; without, nothing. */
function DemoPeople({ onChoose }: { onChoose: (username: string, password: string) => void }) {
  const [demo, setDemo] = useState<Demo>();
  useEffect(() => {
    config().then(
      (read) => setDemo(read.demo),
      () => undefined,
    );
  }, []);
  if (!demo) return null;
  return (
    <section aria-label="Demo data" className={style.demo}>
      <p>This is demo data: nothing here is real. Fill in the form as</p>
      {demo.people.map(({ username, name }) => (
        <Button key={username} onClick={() => onChoose(username, demo.password)}>
          {name}, {username}
        </Button>
      ))}
    </section>
  );
}
