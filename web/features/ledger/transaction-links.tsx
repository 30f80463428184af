// From a reversed row to what reversed it, and back: the movement's number leads to both, in days that hold them.
import { Link } from "react-router-dom";
import { addDays, dayOf, maxRangeDays, type Range } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { today } from "../../lib/format.ts";

/** Days before a reversal in which what it reverses is looked for. */
const before = 30;

const daysOf = ({ created_at, reversed_by }: Transaction): Range => {
  const day = dayOf(created_at);
  if (!reversed_by) return { start: addDays(day, -before), end: day };
  const last = addDays(day, maxRangeDays - 1);
  return { start: day, end: last < today() ? last : today() };
};

/** Nothing where a row neither reverses nor is reversed. */
export function ReversalLink({ of }: { of: Transaction }) {
  const { reverses, reversed_by } = of;
  const other = reversed_by ?? reverses;
  if (!other) return null;
  return (
    <>
      {reversed_by ? "Reversed by " : "Reverses "}
      <Link
        to={{ search: String(new URLSearchParams({ ...daysOf(of), movement: other })) }}
        // The row would open as well.
        onClick={(event) => event.stopPropagation()}
      >
        {movementNumber(other)}
      </Link>
    </>
  );
}

/** Whether a row is of a movement, reverses it or is reversed by it. */
export const isOf =
  (movement: string) =>
  (row: Transaction): boolean =>
    row.movement === movement || row.reverses === movement || row.reversed_by === movement;
