// Names with their values: the fields of one thing as lines, or a few figures side by side.
import type { ReactNode } from "react";
import style from "./definition-list.module.css";

type Entries = readonly (readonly [name: string, value: ReactNode])[];

/** A line each: name left, value right. Entries without a value are left out. */
export function DefinitionList({ of }: { of: Entries }) {
  return <List className={style.lines} of={of.filter(([, value]) => value)} />;
}

/** Figures side by side, each under its name. */
export function Stats({ of }: { of: Entries }) {
  return <List className={style.stats} of={of} />;
}

function List({ className, of }: { className: string | undefined; of: Entries }) {
  return (
    <dl className={className}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
