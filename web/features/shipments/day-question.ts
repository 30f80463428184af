// Asks once about an expected day over a year ago or over two years ahead, which is mostly a slip.
import { useRef } from "react";
import { daysUntil, isDay } from "#shared/day.ts";
import { dayText, today } from "../../lib/format.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";

export function useDayQuestion(before = ""): (day: string) => Promise<boolean> {
  const ask = useConfirm();
  const confirmed = useRef(before);
  return async (day) => {
    // The form itself refuses other centuries.
    const days = isDay(day) && day.startsWith("20") ? daysUntil(day, today()) : 0;
    if ((days >= -365 && days <= 730) || day === confirmed.current) return true;
    const isMeant = await ask({
      title: `Expected on ${dayText(day)}?`,
      text: days > 0 ? "That is over two years ahead." : "That is over a year ago.",
      action: "Save it so",
      cancel: "Change the date",
      harmless: true,
    });
    if (isMeant) confirmed.current = day;
    return isMeant;
  };
}
