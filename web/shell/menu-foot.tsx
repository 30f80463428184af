// The foot of the side menu: what is set for this device, and the help.
import { CircleHelp, Rows3, ScanLine, SunMoon } from "lucide-react";
import { type Theme, useDensity } from "../lib/appearance.ts";
import style from "./layout.module.css";

interface Props {
  theme: Theme;
  onTheme: () => void;
  onDevice: () => void;
  onHelp: () => void;
}

export function MenuFoot({ theme, onTheme, onDevice, onHelp }: Props) {
  const { change: changeRows, compact } = useDensity();
  const items = [
    { icon: SunMoon, text: `Theme: ${theme}`, run: onTheme },
    ...(changeRows ? [{ icon: Rows3, text: `Rows: ${compact ? "compact" : "usual"}`, run: changeRows }] : []),
    { icon: ScanLine, text: "Device, scanner", run: onDevice },
    { icon: CircleHelp, text: "Shortcuts", run: onHelp },
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
