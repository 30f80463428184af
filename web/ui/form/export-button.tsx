// A button that downloads a report. It says what the report holds, on phones in its accessible name.
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
  /** What is exported: "all products". */
  of: string;
  /** A full button on phones too: in a form or a sheet. */
  whole?: boolean;
  /** `of` stands beside it already, so only the accessible name repeats it. */
  silent?: boolean;
  filled?: boolean;
  /** Takes the initial focus of a sheet. */
  first?: boolean;
  children: string;
}

export function ExportButton({
  download: { prepare, fetch, busy },
  of,
  whole = false,
  silent = false,
  filled = false,
  first = false,
  children,
}: Props) {
  const onPhone = usePhone();
  const press = { onPointerEnter: prepare, onFocus: prepare, onClick: fetch };
  const label = `${children} ${of}`;
  if (onPhone && !whole) return <IconButton icon={Icon} label={label} aria-busy={busy || undefined} {...press} />;
  return (
    <Button
      kind={filled ? "filled" : "outlined"}
      icon={Icon}
      busy={busy}
      title={label}
      aria-label={silent ? label : undefined}
      data-first={first || undefined}
      {...press}
    >
      {children} {!silent && <span className={style.of}>{of}</span>}
    </Button>
  );
}
