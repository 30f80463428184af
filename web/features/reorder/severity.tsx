// The severity of a low product, by colour, icon and word: as a tag, and as filters with their numbers of products.
import { ArrowDown, Eye, type LucideIcon, Ship, TriangleAlert } from "lucide-react";
import type { Product } from "#shared/product.ts";
import { type Severity, severities, severityOf } from "#shared/severity.ts";
import { numberText } from "../../lib/format.ts";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { Tag } from "../../ui/tag.tsx";

interface Look {
  word: string;
  icon: LucideIcon;
  tone: "danger" | "warn" | "neutral" | "info";
  colour: string;
  reason: string;
}

const looks: Record<Severity, Look> = {
  critical: {
    word: "Critical",
    icon: TriangleAlert,
    tone: "danger",
    colour: "var(--danger)",
    reason: "gone within 14 days, and more is required",
  },
  low: {
    word: "Low",
    icon: ArrowDown,
    tone: "warn",
    colour: "var(--warn)",
    reason: "gone before an order of today arrives",
  },
  watch: {
    word: "Watch",
    icon: Eye,
    tone: "neutral",
    colour: "var(--fg-2)",
    reason: "just enough, or only if what is in transit arrives within 14 days",
  },
  covered: {
    word: "Covered",
    icon: Ship,
    tone: "info",
    colour: "var(--info)",
    reason: "enough with what is in transit",
  },
};

export function SeverityTag({ product }: { product: Product }) {
  const { word, icon, tone } = looks[severityOf(product)];
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  );
}

interface FilterProps {
  products: readonly Product[];
  chosen: ReadonlySet<string>;
  onToggle: (severity: Severity) => void;
}

export function SeverityFilter({ products, chosen, onToggle }: FilterProps) {
  const found = products.map(severityOf);
  return (
    <ToggleChips label="Severity">
      {severities.map((severity) => {
        const { word, icon: Icon, colour, reason } = looks[severity];
        return (
          <ToggleChip
            key={severity}
            title={`${word}: ${reason}`}
            pressed={chosen.has(severity)}
            onClick={() => onToggle(severity)}
          >
            <Icon size={14} color={colour} aria-hidden="true" />
            {word} <strong>{numberText(found.filter((each) => each === severity).length)}</strong>
          </ToggleChip>
        );
      })}
    </ToggleChips>
  );
}

/** What the words mean. */
export const severityLegend = severities
  .map((severity) => `${looks[severity].word}: ${looks[severity].reason}.`)
  .join(" ");
