// How much of what was sold comes back, by channel, and in what condition it came.
import { channelLabel } from "#shared/channel.ts";
import type { Rate } from "#shared/return.ts";
import { conditionLabel } from "#shared/return-label.ts";
import { conditions, unitsOf } from "#shared/return-units.ts";
import { numberText } from "../lib/format.ts";

const percent = (part: number, whole: number): string =>
  whole > 0 ? `${numberText(Math.round((100 * part) / whole))} %` : "–";

/** "3 good (60 %) · 2 missing (40 %)": shares of all units that were looked for. */
const sharesText = (units: Rate["units"]): string =>
  conditions
    .flatMap((one) =>
      units[one] > 0
        ? `${numberText(units[one])} ${conditionLabel(one).toLowerCase()} (${percent(units[one], unitsOf(units))})`
        : [],
    )
    .join(" · ");

export const RateList = ({ rates, named = false }: { rates: readonly Rate[]; named?: boolean }) => (
  <ul>
    {rates.map(({ product, channel, days, sold, returned, units }) => (
      <li key={`${product._id} ${channel} ${days}`}>
        {`${named ? `${product.name} (${product.p_id}), ` : ""}${channelLabel(channel)}, ${days} days: ${numberText(returned)} of ${numberText(sold)}, ${percent(returned, sold)}`}{" "}
        <small>{sharesText(units)}</small>
      </li>
    ))}
  </ul>
);
