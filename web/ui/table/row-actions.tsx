// What can be done with a row: icons on a desk, one button for its sheet on a phone.
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { toast } from "../../lib/toast.ts";
import { Button, IconButton, IconLink } from "../button.tsx";
import style from "./table.module.css";

interface Target {
  path: string;
  /** What the screen there is handed along. */
  state?: unknown;
}

interface Common<Row> {
  /** Verb: "Edit". The row's name is added to it. */
  name: string;
  icon: LucideIcon;
  tone?: "danger";
  /** Done so often that on a desk it is a button with its name, and on phones needs no sheet; where it is disabledReason, neither. */
  labelled?: boolean;
  /** On a desk the row itself does it too, by a press or Enter. */
  primary?: boolean;
  /** Why it cannot be done with this row. */
  disabledReason?: (row: Row) => string | undefined;
  /** Loads what it needs, when the pointer comes near. */
  preload?: () => void;
}

/** It runs, or it goes somewhere. */
export type RowAction<Row> = Common<Row> &
  ({ run: (row: Row) => void; to?: never } | { to: (row: Row) => Target; run?: never });

/** The same for one row. */
export interface BoundAction {
  name: string;
  icon: LucideIcon;
  tone: "danger" | undefined;
  labelled: boolean;
  /** Why it cannot be done. */
  reason: string | undefined;
  to: Target | undefined;
  run: () => void;
  preload: (() => void) | undefined;
}

export const bindActions = <Row,>(row: Row, actions: readonly RowAction<Row>[]): BoundAction[] =>
  actions.map(({ name, icon, tone, labelled = false, run, to, disabledReason, preload }) => ({
    name,
    icon,
    tone,
    labelled,
    reason: disabledReason?.(row),
    to: to?.(row),
    run: () => run?.(row),
    preload,
  }));

/** Does with a row what the action's button does. */
export function useAction<Row>(action: RowAction<Row> | undefined): ((row: Row) => void) | undefined {
  const navigate = useNavigate();
  return (
    action &&
    ((row) => {
      const reason = action.disabledReason?.(row);
      const to = action.to?.(row);
      if (reason) toast.info(reason, "off");
      else if (to) navigate(to.path, { state: to.state });
      else action.run?.(row);
    })
  );
}

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  /** Opens the sheet, on phones. */
  onMore?: () => void;
  preload?: () => void;
}

export function RowActions<Row>({ row, name, actions, onMore, preload }: Props<Row>) {
  const bound = bindActions(row, actions).filter(({ labelled, reason }) => !(labelled && reason));
  const labelled = bound.filter((action) => action.labelled);
  // Icons stand in line also where a name is missing.
  const shown = onMore ? labelled : [...bound.filter((action) => !action.labelled), ...labelled];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps presses inside from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={style.actions} onClick={(event) => event.stopPropagation()}>
      {shown.map((action) => (
        <RowButton key={action.name} action={action} row={name} iconOnly={onMore !== undefined} />
      ))}
      {onMore && (
        <IconButton
          icon={Ellipsis}
          label={`Actions for ${name}`}
          aria-haspopup="dialog"
          onPointerDown={preload}
          onClick={onMore}
        />
      )}
    </span>
  );
}

interface RowButtonProps {
  row: string;
  action: BoundAction;
  /** Icons alone. */
  iconOnly: boolean;
}

function RowButton({
  row,
  action: { name, icon, tone, labelled, reason, to, run, preload },
  iconOnly,
}: RowButtonProps) {
  const label = `${name} ${row}`;
  // Not `disabled`: who cannot hover learns the reason by focus or by pressing.
  if (reason)
    return (
      <IconButton icon={icon} label={`${label}: ${reason}`} aria-disabled onClick={() => toast.info(reason, "off")} />
    );
  if (to) return <IconLink icon={icon} label={label} to={to.path} state={to.state} />;
  const press = { onPointerEnter: preload, onFocus: preload, onClick: run };
  if (labelled && !iconOnly)
    return (
      <Button aria-label={label} {...press}>
        {name}
      </Button>
    );
  return <IconButton icon={icon} label={label} {...(tone && { tone })} {...press} />;
}
