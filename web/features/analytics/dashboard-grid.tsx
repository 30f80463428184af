// The panels of the analytics dashboard: chart, exports and links above the list, or beside it where the screen is wide.
import type { ReactNode } from "react";
import style from "./dashboard-grid.module.css";

interface Props {
  chart: ReactNode;
  list: ReactNode;
  exports: ReactNode;
  links: ReactNode;
}

export function DashboardGrid({ chart, list, exports, links }: Props) {
  return (
    <div className={style.frame}>
      <div className={style.panels}>
        <div className={style.chart}>{chart}</div>
        <div className={style.list}>{list}</div>
        <div className={style.side}>
          <div className={style.both}>
            {exports}
            {links}
          </div>
        </div>
      </div>
    </div>
  );
}
