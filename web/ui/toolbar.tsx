// The line above a list: search, filters, and how many rows there are; on phones the filters hide behind one button.
import { ListFilter } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import style from "./toolbar.module.css";

export interface ToolbarProps {
  /** Usually a SearchField. */
  search?: ReactNode;
  filters?: ReactNode;
  /** How many filters are set; above 0 the clear button shows. */
  active?: number;
  onClear?: (() => void) | undefined;
}

export function Toolbar({ search, filters, active = 0, onClear, status }: ToolbarProps & { status: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={style.toolbar}>
      {search}
      {filters && (
        <Button icon={ListFilter} className={style.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {active ? `Filter (${active})` : "Filter"}
        </Button>
      )}
      {filters && (
        <div className={style.filters} data-open={open || undefined}>
          {filters}
        </div>
      )}
      {active > 0 && onClear && (
        <Button kind="plain" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <p role="status" className={style.status}>
        {status}
      </p>
    </div>
  );
}
