// A button that fetches a report: what it holds stands in it, and on phones in its name.
import { Download as Icon } from "lucide-react";
import { usePhone } from "../../lib/media.ts";
import { Button, IconButton } from "../button.tsx";
import style from "./export-button.module.css";

interface Props {
  download: {
    /** Gets ready for a press that is likely; quiet when that fails. */
    prepare: () => void;
    fetch: () => void;
    busy: boolean;
  };
  /** What is exported: "all products". */
  of: string;
  /** It has a name where others are icons: in a form or a sheet. */
  whole?: boolean;
  /** What it holds stands beside it already, so only its name says it again. */
  silent?: boolean;
  filled?: boolean;
  /** A sheet opens with the focus here. */
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
