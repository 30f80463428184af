// One thing's fields, a line each: name left, value right.
import type { ReactNode } from "react";
import style from "./definition-list.module.css";

/** Fields without a value are left out. */
export function Record({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={style.record}>
      {of.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
