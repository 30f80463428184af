// The reason of a movement, over its channel and picklist, container, or reversal. Exceptions are coloured.
import { channelLabel } from "#shared/channel.ts";
import type { Transaction } from "#shared/movement.ts";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ContainerLink, PicklistLink, ReversalLink } from "./movement-links.tsx";

const toneOf = ({ reason, reverses, reversed_by }: Transaction): "warn" | "danger" | undefined => {
  if (reason === "Damage") return "danger";
  return reason === "Correction" || reverses || reversed_by ? "warn" : undefined;
};

export function ReasonCell({ row }: { row: Transaction }) {
  const { reason, channel, reverses, reversed_by } = row;
  const isLinked = Boolean(reverses || reversed_by);
  return (
    <TwoLines tone={toneOf(row)} note={isLinked ? <ReversalLink row={row} /> : <Origin row={row} />}>
      {isLinked && channel ? `${reason}, ${channelLabel[channel]}` : reason}
    </TwoLines>
  );
}

function Origin({ row }: { row: Transaction }) {
  const { kind, channel, container } = row;
  if (container) return <ContainerLink container={container} />;
  return (
    <>
      {channel && channelLabel[channel]}
      {kind === "picklist" && " · "}
      <PicklistLink row={row} />
    </>
  );
}
