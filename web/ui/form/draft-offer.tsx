// Offers the draft of a closed tab, above a form or a picklist. It is filled in only on request.
import { clockText } from "../../lib/format.ts";
import { Button } from "../button.tsx";
import { Banner } from "../page/banner.tsx";

export interface DraftOffered {
  /** When it was typed, in milliseconds since 1970. */
  time: number;
  take: () => void;
  discard: () => void;
}

export function DraftOffer({ what = "what you typed", time, take, discard }: DraftOffered & { what?: string }) {
  const buttons = (
    <>
      <Button onClick={take}>Continue</Button>
      <Button kind="plain" onClick={discard}>
        Discard
      </Button>
    </>
  );
  return (
    <Banner action={buttons}>
      Continue {what} from {clockText(time)}?
    </Banner>
  );
}
