// A form in a card: its fields below each other, the button under them.
import type { FormEvent, ReactNode } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { Banner } from "../../ui/page/banner.tsx";
import style from "./form-stack.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  problem?: string | undefined;
  /** Its fields cannot be changed now. */
  locked?: boolean;
  button: ReactNode;
  children: ReactNode;
}

export function FormStack({ label, onSubmit, problem, locked = false, button, children }: Props) {
  return (
    <form aria-label={label} noValidate onSubmit={onSubmit} onKeyDown={submitOnEnter} className={style.form}>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <fieldset className={style.fields} disabled={locked}>
        {children}
      </fieldset>
      <div className={style.button}>{button}</div>
    </form>
  );
}
