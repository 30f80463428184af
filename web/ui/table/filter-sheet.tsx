// The filters of a list on a phone, as a sheet that shows how many rows match.
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../dialog/dialog.tsx";
import style from "./table.module.css";

interface Props {
  title: string;
  /** How many rows match. */
  status: string;
  clear: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function FilterSheet({ title, status, clear, onClose, children }: Props) {
  return (
    <Dialog local title={title} onClose={onClose}>
      <DialogBody>
        <fieldset className={style.stack}>
          <legend data-sr-only>{title}</legend>
          {children}
        </fieldset>
        <p role="status" className={style.left}>
          {status}
        </p>
      </DialogBody>
      <DialogFoot>
        {clear}
        <Button kind="filled" onClick={onClose}>
          Show
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
