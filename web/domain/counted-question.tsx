// The question of Correct and Reverse about products that were counted after their entry was posted. The server asks it, since it
// alone knows of the latest count.
import { useState } from "react";
import type { Detail } from "#shared/failure.ts";
import type { ReturnCause } from "#shared/movement.ts";
import { withFailure } from "../lib/forms/use-form.ts";
import { Segmented } from "../ui/form/segmented.tsx";
import { Banner } from "../ui/page/banner.tsx";
import { useApplicationContext } from "./application-context.ts";

const choices: readonly { value: ReturnCause; label: string }[] = [
  { value: "entered_wrongly", label: "Entered wrongly" },
  { value: "moved_now", label: "Goods moved now" },
];

/** The question stands in place of the refusal. */
const unsaid = { message: "", details: [] };

/** It may be below many lines. */
const showQuestion = (question: HTMLElement | null) => question?.scrollIntoView({ block: "nearest" });

/** `usual` is chosen until the person chooses. */
export function useCountedQuestion(usual: ReturnCause) {
  const { product: products } = useApplicationContext();
  const [counts, setCounts] = useState<readonly Detail[]>([]);
  const [seen, setSeen] = useState<string[]>([]);
  const [counted, setCounted] = useState(usual);
  const textOf = ({ product, message }: Detail) =>
    [counts.length > 1 && products.find(({ _id }) => _id === product)?.name, message].filter(Boolean).join(": ");
  return {
    /** Goes with the request: what was chosen, and which counts the person has seen. */
    answer: { counted, seen },
    /** The outcome of the request, without the text of a refusal that asks. */
    asked: (ran: Parameters<typeof withFailure>[0]) =>
      withFailure(ran, (failure) => {
        const times = failure.details.flatMap(({ counted_at }) => counted_at ?? []);
        if (times.length === 0) return failure;
        setCounts(failure.details);
        setSeen([...new Set([...seen, ...times])]);
        return unsaid;
      }),
    question: counts.length > 0 && (
      <div ref={showQuestion}>
        <Banner>
          <p>{counts.map(textOf).join("; ")}</p>
          <Segmented label="What happened" value={counted} choices={choices} onChange={setCounted} />
          <small>Entered wrongly: the stock stays as counted.</small>
        </Banner>
      </div>
    ),
  };
}
