// The actions of one row as a sheet of large buttons.
import type { LucideIcon } from "lucide-react";
import style from "./action-sheet.module.css";
import { Dialog, DialogBody } from "./dialog.tsx";

interface SheetAction {
  name: string;
  icon: LucideIcon;
  tone?: "danger" | undefined;
  off?: string | undefined;
  run: () => void;
}

export function ActionSheet({
  title,
  actions,
  onClose,
}: {
  title: string;
  actions: readonly SheetAction[];
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <ul>
          {actions.map(({ name, icon: Icon, tone, off, run }) => (
            <li key={name}>
              <button
                type="button"
                className={style.action}
                data-tone={tone}
                disabled={off !== undefined}
                onClick={() => {
                  onClose();
                  run();
                }}
              >
                <Icon size={20} aria-hidden="true" />
                {name}
                {off && <small>{off}</small>}
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
