// How much of what was sold comes back, by channel, and in what condition it came: of a product, or of all of which something came.
import { channelLabel } from "#shared/channel.ts";
import type { Rate } from "#shared/return.ts";
import { conditionLabel } from "#shared/return-label.ts";
import { conditions, unitsOf } from "#shared/return-units.ts";
import { useData } from "../lib/api/use-data.ts";
import { numberText } from "../lib/format.ts";

const percent = (part: number, whole: number): string =>
  whole > 0 ? `${numberText(Math.round((100 * part) / whole))} %` : "–";

/** "3 good (60 %) · 2 missing (40 %)": shares of all units that were looked for. */
const sharesText = (units: Rate["units"]): string =>
  conditions
    .filter((one) => units[one] > 0)
    .map(
      (one) =>
        `${numberText(units[one])} ${conditionLabel(one).toLowerCase()} (${percent(units[one], unitsOf(units))})`,
    )
    .join(" · ");

export function ReturnRates({ product: own }: { product?: string }) {
  const { data, failure } = useData("GET /v1/returns/rates", { query: own ? { product: own } : {} });
  if (failure) return <p role="alert">{failure.message}</p>;
  if (data?.length === 0) return <p>Nothing came back in the last 90 days.</p>;
  return (
    <ul>
      {data?.map(({ product, channel, days, sold, returned, units }) => (
        <li key={`${product._id} ${channel} ${days}`}>
          {own ? "" : `${product.name} (${product.p_id}), `}
          {`${channelLabel(channel)}, ${days} days: ${numberText(returned)} of ${numberText(sold)}, ${percent(returned, sold)}`}{" "}
          <small>{sharesText(units)}</small>
        </li>
      ))}
    </ul>
  );
}
