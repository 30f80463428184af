// A message that stays: an error with a retry, a warning, or a note.
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useClockError } from "../../lib/clock.ts";
import { countText } from "../../lib/format.ts";
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

const gapText = (minutes: number): string => {
  if (minutes < 120) return countText(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countText(hours, "hour") : countText(Math.round(hours / 24), "day");
};

/** The banner above every screen while the device's clock is wrong. */
export function ClockBanner() {
  const ahead = useClockError();
  if (ahead === 0) return null;
  return (
    <div className={style.offline}>
      <Banner tone="warn">
        The clock of this device is {gapText(Math.abs(ahead))} {ahead > 0 ? "ahead" : "behind"}. Days here are right all
        the same; please set it.
      </Banner>
    </div>
  );
}
