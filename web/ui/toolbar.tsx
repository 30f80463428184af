// The line above a list: search, filters, and how many rows there are; on phones the filters wait in a sheet.
import { ListFilter } from "lucide-react";
import { type ReactNode, useState } from "react";
import { later } from "../lib/later.tsx";
import { usePhone } from "../lib/media.ts";
import { Button } from "./button.tsx";
import style from "./toolbar.module.css";

const FilterSheet = later(() => import("./filter-sheet.tsx"), "FilterSheet");

export interface ToolbarProps {
  /** Usually a SearchField. */
  search?: ReactNode;
  /** A line of its own above the filters: a RangeBar. */
  range?: ReactNode;
  filters?: ReactNode;
  /** How many filters are set; above 0 the clear button shows. */
  active?: number;
  onClear?: (() => void) | undefined;
}

export function Toolbar({
  search,
  range,
  filters,
  active = 0,
  onClear,
  status,
}: ToolbarProps & { status: string | undefined }) {
  const onPhone = usePhone();
  const clear = active > 0 && onClear && (
    <Button kind="plain" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <div className={style.toolbar}>
      {range && !onPhone && <div className={style.range}>{range}</div>}
      {search}
      {filters && onPhone && <Folded {...{ range, filters, active, clear }} status={status ?? ""} />}
      {filters && !onPhone && (
        <fieldset className={style.filters}>
          <legend className={style.legend}>Filters</legend>
          {filters}
          {clear}
        </fieldset>
      )}
      {status !== undefined && (
        <p role="status" className={style.status}>
          {status}
        </p>
      )}
    </div>
  );
}

interface FoldedProps {
  range: ReactNode;
  filters: ReactNode;
  active: number;
  clear: ReactNode;
  status: string;
}

function Folded({ range, filters, active, clear, status }: FoldedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={ListFilter}
        aria-haspopup="dialog"
        onPointerDown={FilterSheet.preload}
        onFocus={FilterSheet.preload}
        onClick={() => setOpen(true)}
      >
        {active ? `Filter (${active})` : "Filter"}
      </Button>
      {open && (
        <FilterSheet {...{ clear, status }} onClose={() => setOpen(false)}>
          {range}
          {filters}
        </FilterSheet>
      )}
    </>
  );
}
