// A message that stays: an error with a retry, a warning, or a note.
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useOnline } from "../../lib/media.ts";
import tones from "../tone.module.css";
import style from "./banner.module.css";

type BannerTone = "info" | "warn" | "danger";
const icons: Record<BannerTone, LucideIcon> = { info: Info, warn: TriangleAlert, danger: CircleAlert };

export function Banner({
  tone = "info",
  icon,
  children,
  action,
}: {
  tone?: BannerTone;
  icon?: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = icon ?? icons[tone];
  return (
    <div className={`${style.banner} ${tones[tone]}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon size={18} aria-hidden="true" />
      <div className={style.text}>{children}</div>
      {action}
    </div>
  );
}

/** The banner above every screen while offline. */
export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <div className={style.offline}>
      <Banner tone="warn">
        You are offline. What you see may be out of date; what you enter is kept and sent later.
      </Banner>
    </div>
  );
}
