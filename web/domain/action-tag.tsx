// The direction of a movement as an arrow and a word. Stock out has no colour, since most rows are.
import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import type { Action } from "#shared/movement.ts";
import { Tag } from "../ui/tag.tsx";

const looks = {
  STOCK_IN: { tone: "ok", icon: ArrowDownToLine, short: "IN" },
  STOCK_OUT: { tone: "neutral", icon: ArrowUpFromLine, short: "OUT" },
} as const;

/** `short` where there is little room: IN, OUT. */
export function ActionTag({ action, short = false }: { action: Action; short?: boolean }) {
  const look = looks[action];
  return (
    <Tag tone={look.tone} icon={look.icon}>
      {short ? look.short : action}
    </Tag>
  );
}
