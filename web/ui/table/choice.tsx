// Choosing rows of a table: a checkbox in each, ranges with Shift, the keys of the focused row, and all rows that are shown.
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { type Column, ShownRows } from "./columns.ts";
import style from "./table.module.css";

interface WithId {
  _id: string;
}

export interface Choice {
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], on: boolean) => void;
  /** Names the checkboxes: "Choose Muslin Swaddle". */
  verb: string;
  /** Which rows choosing all takes; by default every row. */
  ofAll?: (row: never) => boolean;
}

/** `anchor`: the row that was chosen last, where a range begins. */
const ChoiceContext = createContext<Choice & { anchor: RefObject<string> }>({
  chosen: new Set(),
  choose: () => undefined,
  verb: "Choose",
  anchor: { current: "" },
});

/** Around a table whose rows are chosen. */
export function Choosing({ children, ...choice }: Choice & { children: ReactNode }) {
  const anchor = useRef("");
  return <ChoiceContext value={{ ...choice, anchor }}>{children}</ChoiceContext>;
}

const idsOf = (rows: readonly unknown[]): string[] => (rows as WithId[]).map(({ _id }) => _id);

/** The rows of a range, both ends included; only the second end if the first is not shown. */
const range = (ids: readonly string[], from: string, to: string): string[] => {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
};

export function ChoiceBox({ row, name }: { row: WithId; name: string }) {
  const { chosen, choose, verb, anchor } = useContext(ChoiceContext);
  const rows = useContext(ShownRows);
  const isPressed = useRef(false);
  const change = (on: boolean, isRange: boolean) => {
    choose(isRange ? range(idsOf(rows), anchor.current, row._id) : [row._id], on);
    anchor.current = row._id;
  };
  return (
    <label
      className={style.choice}
      data-controls
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onKeyDown={() => {
        isPressed.current = false;
      }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        aria-label={`${verb} ${name}`}
        checked={chosen.has(row._id)}
        onChange={({ target, nativeEvent }) => {
          change(target.checked, (nativeEvent as MouseEvent).shiftKey);
          // Otherwise Space would undo the choice, and arrow keys would not move on.
          if (isPressed.current) target.blur();
        }}
      />
    </label>
  );
}

/** The checkbox in the head. It also handles the keys, since it exists as long as the table. */
export function ChooseAll() {
  const { chosen, choose, verb, ofAll = () => true } = useContext(ChoiceContext);
  const rows = useContext(ShownRows);
  const ids = idsOf(rows.filter((row) => (ofAll as (row: unknown) => boolean)(row) || chosen.has((row as WithId)._id)));
  const count = ids.filter((id) => chosen.has(id)).length;
  const all = count > 0 && count === ids.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  useChoiceKeys(() => choose(ids, true));
  return (
    <label className={style.choice}>
      <input
        ref={box}
        type="checkbox"
        aria-label={`${verb} all that are shown`}
        checked={all}
        onChange={() => choose(ids, !all)}
      />
    </label>
  );
}

/** Space chooses the focused row, Shift with an arrow a range from it, Ctrl or Cmd with A all rows. */
function useChoiceKeys(chooseAll: () => void): void {
  const choice = useContext(ChoiceContext);
  const rows = useContext(ShownRows);
  const latest = useRef({ ...choice, rows, chooseAll });
  latest.current = { ...choice, rows, chooseAll };
  useEffect(() => {
    /** Where the range that is being made ends. */
    let end = "";
    const press = (event: KeyboardEvent) => {
      const { key, target, shiftKey, altKey } = event;
      if (altKey || !(target as Element).matches("tr[aria-rowindex]")) return;
      const { rows, choose, chosen, anchor, chooseAll } = latest.current;
      const ids = idsOf(rows);
      const at = Number((target as Element).getAttribute("aria-rowindex")) - 2;
      const id = ids[at];
      if (id === undefined) return;
      const to = shiftKey ? { ArrowDown: ids[at + 1], ArrowUp: ids[at - 1] }[key] : undefined;
      if (to) {
        // The table itself moves the focus.
        if (end !== id) anchor.current = id;
        choose(range(ids, anchor.current, id), false);
        choose(range(ids, anchor.current, to), true);
        end = to;
        return;
      }
      if (key === " ") {
        choose([id], !chosen.has(id));
        anchor.current = id;
      } else if (key === "a" && (event.ctrlKey || event.metaKey)) chooseAll();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** `head`: its name, which is not shown. */
export const choiceColumn = <R extends WithId>(head: string, nameOf: (row: R) => string): Column<R> => ({
  head,
  label: <ChooseAll />,
  width: "2.5rem",
  cell: (row) => <ChoiceBox row={row} name={nameOf(row)} />,
  paper: false,
});
