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

const unsoldOf = ({ unsold = 0 }: PlanRow): number => unsold;
const quantityOf = ({ quantity }: PlanRow): number => quantity;

type Note = [long: (rows: readonly PlanRow[]) => string, unitsOf: (row: PlanRow) => number, word: string];

/** The worth of its units and a word are on the tile, or without costs the long note, which shows on hover. */
const notes: Record<Tiled, Note> = {
  out: [(rows) => `≈ ${countText(sumBy(rows, unsoldOf), "unit")} not sold`, unsoldOf, "not sold"],
  late: [() => "order day passed", quantityOf, "to order"],
  now: [() => "to order within 7 days", quantityOf, "to order"],
  over: [(rows) => `${stockText(rows)}, 120+ days`, stockOf, "in stock"],
  dead: [(rows) => `${stockText(rows)}, unsold 60 days`, stockOf, "in stock"],
};

const noteOf = (status: Tiled, rows: readonly PlanRow[]): { text: string; title: string } => {
  const [long, unitsOf, word] = notes[status];
  const rupees = Math.round(worthOf(rows, unitsOf).rupees);
  const money = `${rupeesText(rupees)} ${word}`;
  return rupees > 0 ? { text: money, title: `${long(rows)}, ${money}` } : { text: long(rows), title: long(rows) };
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
    const note = found?.length ? noteOf(status, found) : { text: "", title: "" };
    return { status, word: planStatusLabel(status), Icon, colour: `var(--${colour})`, found, count, note, props };
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
      {tiles.map(({ status, word, Icon, colour, found, count, note, props: { pressed, onClick } }) => (
        <button key={status} type="button" className={style.tile} aria-pressed={pressed} onClick={onClick}>
          <strong style={{ color: found?.length && isUrgent(status) ? colour : undefined }}>{count}</strong>{" "}
          <b style={{ color: colour }}>
            <Icon size={14} aria-hidden="true" /> {word}
          </b>{" "}
          {!onPhone && <small title={note.title}>{note.text}</small>}
        </button>
      ))}
    </fieldset>
  );
}
