// The look of the plan's statuses: colour, icon and word.
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  ClockAlert,
  Layers,
  type LucideIcon,
  Moon,
  Ship,
  ShoppingCart,
  Sparkles,
} from "lucide-react";
import { type PlanStatus, planStatusLabel } from "#shared/plan-status.ts";
import { Tag } from "../ui/tag.tsx";
import style from "./plan-status.module.css";

interface Look {
  icon: LucideIcon;
  /** Tone of the tag: only Out is solid. */
  tone: "solid" | "danger" | "warn" | "info" | "neutral" | "ok";
  /** A token's name, for the icon in a tile and the stock in a cover bar. */
  colour: "danger" | "warn" | "info" | "accent" | "fg-2";
}

const looks: Record<PlanStatus, Look> = {
  out: { icon: CircleX, tone: "solid", colour: "danger" },
  late: { icon: ClockAlert, tone: "danger", colour: "danger" },
  now: { icon: ShoppingCart, tone: "warn", colour: "warn" },
  ordered: { icon: Ship, tone: "info", colour: "info" },
  new: { icon: Sparkles, tone: "neutral", colour: "fg-2" },
  dead: { icon: Moon, tone: "neutral", colour: "fg-2" },
  over: { icon: Layers, tone: "info", colour: "info" },
  fine: { icon: CircleCheck, tone: "ok", colour: "accent" },
  "not-selling": { icon: CirclePause, tone: "neutral", colour: "fg-2" },
  "never-stocked": { icon: CircleDashed, tone: "neutral", colour: "fg-2" },
};

/** A status that only a newer release knows is as neutral. */
export const planLook = (status: PlanStatus): Look => looks[status] ?? looks["never-stocked"];

interface Props {
  status: PlanStatus;
  /** Shows only the icon, named by the word. */
  iconOnly?: boolean;
}

export function PlanStatusTag({ status, iconOnly = false }: Props) {
  const { icon, tone } = planLook(status);
  const word = planStatusLabel(status);
  const tag = (
    <Tag tone={tone} icon={icon}>
      {iconOnly ? <span data-sr-only>{word}</span> : word}
    </Tag>
  );
  return iconOnly ? (
    <span className={style.icon} title={word}>
      {tag}
    </span>
  ) : (
    tag
  );
}
