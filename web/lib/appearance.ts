// How the product looks in this browser, by choice: its theme, and the density of table rows on a desktop.
import { useEffect } from "react";
import { useMedia } from "./media.ts";
import { usePreference } from "./preference.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = usePreference("theme", "system");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme as Theme, setTheme];
}

/** Where rows may be compact: with room for columns, and a pointer precise enough for small targets. */
const roomForCompact = "(min-width: 641px) and (pointer: fine)";

/** Whether rows are compact, and the switch where that can be chosen. */
export function useDensity(): { compact: boolean; change: (() => void) | undefined } {
  const [rows, choose] = usePreference("rows", "usual");
  const may = useMedia(roomForCompact);
  const compact = may && rows === "compact";
  return { compact, change: may ? () => choose(compact ? "usual" : "compact") : undefined };
}
