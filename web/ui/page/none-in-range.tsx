// An empty list of some days. Often it is empty because the day has just begun, so a button shows the days before.
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { daysText, lastDays, presetBeyond } from "../../lib/navigation/date-range.ts";
import { Button } from "../button.tsx";
import type { RangeBar } from "../form/range-bar.tsx";
import { Empty } from "./empty.tsx";

type Props = ComponentProps<typeof RangeBar> & { icon: LucideIcon; noun: string };

export function NoneInRange({ icon, noun, range, today, onChange }: Props) {
  const days = presetBeyond(range, today);
  const preposition = range.start === range.end ? "on" : "from";
  return (
    <Empty
      icon={icon}
      text={`No ${noun} ${preposition} ${daysText(range)}`}
      action={days && <Button onClick={() => onChange(() => lastDays(days, today))}>{days} days</Button>}
    />
  );
}
