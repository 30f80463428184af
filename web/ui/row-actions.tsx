// What can be done with a row: icons on a desk, one button for its sheet on a phone.
import { Ellipsis, type LucideIcon } from "lucide-react";
import { say } from "../lib/say.ts";
import { IconButton, IconLink } from "./button.tsx";
import style from "./data-table.module.css";

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
  /** Why it cannot be done with this row. */
  off?: (row: Row) => string | undefined;
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
  /** Why it cannot be done. */
  reason: string | undefined;
  to: Target | undefined;
  run: () => void;
  preload: (() => void) | undefined;
}

export const bind = <Row,>(row: Row, actions: readonly RowAction<Row>[]): BoundAction[] =>
  actions.map(({ name, icon, tone, run, to, off, preload }) => ({
    name,
    icon,
    tone,
    reason: off?.(row),
    to: to?.(row),
    run: () => run?.(row),
    preload,
  }));

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  /** Opens the sheet, on phones. */
  onFold?: () => void;
  preload?: () => void;
}

export function RowActions<Row>({ row, name, actions, onFold, preload }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps presses inside from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={style.actions} onClick={(event) => event.stopPropagation()}>
      {onFold ? (
        <IconButton
          icon={Ellipsis}
          label={`Actions for ${name}`}
          aria-haspopup="dialog"
          onPointerDown={preload}
          onClick={onFold}
        />
      ) : (
        bind(row, actions).map((action) => <RowButton key={action.name} action={action} row={name} />)
      )}
    </span>
  );
}

function RowButton({
  row,
  action: { name, icon, tone, reason, to, run, preload },
}: {
  row: string;
  action: BoundAction;
}) {
  const label = `${name} ${row}`;
  // Not `disabled`: who cannot hover learns the reason by focus or by pressing.
  if (reason)
    return (
      <IconButton icon={icon} label={`${label}: ${reason}`} aria-disabled onClick={() => say.note(reason, "off")} />
    );
  if (to) return <IconLink icon={icon} label={label} to={to.path} state={to.state} />;
  return (
    <IconButton
      icon={icon}
      label={label}
      {...(tone && { tone })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={run}
    />
  );
}
