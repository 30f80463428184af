// The progress of applying an import, and the buttons to continue when it has stopped.
import { numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { Progress } from "../../ui/progress.tsx";
import type { Apply } from "../use-apply-steps.ts";

interface Props {
  apply: Apply;
  groups: number;
}

export function ApplyProgress({ apply: { state, outcome, retry, failure, start }, groups }: Props) {
  const done = outcome ? (outcome.next ?? outcome.groups) : 0;
  return (
    <Card title="Applying">
      {retry && (
        <Banner tone="warn" action={<Button onClick={retry}>Try now</Button>}>
          No connection. What is applied stays, and the rest goes on by itself as soon as there is one.
        </Banner>
      )}
      {state === "stopped" && (
        <Banner tone="danger" action={<Button onClick={start}>Go on</Button>}>
          {[failure?.message, ...(failure?.details ?? []).map(({ message }) => message)].join("\n")}
        </Banner>
      )}
      <Progress value={groups ? done / groups : undefined}>
        {`Applied ${numberText(done)} of ${numberText(groups)} parts`}
      </Progress>
    </Card>
  );
}
