// The banner above every screen while offline. Separate from banner.tsx, so that the login does not load it.
import { useOnline } from "../../lib/media.ts";
import style from "./banner.module.css";
import { Banner } from "./banner.tsx";

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
