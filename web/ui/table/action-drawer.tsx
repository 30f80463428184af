// What a row or a head has no room for, as a drawer: details, and below them the actions of a row as large buttons.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { DefinitionList } from "../definition-list.tsx";
import { Dialog, DialogBody } from "../dialog/dialog.tsx";
import type { Column } from "./columns.ts";
import type { BoundAction } from "./row-actions.tsx";
import style from "./table.module.css";

interface Props {
  title: string;
  actions?: readonly BoundAction[];
  onClose: () => void;
  children?: ReactNode;
}

export function ActionDrawer({ title, actions = [], onClose, children }: Props) {
  return (
    <Dialog local title={title} onClose={onClose}>
      <DialogBody>
        {children}
        {actions.length > 0 && (
          <ul>
            {actions.map((action) => (
              <li key={action.name}>
                <DrawerAction action={action} onClose={onClose} />
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  );
}

function DrawerAction({ action, onClose }: { action: BoundAction; onClose: () => void }) {
  const { name, icon: Icon, tone, reason, to, run } = action;
  const content = (
    <>
      <Icon size={20} aria-hidden="true" />
      {name}
      {reason && <small>{reason}</small>}
    </>
  );
  if (to && !reason)
    return (
      <Link to={to} className={style.action} onClick={onClose}>
        {content}
      </Link>
    );
  const act = () => {
    onClose();
    run();
  };
  return (
    <button type="button" className={style.action} data-tone={tone} disabled={reason !== undefined} onClick={act}>
      {content}
    </button>
  );
}

interface GoneProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/** What a row has no column for, without its picture. */
export const GoneColumns = <Row,>({ columns, row }: GoneProps<Row>) => {
  const texts = columns.filter(({ head }) => head !== "Image");
  return texts.length > 0 && <DefinitionList entries={texts.map(({ head, cell }) => [head, cell(row, 0)])} />;
};
