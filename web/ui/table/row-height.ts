// How high the rows of a table are: as usual, compact by choice at a desk, or those of a phone.
import { useDensity } from "../../lib/density.ts";
import { usePhone } from "../../lib/media.ts";

/** Pixels. */
const heights = { usual: 44, compact: 36, phone: 64 };

/** Pixels of a row; `phone`: of one on phones, where two lines are not all. */
export function useRowHeight(phone = heights.phone): { height: number; compact: boolean } {
  const onPhone = usePhone();
  const { compact } = useDensity();
  return { height: onPhone ? phone : compact ? heights.compact : heights.usual, compact };
}
