// The chosen differences of a review, and the buttons that post them as one batch or cancel the count.
import { Check } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Count } from "#shared/count.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { PrimaryAction } from "../../ui/page/page.tsx";
import { ChoiceBar } from "../../ui/table/choice-bar.tsx";
import { signedUnits, titleOf } from "./count-text.ts";
import { type Chosen, netOf, type ReviewRow } from "./differences.ts";

interface Props {
  count: Count;
  /** Not counted, with units in stock. */
  zeroable: readonly ReviewRow[];
  chosen: readonly ReviewRow[];
  unchosen: number;
  /** Products that are to be counted again, and are not yet. */
  again: number;
  busy: boolean;
  onApply: (chosen: Chosen) => void;
}

export function ReviewBar({ count, zeroable, chosen, unchosen, again, busy, onApply }: Props) {
  const [isZeroing, setZeroing] = useState(false);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const onPhone = usePhone();
  const cancelling = useMutation("DELETE /v1/counts/{id}", {
    messages: ["Cancelling", "Cancelled"],
  });
  const zeroed = isZeroing ? zeroable : [];
  const lost = zeroed.reduce((sum, { held }) => sum + held, 0);
  const lines = chosen.length + zeroed.length;
  const net = netOf(chosen) - lost;
  // Of the uncounted products, only those with units in stock.
  const zeroingText = `Count ${numberText(zeroable.length)} with stock that nobody counted as 0`;
  const zeroableText = `${countText(zeroable.length, "product")} that nobody counted`;

  const chooseZeroable = async (yes: boolean) => {
    const units = zeroable.reduce((sum, { held }) => sum + held, 0);
    const sure =
      yes &&
      (await confirm({
        title: zeroingText,
        text: `Stock says ${countText(units, "unit")} of ${zeroableText}. Posting takes all of them from stock. Is nothing of them there?`,
        action: "Count as 0",
      }));
    setZeroing(sure);
  };

  const post = async () => {
    const more = [
      ...(lost > 0 ? [`${countText(lost, "unit")} of ${zeroableText} are taken from stock.`] : []),
      ...(unchosen > 0
        ? [
            `${countText(unchosen, "difference")} that you have not chosen stay${unchosen === 1 ? "s" : ""} as stock says.`,
          ]
        : []),
      ...(again > 0
        ? [`${countText(again, "product")} to recount ${again === 1 ? "is" : "are"} not corrected either.`]
        : []),
    ];
    const yes = await confirm({
      title: lines === 0 ? "Close count" : "Post corrections",
      text: [
        lines === 0
          ? `Nothing of ${titleOf(count)} is posted.`
          : `${countText(lines, "correction")}, ${signedUnits(net)} net, in ${titleOf(count)}.`,
        ...more,
        "The count is closed, and lines that arrive later are refused.",
        ...(lines === 0 ? [] : ["The corrections can be reversed as one."]),
      ].join(" "),
      action: lines === 0 ? "Close count" : `Post ${countText(lines, "correction")}`,
    });
    if (!yes) return;
    onApply({
      differences: chosen.map(({ _id, counted = 0, held }) => [_id, counted, held]),
      zeroed: zeroed.map(({ _id, held }) => [_id, held]),
      flagged: chosen.filter(({ flag }) => flag).map(({ _id }) => _id),
    });
  };

  const close = async () => {
    const yes = await confirm({
      title: "Cancel count",
      text: `Nothing of ${titleOf(count)} is posted, and nothing more can be counted in it. This cannot be taken back.`,
      action: "Cancel count",
      cancel: "Keep counting",
    });
    if (!yes) return;
    const { ok } = await cancelling.run({ path: { id: count._id } });
    if (ok) navigate("/count", { replace: true });
  };

  const secondary = (
    <>
      {zeroable.length > 0 && (
        <Checkbox label={zeroingText} checked={isZeroing} onChange={(yes) => void chooseZeroable(yes)} />
      )}
      <Button kind="plain" busy={cancelling.busy} onClick={() => void close()}>
        Cancel count
      </Button>
    </>
  );
  return (
    <ChoiceBar
      label="Corrections"
      status={`${onPhone ? `${numberText(lines)} chosen` : `${countText(lines, "correction")} chosen`}, ${signedUnits(net)} net`}
      note={!onPhone && "One batch of Corrections, can be reversed. Flagged lines wait for a recount or for your tick."}
      small={onPhone}
      more={["Corrections", "More"]}
      secondary={secondary}
    >
      <PrimaryAction icon={Check} busy={busy} onClick={() => void post()}>
        {lines === 0
          ? onPhone
            ? "Close"
            : "Close without corrections"
          : `Post ${onPhone ? numberText(lines) : countText(lines, "correction")}`}
      </PrimaryAction>
    </ChoiceBar>
  );
}
