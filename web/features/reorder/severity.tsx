// The severity of a low product, by colour, icon and word: as a tag, and as filters with their numbers of products.
import { ArrowDown, Eye, Ship, TriangleAlert } from "lucide-react";
import { type Severity, severities } from "#shared/severity.ts";
import { numberText } from "../../lib/format.ts";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { Tag } from "../../ui/tag.tsx";

/** `colour`: a token's name. */
export const looks = {
  critical: {
    word: "Critical",
    icon: TriangleAlert,
    tone: "danger",
    colour: "danger",
    meaning: "gone within 14 days, and more is required or it is out for a while",
  },
  low: {
    word: "Low",
    icon: ArrowDown,
    tone: "warn",
    colour: "warn",
    meaning: "gone before an order of today could arrive",
  },
  watch: {
    word: "Watch",
    icon: Eye,
    tone: "neutral",
    colour: "fg-2",
    meaning: "below the minimum, yet it lasts until an order of today arrives",
  },
  covered: {
    word: "Covered",
    icon: Ship,
    tone: "info",
    colour: "info",
    meaning: "enough with what is in transit",
  },
} as const satisfies Record<Severity, object>;

export function SeverityTag({ severity }: { severity: Severity }) {
  const { word, icon, tone } = looks[severity];
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  );
}

interface FilterProps {
  /** Undefined while they are read. */
  products: readonly { severity: Severity }[] | undefined;
  chosen: ReadonlySet<string>;
  onToggle: (severity: Severity) => void;
}

export function SeverityFilter({ products, chosen, onToggle }: FilterProps) {
  return (
    <ToggleChips label="Severity">
      {severities.map((severity) => {
        const { word, icon: Icon, colour, meaning } = looks[severity];
        return (
          <ToggleChip
            key={severity}
            title={`${word}: ${meaning}`}
            pressed={chosen.has(severity)}
            onClick={() => onToggle(severity)}
          >
            <Icon size={14} color={`var(--${colour})`} aria-hidden="true" />
            {word}{" "}
            <strong>{products ? numberText(products.filter((one) => one.severity === severity).length) : "…"}</strong>
          </ToggleChip>
        );
      })}
    </ToggleChips>
  );
}

export const severityLegend = severities
  .map((severity) => `${looks[severity].word}: ${looks[severity].meaning}.`)
  .join(" ");
