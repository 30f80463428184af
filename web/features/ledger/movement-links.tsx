// Links from a transaction to its picklist, its container, and its reversal.
import { Link } from "react-router-dom";
import { addDays, dayOf, maxRangeDays, type Range } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { today } from "../../lib/format.ts";

/** Links the number of a picklist to the past picklist; nothing for other movements. */
export function PicklistLink({ row: { kind, movement, created_at } }: { row: Transaction }) {
  if (kind !== "picklist") return null;
  const day = dayOf(created_at);
  const query = new URLSearchParams({ start: day, end: day, do: "show", id: movement });
  return <Link to={`/picklist/register?${query}`}>{movementNumber(movement)}</Link>;
}

/** Links to a container, which may have been received. */
export function ContainerLink({ container }: { container: string }) {
  return (
    <Link to={`/intransit?${new URLSearchParams({ q: container, status: "year" })}`} title={container}>
      {container}
    </Link>
  );
}

/** A reversal does not carry the date of the movement it reverses, so this many days before it are searched. */
const daysBefore = 30;

/** A range of days that holds both a row and its reversal. */
const rangeOf = ({ created_at, reversed_by }: Transaction): Range => {
  const day = dayOf(created_at);
  if (!reversed_by) return { start: addDays(day, -daysBefore), end: day };
  const last = addDays(day, maxRangeDays - 1);
  return { start: day, end: last < today() ? last : today() };
};

/** From a reversed row to its reversal, or back; nothing for other rows. */
export function ReversalLink({ row }: { row: Transaction }) {
  const { reverses, reversed_by } = row;
  const other = reversed_by ?? reverses;
  if (!other) return null;
  return (
    <>
      {reversed_by ? "Reversed by " : "Reverses "}
      <Link
        to={{ search: String(new URLSearchParams({ ...rangeOf(row), movement: other })) }}
        // Otherwise the press would also open the row.
        onClick={(event) => event.stopPropagation()}
      >
        {movementNumber(other)}
      </Link>
    </>
  );
}
