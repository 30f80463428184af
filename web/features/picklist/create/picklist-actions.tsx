// Save, Print and Clear: in the header, and on phones the next one at the bottom, under the thumb.
import { Eraser, type LucideIcon, Printer, Save } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { statusId } from "./picklist-status.tsx";

interface Action {
  name: string;
  icon: LucideIcon;
  run: () => void;
  disabled: boolean;
  /** The next step: the one filled button. */
  isNext?: boolean;
  busy?: boolean;
}

/** `small`: its icon only. */
function ActionButton({ name, icon, run, isNext = false, busy = false, small, ...rest }: Action & { small: boolean }) {
  const props = { ...rest, icon, onClick: run, "aria-describedby": name === "Print" ? statusId : undefined };
  if (small) return <IconButton {...props} label={name} word={name} />;
  return (
    <Button {...props} kind={isNext ? "filled" : "outlined"} data-primary={isNext || undefined} busy={busy}>
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
  const clearing: Action = { name: "Clear", icon: Eraser, run: clear, disabled: locked };
  const printing: Action = {
    name: "Print",
    icon: Printer,
    run: print,
    disabled: !processed || locked,
    isNext: processed,
  };
  const saving: Action = { name: "Save", icon: Save, run: save, disabled: locked && !busy, isNext: !processed, busy };
  const [next, other] = processed ? [printing, saving] : [saving, printing];
  const inHeader = onPhone ? [clearing, other] : [clearing, printing, saving];
  return {
    header: inHeader.map((action) => <ActionButton key={action.name} {...action} small={onPhone} />),
    next: <ActionButton {...next} small={false} />,
  };
};
