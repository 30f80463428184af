// A figure with a tag before it: when there is little room the tag gives way, never the figure.
import type { ReactNode } from "react";
import style from "./tagged-number.module.css";

export function TaggedNumber({ mark, children }: { mark: ReactNode; children: string }) {
  return (
    <span className={style.marked}>
      {mark} <span>{children}</span>
    </span>
  );
}
