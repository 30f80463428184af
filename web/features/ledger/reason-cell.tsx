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

/** `whole`: of the movement, not of the one line. */
export function ReasonCell({ row: line, whole = false }: { row: Transaction; whole?: boolean }) {
  // A correction of other lines leaves this one as it was.
  const row = whole || line.left !== line.quantity ? line : { ...line, corrections: undefined };
  const { reason, channel } = row;
  const [link] = linksOf(row);
  const channelFirst = link && channel;
  const origin = <Origin row={channelFirst ? { ...row, channel: undefined } : row} />;
  // Both have room beside each other.
  const numbered = link?.all && (factsOf(row.kind).picked || row.container);
  const note = link && (
    <>
      {numbered && origin} <LinkedMovement row={row} link={numbered ? { ...link, text: "Corrected" } : link} />
    </>
  );
  return (
    <TwoLines tone={toneOf(row)} note={note ?? origin}>
      {channelFirst ? `${reason}, ${channelLabel(channelFirst)}` : reason}
    </TwoLines>
  );
}

function Origin({ row }: { row: Transaction }) {
  const { kind, channel, container } = row;
  if (container) return <ContainerLink container={container} />;
  return (
    <>
      {channel && channelLabel(channel)}
      {channel && factsOf(kind).picked && " · "}
      <PicklistLink row={row} />
    </>
  );
}
