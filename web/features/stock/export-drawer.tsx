// The exports on a phone, as a drawer. A separate chunk, because the screen itself does not need dialogs.
import type { ReactNode } from "react";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import style from "../../ui/form/export-button.module.css";

export function ExportDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog local title="Export" onClose={onClose}>
      <DialogBody>
        <div className={style.stack}>{children}</div>
      </DialogBody>
    </Dialog>
  );
}
