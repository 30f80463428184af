// Two lists of a screen: side by side where there is room for both, else one at a time with a switch between them.
import type { ReactNode } from "react";
import { numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import { Segmented } from "../../ui/form/segmented.tsx";
import style from "./split-view.module.css";

interface ListSection {
  /** Its name in the URL. */
  name: string;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  /** Beside its title. */
  filter?: ReactNode;
  content: ReactNode;
}

interface Props {
  label: string;
  lists: readonly [ListSection, ListSection];
  /** The name of the list shown where there is room for one. */
  chosen: string;
  onChoose: (name: string) => void;
  /** There is no room for both at any width. */
  narrow: boolean;
}

export function SplitView({ label, lists, chosen, onChoose, narrow }: Props) {
  const sideBySide = useMedia("(min-width: 1340px)") && !narrow;
  const shown = lists.find(({ name }) => name === chosen) ?? lists[0];
  const titleWithCount = ({ title, count }: ListSection) =>
    count === undefined ? title : `${title} (${numberText(count)})`;
  const section = (list: ListSection) => (
    <section key={list.name} className={style.list} aria-label={list.title}>
      <div className={style.head}>
        <h2 data-sr-only={!sideBySide || undefined}>{titleWithCount(list)}</h2>
        {list.filter}
      </div>
      {list.content}
    </section>
  );
  if (sideBySide)
    return (
      <div className={style.both} data-fills>
        {lists.map(section)}
      </div>
    );
  return (
    <div className={style.one} data-fills>
      <Segmented
        label={label}
        value={shown.name}
        choices={lists.map((list) => ({ value: list.name, label: titleWithCount(list) }))}
        onChange={onChoose}
      />
      {section(shown)}
    </div>
  );
}
