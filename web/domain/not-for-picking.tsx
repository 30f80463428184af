// Units in warehouses that orders are not picked from, beside a stock of those that can be picked.
import { numberText } from "../lib/format.ts";

export const notForPicking = "Not for picking";

/** "+2 not for picking", or "" if there are none. */
export const besideText = (units = 0): string => (units > 0 ? `+${numberText(units)} not for picking` : "");

/** Follows the figure that it adds to. */
export const UnitsBeside = ({ units }: { units: number | undefined }) =>
  units ? (
    <>
      {" "}
      <small>{besideText(units)}</small>
    </>
  ) : null;
