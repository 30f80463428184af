// Asks before something that cannot be undone: Cancel has the focus, and the button names the action.
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import { useCloseOnBack } from "../../lib/navigation/navigation-guard.ts";
import { Button } from "../button.tsx";
import style from "./dialog.module.css";

export interface Question {
  title: string;
  /** One sentence on the consequences. */
  text: string;
  /** Further consequences: units, warehouses. A function enables the button by calling `allow`. */
  detail?: ReactNode | ((allow: (yes: boolean) => void) => ReactNode);
  /** Verb and noun: "Delete product". */
  action: string;
  run?: () => unknown;
  /** Another way to go on. */
  other?: { action: string; run: () => unknown };
  cancel?: string;
  /** Not destructive, so the button is not red. */
  harmless?: boolean;
  /** Neither way is the likely one, so that neither button is filled. */
  even?: boolean;
}

export function ConfirmDialog({
  title,
  text,
  detail,
  action,
  run,
  other,
  cancel = "Cancel",
  harmless = false,
  even = false,
  onAnswer,
}: Question & { onAnswer: (yes: boolean) => void }) {
  useCloseOnBack(true, () => onAnswer(false));
  const refuse = useRef<HTMLButtonElement>(null);
  const [allowed, allow] = useState(typeof detail !== "function");
  const goOn = (what?: () => unknown) => {
    what?.();
    onAnswer(true);
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={style.backdrop} data-alert forceRender />
        <AlertDialog.Popup initialFocus={refuse} className={style.popup} data-alert>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description className={style.text}>{text}</AlertDialog.Description>
          {detail && <div className={style.detail}>{typeof detail === "function" ? detail(allow) : detail}</div>}
          <div className={style.alertFoot}>
            <Button ref={refuse} onClick={() => onAnswer(false)}>
              {cancel}
            </Button>
            {other && <Button onClick={() => goOn(other.run)}>{other.action}</Button>}
            <Button
              {...(!even && { kind: harmless ? "filled" : "danger" })}
              disabled={!allowed}
              onClick={() => goOn(run)}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
