// Two lists of a screen: side by side where both have room, else one at a time behind two tabs.
import type { ReactNode } from "react";
import { numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import { Segmented } from "../../ui/form/segmented.tsx";
import style from "./split-view.module.css";

interface OneList {
  /** In the URL. */
  name: string;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  content: ReactNode;
}

interface Props {
  label: string;
  lists: readonly [OneList, OneList];
  /** The name of the one that shows where there is room for one. */
  chosen: string;
  onChoose: (name: string) => void;
}

export function SplitView({ label, lists, chosen, onChoose }: Props) {
  const both = useMedia("(min-width: 1280px)");
  const one = lists.find(({ name }) => name === chosen) ?? lists[0];
  const titled = ({ title, count }: OneList) => (count === undefined ? title : `${title} (${numberText(count)})`);
  const section = (list: OneList) => (
    <section key={list.name} className={style.list} aria-label={list.title}>
      <h2 className={style.title} data-sr-only={!both || undefined}>
        {titled(list)}
      </h2>
      {list.content}
    </section>
  );
  if (both)
    return (
      <div className={style.both} data-fills>
        {lists.map(section)}
      </div>
    );
  return (
    <div className={style.one} data-fills>
      <Segmented
        label={label}
        value={one.name}
        choices={lists.map((list) => ({ value: list.name, label: titled(list) }))}
        onChange={onChoose}
      />
      {section(one)}
    </div>
  );
}
