// The panels of the analytics dashboard: chart and links above the list, or beside it where the screen is wide.
import type { ReactNode } from "react";
import style from "./panels.module.css";

export function Panels({ chart, links, list }: { chart: ReactNode; links: ReactNode; list: ReactNode }) {
  return (
    <div className={style.frame}>
      <div className={style.panels}>
        <div className={style.chart}>{chart}</div>
        <div className={style.list}>{list}</div>
        <div className={style.links}>{links}</div>
      </div>
    </div>
  );
}
