// A screen that is a form: its fields in a card, Cancel and Submit below; leaving it unsaved asks first.
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { useLeaveGuard } from "../lib/leave.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { useConfirm } from "./confirm.tsx";
import style from "./form-page.module.css";
import { Page } from "./page.tsx";

interface Props {
  title: string;
  dirty: boolean;
  /** `release` lets the person leave without being asked: what was typed is saved. */
  onSubmit: (event: FormEvent<HTMLFormElement>, release: () => void) => void;
  onCancel: () => void;
  busy: boolean;
  /** What is wrong with the whole. */
  problem?: string | undefined;
  children: ReactNode;
}

export function FormPage({ title, dirty, onSubmit, onCancel, busy, problem, children }: Props) {
  const confirm = useConfirm();
  const release = useLeaveGuard(dirty, () =>
    confirm({
      title: "Discard changes?",
      text: "What you typed here is not saved yet.",
      action: "Discard",
      cancel: "Keep editing",
    }),
  );
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <Page title={title} narrow>
      <form className={style.form} noValidate onSubmit={(event) => onSubmit(event, release)} onKeyDown={press}>
        <div className={style.body}>
          {problem && <Banner tone="danger">{problem}</Banner>}
          {children}
        </div>
        <div className={style.foot}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="filled" type="submit" busy={busy}>
            Submit
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** A narrow column for a picture, and a wide one for the other fields. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={style.columns}>{children}</div>;
}

/** Fields side by side where there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>;
}

/** While what is to be edited is on its way. */
export function FormBones({ title, children }: { title: string; children?: ReactNode }) {
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
