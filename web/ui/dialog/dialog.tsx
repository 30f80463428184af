// A modal dialog, on phones a drawer; unsaved input is not lost to a stray press.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { focusNextField } from "../../lib/forms/focus-next-field.ts";
import type { Leaving } from "../../lib/forms/held.ts";
import { useCloseOnBack, useLeaveGuard } from "../../lib/navigation/navigation-guard.ts";
import { DialogContext } from "../../lib/top-dialog.ts";
import { Button, IconButton } from "../button.tsx";
import { DraftOffer, type DraftOffered } from "../form/draft-offer.tsx";
import { Banner } from "../page/banner.tsx";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";
import style from "./dialog.module.css";
import { leaveQuestion, useClosed } from "./leave.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** It may have unsaved input, so closing asks first; `leaving` tells what becomes of it. */
  dirty?: boolean;
  leaving?: () => Leaving;
  /** Its input was submitted before a reload or a sign-in, so it closes. */
  isOver?: boolean;
  /** Full height on phones, for lists. */
  tall?: boolean;
  wide?: boolean;
  /** The title is for screen readers only, and there is no close button beside it. */
  bare?: boolean;
  /** The address does not say that it is open; Back closes it even so. */
  local?: boolean;
  /** Moves the focus on close, if it should not return to where it was. */
  onReturn?: () => void;
  children: ReactNode;
}

/** Open while mounted. Focus goes to the first field, and back to where it was on close. */
export function Dialog({
  title,
  onClose,
  dirty = false,
  leaving = () => ({ isTyped: dirty }),
  isOver = false,
  tall = false,
  wide = false,
  bare = false,
  local = false,
  onReturn,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  const ask = async () => {
    const question = leaveQuestion(leaving());
    return !question || new Promise<boolean>((answer) => setAsked({ question, answer }));
  };
  useLeaveGuard(dirty, ask, () => leaving().isTyped);
  useCloseOnBack(local, onClose);
  useClosed(isOver, onClose);
  const close = async () => {
    if (!dirty || (await ask())) onClose();
  };
  const find = (what: string) => popup.current?.querySelector<HTMLElement>(what);
  const first = () => find("[data-first]") ?? find("form :is(input, select, textarea)") ?? true;
  const focusAfter = () => {
    // After the screen behind it has been drawn again.
    if (onReturn) queueMicrotask(onReturn);
    return !onReturn;
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && void close()}>
      <Base.Portal>
        <Base.Backdrop className={style.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={first}
          finalFocus={focusAfter}
          className={style.popup}
          data-tall={tall || undefined}
          data-wide={wide || undefined}
          data-bare={bare || undefined}
        >
          <div className={bare ? undefined : style.head} data-sr-only={bare || undefined}>
            <Base.Title className={style.title}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" />} />
          </div>
          <DialogContext value={popup}>{children}</DialogContext>
          {asked && (
            <ConfirmDialog
              {...asked.question}
              onAnswer={(yes) => {
                setAsked(undefined);
                asked.answer(yes);
              }}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface FormDialogProps extends Omit<DialogProps, "bare"> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Verb of the submit button. */
  submit?: string;
  busy?: boolean;
  /** An error of the form as a whole. */
  problem?: string | undefined;
  /** The draft of a closed tab. */
  offer?: DraftOffered | undefined;
  /** Plain Enter moves to the next field, and submits from the last. */
  chain?: boolean;
  /** More buttons, left of Cancel. */
  extra?: ReactNode;
}

/** A dialog that is a form: its fields, then Cancel and the submit button. Ctrl or Cmd + Enter submits from anywhere. */
export function FormDialog({
  onSubmit,
  submit = "Submit",
  busy = false,
  problem,
  offer,
  chain = false,
  extra,
  children,
  ...dialog
}: FormDialogProps) {
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (!submitOnEnter(event) && chain) focusNextField(event);
  };
  return (
    <Dialog {...dialog}>
      <form
        className={style.form}
        noValidate
        onSubmit={busy ? (event) => event.preventDefault() : onSubmit}
        onKeyDown={press}
      >
        <div className={style.body} data-form>
          {offer && <DraftOffer {...offer} />}
          {problem && <Banner tone="danger">{problem}</Banner>}
          {children}
        </div>
        <div className={style.foot}>
          {extra && <div className={style.extra}>{extra}</div>}
          <Base.Close render={<Button />}>Cancel</Base.Close>
          <Button kind="filled" type="submit" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The scrolling middle of a dialog that is not a form. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={style.body}>{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={style.foot}>{children}</div>;
}
