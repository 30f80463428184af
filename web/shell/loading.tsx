// The full-screen loading indicator; it waits 150 ms so that quick loads do not flash.
import { useLocation } from "react-router-dom";
import { useDestination } from "../lib/navigation/router.tsx";
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

/** The same over the last screen, which stays until the next one has come. */
export function LoadingNext() {
  const { pathname } = useLocation();
  const destination = useDestination();
  return destination !== undefined && destination !== pathname && <Loading />;
}
