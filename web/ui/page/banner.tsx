// A message that stays: an error with a retry, a warning, or a note.
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
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
