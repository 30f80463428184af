// The settings at the end of the menu: theme, rows, this device, shortcuts.
import { CircleHelp, Rows3, ScanLine, SunMoon } from "lucide-react";
import { type Theme, useDensity } from "../lib/appearance.ts";
import style from "./layout.module.css";
import type { Overlay } from "./overlays.tsx";

interface Props {
  theme: Theme;
  onTheme: () => void;
  onOpen: (overlay: Overlay) => void;
}

export function MenuFoot({ theme, onTheme, onOpen }: Props) {
  const { change: changeRows, compact } = useDensity();
  const items = [
    { icon: SunMoon, text: `Theme: ${theme}`, run: onTheme },
    ...(changeRows ? [{ icon: Rows3, text: `Rows: ${compact ? "compact" : "usual"}`, run: changeRows }] : []),
    { icon: ScanLine, text: "Device, scanner", run: () => onOpen("device") },
    { icon: CircleHelp, text: "Shortcuts", run: () => onOpen("keys") },
  ];
  return (
    <div className={style.foot}>
      {items.map(({ icon: Icon, text, run }) => (
        <button key={text.split(":")[0]} type="button" className={style.item} onClick={run}>
          <Icon size={18} aria-hidden="true" />
          <span className={style.label}>{text}</span>
        </button>
      ))}
    </div>
  );
}
