// When the next units of a product arrive: the day, in red how late they are, or that none are ordered.
import { daysSince } from "#shared/day.ts";
import { countText, dayText, today } from "../../lib/format.ts";
import style from "./inventory-dashboard.module.css";
import type { OutProduct } from "./outlook.ts";

/** "6 days late", or nothing if it is not. */
export const lateText = (expected: string): string => {
  const late = daysSince(expected, today());
  return late > 0 ? `${countText(late, "day")} late` : "";
};

export function NextArrival({ in_transit, plan }: Pick<OutProduct, "in_transit" | "plan">) {
  if (in_transit === 0) return <small>none ordered</small>;
  const [next] = plan?.arrivals.toSorted((a, b) => (a.expected_delivery < b.expected_delivery ? -1 : 1)) ?? [];
  if (!next) return <small>{plan === undefined && <Waiting />}</small>;
  const late = lateText(next.expected_delivery);
  return (
    <small title={next.container} data-late={late !== "" || undefined}>
      {late || dayText(next.expected_delivery)}
    </small>
  );
}

/** In place of what the plan says, until it is read. */
export const Waiting = () => <span className={style.waiting} />;
