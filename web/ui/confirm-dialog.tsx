// Asks before something that cannot be taken back: Cancel has the focus, the button names the deed.
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import style from "./dialog.module.css";
import { Input } from "./field.tsx";

export interface Question {
  title: string;
  /** The sentence that says what happens. */
  text: string;
  /** What goes with it: units, warehouses. */
  detail?: ReactNode;
  /** Verb and noun: "Delete product". */
  action: string;
  cancel?: string;
  /** Not destructive: the button is not red. */
  harmless?: boolean;
  /** Must be typed before the button works. */
  typed?: string;
}

export function ConfirmDialog({
  title,
  text,
  detail,
  action,
  cancel = "Cancel",
  harmless = false,
  typed,
  onAnswer,
}: Question & { onAnswer: (yes: boolean) => void }) {
  const refuse = useRef<HTMLButtonElement>(null);
  const [word, setWord] = useState("");
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={style.backdrop} data-alert forceRender />
        <AlertDialog.Popup initialFocus={refuse} className={style.popup} data-alert>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description className={style.text}>{text}</AlertDialog.Description>
          {detail && <div className={style.detail}>{detail}</div>}
          {typed && (
            <Input label={`Type ${typed} to confirm`} value={word} onChange={(event) => setWord(event.target.value)} />
          )}
          <div className={style.alertFoot}>
            <Button ref={refuse} onClick={() => onAnswer(false)}>
              {cancel}
            </Button>
            <Button
              kind={harmless ? "filled" : "danger"}
              disabled={typed !== undefined && word.trim() !== typed}
              onClick={() => onAnswer(true)}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
