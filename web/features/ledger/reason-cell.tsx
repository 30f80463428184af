// The reason of a movement, over its channel and picklist, container, reversal or correction. Exceptions are coloured.
import { channelLabel } from "#shared/channel.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Transaction } from "#shared/movement.ts";
import { TwoLines } from "../../ui/tag.tsx";
import { ContainerLink, LinkedMovement, linksOf, PicklistLink } from "./movement-links.tsx";

const toneOf = (row: Transaction): "warn" | "danger" | undefined => {
  if (row.reason === "Damage") return "danger";
  return row.reason === "Correction" || linksOf(row).length > 0 ? "warn" : undefined;
};

export function ReasonCell({ row }: { row: Transaction }) {
  const { reason, channel } = row;
  const [link] = linksOf(row);
  return (
    <TwoLines tone={toneOf(row)} note={link ? <LinkedMovement {...{ row, link }} /> : <Origin row={row} />}>
      {link && channel ? `${reason}, ${channelLabel(channel)}` : reason}
    </TwoLines>
  );
}

function Origin({ row }: { row: Transaction }) {
  const { kind, channel, container } = row;
  if (container) return <ContainerLink container={container} />;
  return (
    <>
      {channel && channelLabel(channel)}
      {factsOf(kind).picked && " · "}
      <PicklistLink row={row} />
    </>
  );
}
