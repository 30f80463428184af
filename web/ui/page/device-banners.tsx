// Banners above every screen about this device: it is offline, or its clock is wrong.
import type { ReactNode } from "react";
import { useClockError } from "../../lib/clock.ts";
import { countText } from "../../lib/format.ts";
import { useOnline } from "../../lib/media.ts";
import style from "./banner.module.css";
import { Banner } from "./banner.tsx";

const Warning = ({ children }: { children: ReactNode }) => (
  <div className={style.above}>
    <Banner tone="warn">{children}</Banner>
  </div>
);

const gapText = (minutes: number): string => {
  if (minutes < 120) return countText(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countText(hours, "hour") : countText(Math.round(hours / 24), "day");
};

export function DeviceBanners() {
  const online = useOnline();
  const ahead = useClockError();
  return (
    <>
      {!online && (
        <Warning>You are offline. What you see may be out of date; what you enter is kept and sent later.</Warning>
      )}
      {ahead !== 0 && (
        <Warning>
          The clock of this device is {gapText(Math.abs(ahead))} {ahead > 0 ? "ahead" : "behind"}. Days here are right
          all the same; please set it.
        </Warning>
      )}
    </>
  );
}
