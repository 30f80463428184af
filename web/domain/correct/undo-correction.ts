// Offers to undo a correction: what it added is reversed, and what it took back or moved is corrected back.
import type { CorrectForm, MovementLines } from "#shared/correction.ts";
import { dayOf } from "#shared/day.ts";
import type { Posted } from "#shared/movement.ts";
import { refusalText } from "../../lib/api/result.ts";
import { today } from "../../lib/format.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useOfferUndo } from "../undo-offer.ts";
import { changeOf, linesOf } from "./correct-form.ts";

interface Corrected {
  movement: string;
  /** "Picklist QMMC-HF09" */
  name: string;
  created_at: string;
  opened: MovementLines;
}

/** Returns a function that offers it, where that leaves everything as it was. */
export function useUndoCorrection({ movement, name, created_at, opened }: Corrected) {
  const offerUndo = useOfferUndo();
  // The bar tells the outcome.
  const options = { messages: ["Undoing", "Undone"], about: name, answered: () => true, kept: () => true } as const;
  const back = usePosting("POST /v1/transactions/{id}/correct", options);
  const reverse = usePosting("POST /v1/transactions/{id}/reverse", options);

  return ({ movement: correction, data }: Posted, { list, counted }: Pick<CorrectForm, "list" | "counted">): void => {
    const corrected = new Set(list.map(({ product }) => product));
    const before = linesOf(opened);
    const after = [...before.filter(({ product }) => !corrected.has(product)), ...list];
    // What goes back to an earlier day would come again as of today, and a movement of which nothing is left is reversed.
    const isOfToday = dayOf(created_at) === today();
    if (changeOf(opened, after).returned > 0 && !isOfToday) return;
    if (after.every(({ quantity }) => quantity === 0)) return;

    const addition = data.find(({ adds_to }) => adds_to !== undefined)?.movement;
    const steps = [
      addition !== undefined && (() => reverse.run({ path: { id: addition }, body: { counted } })),
      data.some(({ adds_to }) => adds_to === undefined) &&
        (() =>
          back.run({
            path: { id: movement },
            body: {
              list: before.filter(({ product }) => corrected.has(product)),
              corrections: opened.corrections + 1,
              // Where the stock stayed as counted, it stays so once more.
              counted,
            },
          })),
    ].filter((step) => step !== false);

    const undo = async () => {
      let waits = false;
      for (const [index, step] of steps.entries()) {
        const result = await step();
        // What waits is sent in order, so the next step waits behind it.
        if ("kept" in result || "later" in result) waits = true;
        if (waits || result.ok) continue;
        const what = index > 0 ? "Only what was added is undone" : "Not undone";
        return { ok: false, text: `${what}: ${refusalText(result.failure)}` };
      }
      return {
        ok: true,
        text: waits ? `Correction of ${name}: undone once it is sent` : `Undone: correction of ${name}`,
      };
    };
    offerUndo({ action: correction, text: `Correction of ${name}`, undo });
  };
}
