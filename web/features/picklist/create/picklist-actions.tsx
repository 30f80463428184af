// Save, Print and Clear: in the header, and on phones the next one at the bottom, under the thumb.
import { Eraser, type LucideIcon, Printer, Save } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { statusId } from "./picklist-status.tsx";

interface ActionButtonProps {
  name: string;
  icon: LucideIcon;
  run: () => void;
  disabled: boolean;
  /** The next step: the one filled button. */
  isNext?: boolean;
  busy?: boolean;
  /** Shows the icon only. */
  small: boolean;
}

function ActionButton({ name, icon, run, disabled, isNext = false, busy = false, small }: ActionButtonProps) {
  const described = { "aria-describedby": name === "Print" ? statusId : undefined };
  if (small) return <IconButton icon={icon} label={name} disabled={disabled} onClick={run} {...described} />;
  return (
    <Button
      icon={icon}
      kind={isNext ? "filled" : "outlined"}
      data-primary={isNext || undefined}
      disabled={disabled}
      busy={busy}
      onClick={run}
      {...described}
    >
      {name}
    </Button>
  );
}

interface Props {
  onPhone: boolean;
  processed: boolean;
  /** A request is running, or its outcome is unknown. */
  locked: boolean;
  busy: boolean;
  save: () => void;
  print: () => void;
  clear: () => void;
}

/** `next` stands at the bottom of a phone; the header has all other actions, and on wide screens all. */
export const picklistActions = ({ onPhone, processed, locked, busy, save, print, clear }: Props) => {
  const saveButton = (small: boolean) => (
    <ActionButton
      name="Save"
      icon={Save}
      run={save}
      disabled={locked && !busy}
      isNext={!processed}
      busy={busy}
      small={small}
    />
  );
  const printButton = (small: boolean) => (
    <ActionButton
      name="Print"
      icon={Printer}
      run={print}
      disabled={!processed || locked}
      isNext={processed}
      small={small}
    />
  );
  const clearButton = <ActionButton name="Clear" icon={Eraser} run={clear} disabled={locked} small={onPhone} />;
  if (!onPhone)
    return {
      header: (
        <>
          {clearButton}
          {printButton(false)}
          {saveButton(false)}
        </>
      ),
    };
  return {
    header: (
      <>
        {clearButton}
        {processed ? saveButton(true) : printButton(true)}
      </>
    ),
    next: processed ? printButton(false) : saveButton(false),
  };
};
