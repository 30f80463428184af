// How close the rows of tables stand at a desk: as usual, or compact by choice. Phones and fingers keep theirs.
import { useMedia } from "./media.ts";
import { usePreference } from "./preference.ts";

/** Where rows may be compact: with room for columns, and a pointer that hits what is small. */
const desk = "(min-width: 641px) and (pointer: fine)";

/** Whether rows are compact, and the switch where that can be chosen. */
export function useDensity(): { compact: boolean; change: (() => void) | undefined } {
  const [rows, choose] = usePreference("rows", "usual");
  const may = useMedia(desk);
  const compact = may && rows === "compact";
  return { compact, change: may ? () => choose(compact ? "usual" : "compact") : undefined };
}
