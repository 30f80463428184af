// The full-screen loading indicator; it waits 150 ms so that quick loads do not flash.
import style from "./loading.module.css";

export function Loading() {
  return (
    <div className={style.loading} role="status" aria-label="Loading">
      <span className={style.bar} aria-hidden="true" />
      <span className={style.word} aria-hidden="true">
        Loading
      </span>
    </div>
  );
}
