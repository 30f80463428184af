// One choice of a few, as joined radio buttons; arrow keys move between them.
import { useId } from "react";
import style from "./segmented.module.css";

interface Props<V extends string> {
  /** Accessible name of the group. */
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

export function Segmented<V extends string>({ label, value, choices, onChange }: Props<V>) {
  const name = useId();
  return (
    <div className={style.group} aria-label={label} role="radiogroup">
      {choices.map((choice) => (
        <label key={choice.value} className={style.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
