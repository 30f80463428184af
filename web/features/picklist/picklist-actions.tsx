// Save, Print and Clear: in the header, and on phones what comes next under the thumb.
import { Eraser, type LucideIcon, Printer, Save } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { stateId } from "./picklist-status.tsx";

interface DeedProps {
  name: string;
  icon: LucideIcon;
  run: () => void;
  off: boolean;
  /** It comes next: the one filled button. */
  leads?: boolean;
  busy?: boolean;
  /** Only its icon, where there is little room. */
  small: boolean;
}

function Deed({ name, icon, run, off, leads = false, busy = false, small }: DeedProps) {
  const described = { "aria-describedby": name === "Print" ? stateId : undefined };
  if (small) return <IconButton icon={icon} label={name} disabled={off} onClick={run} {...described} />;
  return (
    <Button
      icon={icon}
      kind={leads ? "filled" : "outlined"}
      data-primary={leads || undefined}
      disabled={off}
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
  /** A request is on its way, or its outcome is unknown. */
  locked: boolean;
  busy: boolean;
  save: () => void;
  print: () => void;
  clear: () => void;
}

/** `next` is what stands under the thumb; the header has the others, or all. */
export const deedsOf = ({ onPhone, processed, locked, busy, save, print, clear }: Props) => {
  const leadSave = !processed;
  const saving = (small: boolean) => (
    <Deed name="Save" icon={Save} run={save} off={locked && !busy} leads={leadSave} busy={busy} small={small} />
  );
  const printing = (small: boolean) => (
    <Deed name="Print" icon={Printer} run={print} off={!processed || locked} leads={processed} small={small} />
  );
  const clearing = <Deed name="Clear" icon={Eraser} run={clear} off={locked} small={onPhone} />;
  if (!onPhone)
    return {
      header: (
        <>
          {clearing}
          {printing(false)}
          {saving(false)}
        </>
      ),
    };
  return {
    header: (
      <>
        {clearing}
        {processed ? saving(true) : printing(true)}
      </>
    ),
    next: processed ? printing(false) : saving(false),
  };
};
