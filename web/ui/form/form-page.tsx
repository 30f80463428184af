// A screen that is a form: fields in a card, Cancel and Submit below; leaving it with unsaved input asks first.
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import type { Leaving } from "../../lib/forms/held.ts";
import { useLeaveGuard } from "../../lib/navigation/navigation-guard.ts";
import { Button } from "../button.tsx";
import { useConfirm } from "../dialog/confirm.tsx";
import dialog from "../dialog/dialog.module.css";
import { leaveQuestion, useClosed } from "../dialog/leave.ts";
import { Banner } from "../page/banner.tsx";
import { Page } from "../page/page.tsx";
import { DraftOffer, type DraftOffered } from "./draft-offer.tsx";
import style from "./form-page.module.css";

interface Props {
  title: string;
  /** It may have unsaved input; `leaving` tells what becomes of it. */
  dirty: boolean;
  leaving: () => Leaving;
  /** Its input was submitted before a reload or a sign-in, so it is left. */
  isOver: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  busy: boolean;
  /** Text of the submit button. */
  submit?: string;
  /** More buttons, left of Cancel. */
  extra?: ReactNode;
  /** An error of the form as a whole. */
  problem?: string | undefined;
  /** The draft of a closed tab. */
  offer?: DraftOffered | undefined;
  children: ReactNode;
}

export function FormPage({
  title,
  dirty,
  leaving,
  isOver,
  onSubmit,
  onCancel,
  busy,
  submit = "Submit",
  extra,
  problem,
  offer,
  children,
}: Props) {
  const confirm = useConfirm();
  const ask = async () => {
    const question = leaveQuestion(leaving());
    return !question || confirm(question);
  };
  useLeaveGuard(dirty, ask, () => leaving().isTyped);
  useClosed(isOver, onCancel);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would cover the form.
    if (!matchMedia("(pointer: coarse)").matches) firstMissing(form.current)?.focus();
  }, []);
  const cancel = async () => {
    if (!dirty || (await ask())) onCancel();
  };
  return (
    <Page title={title} narrow>
      <form ref={form} className={style.form} noValidate onSubmit={onSubmit} onKeyDown={submitOnEnter}>
        <div className={style.body} data-form>
          {offer && <DraftOffer {...offer} />}
          {problem && <Banner tone="danger">{problem}</Banner>}
          {children}
        </div>
        <div className={`${dialog.foot} ${style.foot}`}>
          {extra && <div className={dialog.extra}>{extra}</div>}
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="filled" type="submit" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Page>
  );
}

const firstMissing = (form: HTMLFormElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll<HTMLInputElement>("[aria-required=true]") ?? [])].find(({ value }) => value === "");

/** A narrow column for a picture, and a wide one for the other fields. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={style.columns}>{children}</div>;
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>;
}

export function FormSkeleton({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Page title={title} narrow>
      {children}
      <div className={style.form} aria-busy="true">
        <div className={style.body}>
          {[1, 2, 3, 4].map((bone) => (
            <div key={bone} className={style.bone} />
          ))}
        </div>
      </div>
    </Page>
  );
}
