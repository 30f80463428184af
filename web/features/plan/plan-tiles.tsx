// Tiles with the number of products of each status that needs attention; each filters by its status.
import { rupeesText } from "#shared/format.ts";
import type { PlanRow } from "#shared/plan.ts";
import { isUrgent, type PlanStatus, planStatusLabel } from "#shared/plan-status.ts";
import { sumBy } from "#shared/sum.ts";
import { planLook } from "../../domain/plan-status.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import style from "./plan.module.css";
import { worthOf } from "./plan-text.ts";

const tiled = ["out", "late", "now", "over", "dead"] as const satisfies readonly PlanStatus[];
type Tiled = (typeof tiled)[number];

const stockOf = ({ stock }: PlanRow): number => stock;
const stockText = (rows: readonly PlanRow[]): string => countText(sumBy(rows, stockOf), "unit");

const withMoney = (text: string, rows: readonly PlanRow[], unitsOf: (row: PlanRow) => number): string => {
  const { rupees } = worthOf(rows, unitsOf);
  return rupees > 0 ? `${text}, ${rupeesText(Math.round(rupees))}` : text;
};

const notes: Record<Tiled, (rows: readonly PlanRow[]) => string> = {
  out: (rows) => {
    const unsold = ({ unsold = 0 }: PlanRow): number => unsold;
    return withMoney(`≈ ${countText(sumBy(rows, unsold), "unit")} not sold`, rows, unsold);
  },
  late: (rows) => withMoney("order day passed", rows, ({ quantity }) => quantity),
  now: (rows) => withMoney("within 7 days", rows, ({ quantity }) => quantity),
  over: (rows) => withMoney(`${stockText(rows)}, 120+ days`, rows, stockOf),
  dead: (rows) => withMoney(`${stockText(rows)}, unsold 60 days`, rows, stockOf),
};

interface Props {
  /** Rows of products that are not snoozed; undefined while loading. */
  rows: readonly PlanRow[] | undefined;
  pressed: readonly PlanStatus[];
  onToggle: (status: PlanStatus) => void;
  /** As chips, where there is little room. */
  chips: boolean;
}

export function PlanTiles({ rows, pressed, onToggle, chips }: Props) {
  const onPhone = usePhone();
  const tiles = tiled.map((status) => {
    const { icon: Icon, colour } = planLook(status);
    const found = rows?.filter((row) => row.status === status);
    const count = found ? numberText(found.length) : "–";
    const props = { pressed: pressed.includes(status), onClick: () => onToggle(status) };
    return { status, word: planStatusLabel(status), Icon, colour: `var(--${colour})`, found, count, props };
  });
  if (chips)
    return (
      <ToggleChips label="Status">
        {tiles.map(({ status, word, Icon, colour, count, props }) => (
          <ToggleChip key={status} {...props}>
            <Icon size={14} color={colour} aria-hidden="true" />
            {word} <strong>{count}</strong>
          </ToggleChip>
        ))}
      </ToggleChips>
    );
  return (
    <fieldset className={style.tiles}>
      <legend data-sr-only>Status</legend>
      {tiles.map(({ status, word, Icon, colour, found, count, props: { pressed, onClick } }) => (
        <button key={status} type="button" className={style.tile} aria-pressed={pressed} onClick={onClick}>
          <strong style={{ color: found?.length && isUrgent(status) ? colour : undefined }}>{count}</strong>{" "}
          <b style={{ color: colour }}>
            <Icon size={14} aria-hidden="true" /> {word}
          </b>{" "}
          {!onPhone && <small>{found?.length ? notes[status](found) : ""}</small>}
        </button>
      ))}
    </fieldset>
  );
}
