// A range of days: two dates, presets as toggle buttons, and the range in words.
import { useEffect, useState } from "react";
import type { Range } from "#shared/day.ts";
import {
  type ChangeRange,
  clampRange,
  presetsOf,
  type RangeEnd,
  rangeCorrection,
  rangeText,
} from "../../lib/navigation/date-range.ts";
import { DateControl, inCentury } from "./date-field.tsx";
import style from "./range-bar.module.css";
import { ToggleChip, ToggleChips } from "./toggle-chip.tsx";

interface Props {
  range: Range;
  today: string;
  onChange: ChangeRange;
}

export function RangeBar({ range, today, onChange }: Props) {
  const [note, setNote] = useState<{ text: string; of: Range }>();
  const move = (end: RangeEnd) => (day: string) =>
    onChange((before) => {
      const wanted = { ...before, [end]: day };
      const next = clampRange(wanted, end, today);
      setNote({ text: rangeCorrection(wanted, end, next), of: next });
      return next;
    });
  const choose = (next: Range) => {
    setNote(undefined);
    onChange(() => next);
  };
  return (
    <div className={style.bar}>
      <fieldset className={style.dates}>
        <legend data-sr-only>Range of days</legend>
        <SettledDate label="Start date" value={range.start} max={today} onSettle={move("start")} />
        <span aria-hidden="true">to</span>
        <SettledDate label="End date" value={range.end} max={today} onSettle={move("end")} />
      </fieldset>
      <ToggleChips label="Presets">
        {presetsOf(today).map((preset) => (
          <ToggleChip key={preset.name} pressed={isSame(preset.range, range)} onClick={() => choose(preset.range)}>
            {preset.name}
          </ToggleChip>
        ))}
      </ToggleChips>
      <p role="status" className={style.words}>
        {rangeText(range)}
        {note?.text && isSame(note.of, range) && <strong>{note.text}</strong>}
      </p>
    </div>
  );
}

const isSame = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end;

/** Milliseconds after which a typed date counts, as it does on Enter or blur: before, it may be half typed. */
const settleAfter = 1_500;
const earliest = "2000-01-01";

/** A date that counts at once from the calendar, and from the keyboard when it has settled. */
function SettledDate({
  label,
  value,
  max,
  onSettle,
}: {
  label: string;
  value: string;
  max: string;
  onSettle: (day: string) => void;
}) {
  const [draft, setDraft] = useState<string>();
  const [typing, setTyping] = useState(false);
  const settle = (day = draft && inCentury(draft)) => {
    setDraft(undefined);
    if (day && day >= earliest && day !== value) onSettle(day);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another draft restarts the timer.
  useEffect(() => {
    if (draft === undefined || draft < earliest) return;
    const timer = setTimeout(() => settle(), settleAfter);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <DateControl
      aria-label={label}
      value={draft ?? value}
      min={earliest}
      // A typed date is checked when it counts.
      max={typing || draft !== undefined ? undefined : max}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        else setTyping(event.key !== "Tab");
      }}
      onPointerDown={() => setTyping(false)}
      onBlur={() => {
        settle();
        setTyping(false);
      }}
      onChange={(day) => (typing ? setDraft(day) : settle(day))}
    />
  );
}
