// Names with their values: one per line, or a few figures side by side.
import type { ReactNode } from "react";
import style from "./definition-list.module.css";

type Entries = readonly (readonly [name: string, value: ReactNode])[];

/** A line each: name left, value right. Entries without a value are left out. */
export function DefinitionList({ entries }: { entries: Entries }) {
  return <List className={style.lines} entries={entries.filter(([, value]) => value)} />;
}

/** Figures side by side, each under its name. */
export function Stats({ entries }: { entries: Entries }) {
  return <List className={style.stats} entries={entries} />;
}

function List({ className, entries }: { className: string | undefined; entries: Entries }) {
  return (
    <dl className={className}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
