// A small form in a card: fields in a row, with the button at their end.
import type { FormEvent, ReactNode } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { Banner } from "../page/banner.tsx";
import style from "./inline-form.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  problem?: string | undefined;
  button: ReactNode;
  children: ReactNode;
}

export function InlineForm({ label, onSubmit, problem, button, children }: Props) {
  return (
    <div className={style.frame}>
      <form aria-label={label} noValidate onSubmit={onSubmit} onKeyDown={submitOnEnter} className={style.form}>
        {problem && (
          <div className={style.problem}>
            <Banner tone="danger">{problem}</Banner>
          </div>
        )}
        {children}
        <div className={style.button}>{button}</div>
      </form>
    </div>
  );
}

export function InlineFormSkeleton() {
  return <div className={style.bones} aria-busy="true" />;
}
