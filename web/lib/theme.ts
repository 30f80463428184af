// The theme: the system's, or light or dark by choice.
import { useEffect } from "react";
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
