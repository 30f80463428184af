// Links from a transaction to its picklist, its container, its reversal and its corrections.
import { Link } from "react-router-dom";
import { dayOf } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { correctedText } from "../../domain/describe-movement.ts";
import { movementPath } from "../../domain/movement-path.ts";

/** Links the number of a picklist to the past picklist; nothing for other movements. */
export function PicklistLink({ row: { kind, movement, created_at } }: { row: Transaction }) {
  if (!factsOf(kind).picked) return null;
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

interface MovementLink {
  /** What is before the number of the other movement; with `all` the text of the link itself. */
  text: string;
  other: string;
  /** The other movement is later. */
  since: boolean;
  all?: true;
}

/** The movements that a row's movement reverses, corrects or is added to, and those that do so to it. */
export const linksOf = (row: Transaction): MovementLink[] => {
  const { movement, reverses, reversed_by, corrects, adds_to, takes_back, corrections } = row;
  return [
    ...(reversed_by ? [{ text: "Reversed by", other: reversed_by, since: true }] : []),
    ...(reverses ? [{ text: "Reverses", other: reverses, since: false }] : []),
    ...(corrects ? [{ text: "Corrects", other: corrects, since: false }] : []),
    ...(adds_to ? [{ text: "Added to", other: adds_to, since: false }] : []),
    ...(takes_back ? [{ text: "Takes back", other: takes_back, since: false }] : []),
    ...(corrections ? [{ text: correctedText(corrections), other: movement, since: true, all: true as const }] : []),
  ];
};

export function LinkedMovement({ row, link: { text, other, since, all } }: { row: Transaction; link: MovementLink }) {
  return (
    <>
      {all ? "" : `${text} `}
      <Link
        to={movementPath(other, row.created_at, since)}
        // Otherwise the press would also open the row.
        onClick={(event) => event.stopPropagation()}
      >
        {all ? text : movementNumber(other)}
      </Link>
    </>
  );
}
