// The bar above a list: search, filters, sort and count; in narrow windows the filters are in a drawer.
import { ListFilter } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia } from "../../lib/media.ts";
import { Button } from "../button.tsx";
import style from "./table.module.css";

const FilterDrawer = lazyComponent(() => import("./filter-drawer.tsx"), "FilterDrawer");

export interface ToolbarProps {
  search?: ReactNode;
  /** A line of its own above the filters: a RangeBar. */
  range?: ReactNode;
  filters?: ReactNode;
  /** Less important than search and filters: it stands after them. */
  aside?: ReactNode;
  sortOnly?: boolean;
  /** The range and the filters that are set, in words: on paper there are no controls. */
  inWords?: readonly (string | false | undefined)[];
  /** Number of filters set; above 0 a clear button is shown. */
  activeFilters?: number;
  onClear?: (() => void) | undefined;
}

export function Toolbar({
  search,
  range,
  filters,
  aside,
  sortOnly = false,
  activeFilters = 0,
  onClear,
  status,
}: ToolbarProps & { status: string | undefined }) {
  const [open, setOpen] = useState(false);
  // A phone turned sideways is as wide as a desktop, but an open drawer stays.
  const collapsed = useMedia("(max-width: 799px)") || (open && filters);
  useEffect(() => {
    // The sort is only in the drawer of a phone, and is closed with it.
    if (!collapsed) setOpen(false);
  }, [collapsed]);
  const clear = activeFilters > 0 && onClear && (
    <Button kind="plain" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <div className={style.toolbar}>
      {range && !collapsed && <div className={style.range}>{range}</div>}
      {search}
      {filters && collapsed && (
        <FilterButton {...{ range, filters, sortOnly, activeFilters, clear, open, setOpen }} status={status ?? ""} />
      )}
      {filters && !collapsed && (
        <fieldset className={style.filters}>
          <legend data-sr-only>Filters</legend>
          {filters}
          {clear}
        </fieldset>
      )}
      {aside}
      {status !== undefined && (
        <p role="status" className={style.status}>
          {status.split(" · ").map((part, index, { length }) => (
            <Fragment key={part}>
              {index > 0 && " "}
              <span>{index + 1 < length ? `${part} ·` : part}</span>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

interface FilterButtonProps {
  range: ReactNode;
  filters: ReactNode;
  sortOnly: boolean;
  activeFilters: number;
  clear: ReactNode;
  status: string;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function FilterButton({ range, filters, sortOnly, activeFilters, clear, status, open, setOpen }: FilterButtonProps) {
  const name = sortOnly ? "Sort" : "Filter";
  return (
    <>
      <Button icon={ListFilter} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {activeFilters ? `${name} (${activeFilters})` : name}
      </Button>
      {open && (
        <FilterDrawer title={sortOnly ? "Sort" : "Filters"} {...{ clear, status }} onClose={() => setOpen(false)}>
          {range}
          {filters}
        </FilterDrawer>
      )}
    </>
  );
}
