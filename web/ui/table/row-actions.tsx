// The actions of a row: icons on a desktop, one button that opens their drawer on a phone.
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { toast } from "../../lib/toast.ts";
import { Button, IconButton, IconLink } from "../button.tsx";
import style from "./table.module.css";

interface Common<Row> {
  /** Verb: "Edit". The row's name is added to it. */
  name: string | ((row: Row) => string);
  icon: LucideIcon;
  tone?: "danger";
  /** A frequent action: a labelled button, on phones beside the drawer's; hidden where it is disabled. */
  labelled?: boolean;
  /** On a desktop a click or Enter on the row does it too. */
  primary?: boolean;
  /** Why it is disabled for this row; undefined if it is not. */
  disabledReason?: (row: Row) => string | undefined;
}

export type RowAction<Row> = Common<Row> &
  ({ run: (row: Row) => void; to?: never } | { to: (row: Row) => string; run?: never });

export interface BoundAction {
  name: string;
  icon: LucideIcon;
  tone: "danger" | undefined;
  labelled: boolean;
  /** Why it is disabled. */
  reason: string | undefined;
  to: string | undefined;
  run: () => void;
}

export const bindActions = <Row,>(row: Row, actions: readonly RowAction<Row>[]): BoundAction[] =>
  actions.map(({ name, icon, tone, labelled = false, run, to, disabledReason }) => ({
    name: typeof name === "string" ? name : name(row),
    icon,
    tone,
    labelled,
    reason: disabledReason?.(row),
    to: to?.(row),
    run: () => run?.(row),
  }));

/** A function that does an action as its button would. */
export function useAction<Row>(action: RowAction<Row> | undefined): ((row: Row) => void) | undefined {
  const navigate = useNavigate();
  return (
    action &&
    ((row) => {
      const reason = action.disabledReason?.(row);
      const to = action.to?.(row);
      if (reason) toast.info(reason, "off");
      else if (to) navigate(to);
      else action.run?.(row);
    })
  );
}

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  onMore?: () => void;
}

export function RowActions<Row>({ row, name, actions, onMore }: Props<Row>) {
  const bound = bindActions(row, actions).filter(({ labelled, reason }) => !(labelled && reason));
  const labelled = bound.filter((action) => action.labelled);
  // Icons first, so that they line up in rows without the labelled button.
  const shown = onMore ? labelled : [...bound.filter((action) => !action.labelled), ...labelled];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps presses inside from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={style.actions} onClick={(event) => event.stopPropagation()}>
      {shown.map((action) => (
        <RowButton key={action.name} action={action} row={name} />
      ))}
      {onMore && shown.length < bound.length && (
        <IconButton icon={Ellipsis} label={`Actions for ${name}`} aria-haspopup="dialog" onClick={onMore} />
      )}
    </span>
  );
}

interface RowButtonProps {
  row: string;
  action: BoundAction;
}

function RowButton({ row, action: { name, icon, tone, labelled, reason, to, run } }: RowButtonProps) {
  const label = `${name} ${row}`;
  // Not `disabled`: on focus or press it says the reason, for those who cannot hover.
  if (reason)
    return (
      <IconButton icon={icon} label={`${label}: ${reason}`} aria-disabled onClick={() => toast.info(reason, "off")} />
    );
  if (to) return <IconLink icon={icon} label={label} to={to} />;
  if (labelled)
    return (
      <Button aria-label={label} onClick={run}>
        {name}
      </Button>
    );
  return <IconButton icon={icon} label={label} {...(tone && { tone })} onClick={run} />;
}
