// Units in warehouses that orders are not picked from, beside a stock of those that can be picked.
import { numberText } from "../lib/format.ts";

export const notForPicking = "Not for picking";

/** "+2 not for picking", or "" if there are none. */
export const besideText = (units = 0): string => (units > 0 ? `+${numberText(units)} not for picking` : "");

const elsewhereText = (units = 0): string => (units > 0 ? `+${numberText(units)} in other warehouses` : "");

interface Props {
  units: number | undefined;
  /** Units that can be picked in other warehouses than the chosen ones. */
  elsewhere?: number | undefined;
}

/** Follows the figure that it adds to. */
export function UnitsBeside({ units, elsewhere }: Props) {
  const text = [elsewhereText(elsewhere), besideText(units)].filter(Boolean).join(", ");
  return (
    text && (
      <>
        {" "}
        <small>{text}</small>
      </>
    )
  );
}
