// What each choice of a select means, in one line each; the chosen one stands out.
import style from "./option-help.module.css";

export function OptionHelp({
  of,
  chosen,
}: {
  of: readonly (readonly [choice: string, meaning: string])[];
  chosen: string;
}) {
  return (
    <dl className={style.explained}>
      {of.map(([choice, meaning]) => (
        <div key={choice} data-chosen={choice === chosen || undefined}>
          <dt>{choice}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
