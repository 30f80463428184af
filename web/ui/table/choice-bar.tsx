// The bar below a table whose rows are chosen: their number, and the actions for them.
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../button.tsx";
import { Dialog, DialogBody } from "../dialog/dialog.tsx";
import style from "./choice-bar.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  /** On a line of its own above the rest. */
  above?: ReactNode;
  /** How many rows are chosen; or the progress of the action that runs on them. */
  status: ReactNode;
  note?: ReactNode;
  /** Where there is as little room as on a phone, the secondary actions are in a drawer. */
  small?: boolean;
  /** The title of that drawer, and the label of the button that opens it. */
  more?: readonly [title: string, button: string];
  secondary: ReactNode;
  children?: ReactNode;
}

export function ChoiceBar({
  label,
  above,
  status,
  note,
  small = false,
  more: [title, button] = ["", ""],
  secondary,
  children,
}: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section className={style.bar} aria-label={label}>
      {above}
      <div className={style.status} {...(typeof status === "string" && { role: "status" })}>
        {typeof status === "string" ? <strong>{status}</strong> : status}
        {note && <small>{note}</small>}
      </div>
      {small ? <IconButton icon={Ellipsis} label={button} onClick={() => setOpen(true)} /> : secondary}
      {children}
      {open && (
        <Dialog local title={title} onClose={() => setOpen(false)}>
          <DialogBody>
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press on any action closes it. */}
            <div className={style.more} onClick={() => setOpen(false)}>
              {secondary}
            </div>
          </DialogBody>
        </Dialog>
      )}
    </section>
  );
}
