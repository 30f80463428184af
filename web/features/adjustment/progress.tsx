// How far something is: a bar with its words; without a share it only says that it goes on.
import style from "./progress.module.css";

/** `share` from 0 to 1. */
export function Progress({ share, children }: { share?: number | undefined; children: string }) {
  return (
    <div className={style.progress}>
      <span role="status">{children}</span>
      <progress aria-label={children} className={style.bar} {...(share !== undefined && { value: share })} />
    </div>
  );
}
