// The result of a count so far in five figures; on a phone in a sentence.
import { countText, numberText } from "../../lib/format.ts";
import { Stats } from "../../ui/definition-list.tsx";
import style from "./count.module.css";
import { signedUnits } from "./count-text.ts";
import type { Sums } from "./differences.ts";

const percent = (part: number, of: number, digits = 0): string =>
  `${(of === 0 ? 0 : (100 * part) / of).toFixed(digits)} %`;

export function ReviewTiles({ sums, onPhone }: { sums: Sums; onPhone: boolean }) {
  const { total, counted, agree, missing, missingIn, surplus, surplusIn, held } = sums;
  const net = surplus - missing;
  const progress = (
    <span className={style.bar} aria-hidden="true">
      <span style={{ width: percent(counted, total).replace(" ", "") }} />
    </span>
  );
  if (onPhone)
    return (
      <p className={style.quiet}>
        {numberText(counted)} of {countText(total, "product")} counted, {numberText(agree)} agree, {numberText(missing)}{" "}
        missing, {numberText(surplus)} too many: <strong>{signedUnits(net)}</strong> net
        {progress}
      </p>
    );
  const tiles = [
    ["Counted", numberText(counted), `of ${countText(total, "product")}`, undefined],
    ["Agree", numberText(agree), `${percent(agree, counted)} of what is counted`, undefined],
    ["Missing", signedUnits(-missing), `in ${countText(missingIn, "product")}`, missing > 0 ? "danger" : undefined],
    ["Too many", signedUnits(surplus), `in ${countText(surplusIn, "product")}`, surplus > 0 ? "info" : undefined],
    ["Net", signedUnits(net), `${percent(Math.abs(net), held, 1)} of ${numberText(held)} held`, undefined],
  ] as const;
  return (
    <Stats
      entries={tiles.map(([name, value, note, colour]) => [
        name,
        <span key={name} className={style.tile} style={colour && { color: `var(--${colour})` }}>
          {value} <small className={style.note}>{note}</small>
          {name === "Counted" && progress}
        </span>,
      ])}
    />
  );
}
