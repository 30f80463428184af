// What can be done with a row: icons on a desk, one button and a sheet on a phone.
import { Ellipsis, type LucideIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { later } from "../lib/later.tsx";
import { IconButton } from "./button.tsx";
import style from "./data-table.module.css";

const ActionSheet = later(() => import("./action-sheet.tsx"), "ActionSheet");

export interface RowAction<Row> {
  /** Verb: "Edit". The row's name is added to it. */
  name: string;
  icon: LucideIcon;
  tone?: "danger";
  run: (row: Row) => void;
  /** Why it cannot be done with this row. */
  off?: (row: Row) => string | undefined;
  /** Loads what it needs, when the pointer comes near. */
  preload?: () => void;
}

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  folded: boolean;
}

export function RowActions<Row>({ row, name, actions, folded }: Props<Row>) {
  const [open, setOpen] = useState(false);
  if (!folded)
    return (
      <span className={style.actions}>
        {actions.map(({ name: verb, icon, tone, run, off, preload }) => {
          const reason = off?.(row);
          return (
            <IconButton
              key={verb}
              icon={icon}
              label={reason ? `${verb} ${name}: ${reason}` : `${verb} ${name}`}
              {...(tone && { tone })}
              disabled={reason !== undefined}
              onPointerEnter={preload}
              onFocus={preload}
              onClick={(event) => {
                event.stopPropagation();
                run(row);
              }}
            />
          );
        })}
      </span>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps presses inside from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={style.actions} onClick={(event) => event.stopPropagation()}>
      <IconButton
        icon={Ellipsis}
        label={`Actions for ${name}`}
        aria-haspopup="dialog"
        onPointerDown={ActionSheet.preload}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ActionSheet
            title={name}
            actions={actions.map(({ name: verb, icon, tone, run, off }) => ({
              name: verb,
              icon,
              tone,
              off: off?.(row),
              run: () => run(row),
            }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
