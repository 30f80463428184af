// A progress bar with its text; without a value, 0 to 1, it is indeterminate.
import style from "./progress.module.css";

export function Progress({ value, children }: { value?: number | undefined; children: string }) {
  return (
    <div className={style.progress}>
      <span role="status">{children}</span>
      <progress aria-label={children} className={style.bar} {...(value !== undefined && { value })} />
    </div>
  );
}
