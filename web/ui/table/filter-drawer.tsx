// The filters of a list on a phone, as a drawer that shows how many rows match, and its sort, since there is no head to
// press.
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../dialog/dialog.tsx";
import { FilterSelect } from "../form/field.tsx";
import type { Column } from "./columns.ts";
import style from "./table.module.css";
import { type Sorting, sortName } from "./use-rows.ts";

interface Props {
  title: string;
  /** How many rows match. */
  status: string;
  clear: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function FilterDrawer({ title, status, clear, onClose, children }: Props) {
  return (
    <Dialog local title={title} onClose={onClose}>
      <DialogBody>
        <fieldset className={style.stack}>
          <legend data-sr-only>{title}</legend>
          {children}
        </fieldset>
        <p role="status" className={style.left}>
          {status}
        </p>
      </DialogBody>
      <DialogFoot>
        {clear}
        <Button kind="filled" onClick={onClose}>
          Show
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface SortProps {
  columns: readonly Pick<Column<never>, "head" | "sort" | "right" | "orders">[];
  sorting: Sorting;
  /** The sort while the URL has none. */
  defaultSort: string | undefined;
}

export function SortSelect({ columns, sorting, defaultSort = "" }: SortProps) {
  const choices = columns
    .filter(({ sort }) => sort)
    .flatMap(({ head, right, orders }) => {
      const [up, down] = orders ?? (right ? ["low to high", "high to low"] : ["A to Z", "Z to A"]);
      const name = sortName(head);
      return [
        { value: name, label: `${head}, ${up}` },
        { value: `-${name}`, label: `${head}, ${down}` },
      ];
    });
  return (
    <FilterSelect
      label="Sort"
      empty={choices.find(({ value }) => value === defaultSort)?.label ?? "Unsorted"}
      value={sorting.name === defaultSort ? "" : sorting.name}
      onChange={(name) => sorting.set(name || defaultSort)}
      choices={choices.filter(({ value }) => value !== defaultSort)}
    />
  );
}
