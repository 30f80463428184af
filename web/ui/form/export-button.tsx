// A button that downloads a report. Its label names the content, on phones only its accessible name does.
import { Download as Icon } from "lucide-react";
import { usePhone } from "../../lib/media.ts";
import { Button, IconButton } from "../button.tsx";
import style from "./export-button.module.css";

interface Props {
  download: {
    /** Called when a press is likely; fails silently. */
    prepare: () => void;
    fetch: () => void;
    busy: boolean;
  };
  /** The content: "all products". */
  of: string;
  /** A full button on phones too: in a form or a drawer. */
  alwaysLabelled?: boolean;
  /** `of` is already shown next to the button, so only the accessible name repeats it. */
  hideOf?: boolean;
  filled?: boolean;
  initialFocus?: boolean;
  children: string;
}

export function ExportButton({
  download: { prepare, fetch, busy },
  of,
  alwaysLabelled = false,
  hideOf = false,
  filled = false,
  initialFocus = false,
  children,
}: Props) {
  const onPhone = usePhone();
  const press = { onPointerEnter: prepare, onFocus: prepare, onClick: fetch };
  const label = `${children} ${of}`;
  if (onPhone && !alwaysLabelled)
    return <IconButton icon={Icon} label={label} word={children} aria-busy={busy || undefined} {...press} />;
  return (
    <Button
      kind={filled ? "filled" : "outlined"}
      icon={Icon}
      busy={busy}
      title={label}
      aria-label={hideOf ? label : undefined}
      data-first={initialFocus || undefined}
      {...press}
    >
      {children} {!hideOf && <span className={filled ? "" : style.of}>{of}</span>}
    </Button>
  );
}
