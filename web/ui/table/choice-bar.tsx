// The bar below a table whose rows are chosen: how many they are, and what can be done with them.
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../button.tsx";
import { Dialog, DialogBody } from "../dialog/dialog.tsx";
import style from "./choice-bar.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  /** How many they are; or the progress of what is being done with them. */
  said: ReactNode;
  note?: ReactNode;
  /** There is as little room as on a phone: the lesser actions are in a sheet. */
  small?: boolean;
  /** Title of that sheet, and the name of its button. */
  more?: readonly [title: string, button: string];
  others: ReactNode;
  /** The main action. */
  children?: ReactNode;
}

export function ChoiceBar({
  label,
  said,
  note,
  small = false,
  more: [title, button] = ["", ""],
  others,
  children,
}: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section className={style.bar} aria-label={label}>
      <div className={style.said} {...(typeof said === "string" && { role: "status" })}>
        {typeof said === "string" ? <strong>{said}</strong> : said}
        {note && <small>{note}</small>}
      </div>
      {small ? <IconButton icon={Ellipsis} label={button} onClick={() => setOpen(true)} /> : others}
      {children}
      {open && (
        <Dialog local title={title} onClose={() => setOpen(false)}>
          <DialogBody>
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: any of them closes it. */}
            <div className={style.more} onClick={() => setOpen(false)}>
              {others}
            </div>
          </DialogBody>
        </Dialog>
      )}
    </section>
  );
}
