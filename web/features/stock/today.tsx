// Today, above the stock of executives: what is due, and the way to it. Folded to a line on a desk.
import { ChevronRight, ClipboardList, Cloud, type LucideIcon, ScanBarcode, Ship, Undo2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { Container } from "#shared/app.ts";
import type { Catalogue } from "#shared/catalogue.ts";
import type { Count } from "#shared/count.ts";
import { addDays } from "#shared/day.ts";
import type { PicklistSummary } from "#shared/picklist.ts";
import type { ReturnSummary } from "#shared/return.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { usePending } from "../../domain/pending.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dayText, numberText, useToday } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import style from "./today.module.css";

interface Row {
  icon: LucideIcon;
  label: string;
  /** Undefined until it is read; "" if there is nothing to do. */
  due: string | undefined;
  /** In place of nothing to do. */
  none: string;
  to: string;
}

export function Today() {
  const onPhone = usePhone();
  const rows = useRows();
  const due = rows.flatMap(({ label, due }) => (due ? `${label}: ${due}` : []));
  const isRead = rows.every(({ due }) => due !== undefined);
  return (
    <details className={style.today} open={onPhone || undefined}>
      <summary>
        <ChevronRight size={16} aria-hidden="true" />
        <h2>Today</h2>
        <span>{due.join(" · ") || (isRead && "Nothing is due")}</span>
      </summary>
      <ul>
        {rows.map(({ icon: Icon, label, due, none, to }) => (
          <li key={label} data-due={due ? true : undefined}>
            <Link to={to}>
              <Icon size={18} aria-hidden="true" />
              <span>{label}</span>
              <span>{due || (due === undefined ? "…" : none)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useRows(): Row[] {
  const today = useToday();
  const containers = useDerived(dueOf);
  const picklists = useData("GET /v1/picklists/summary").data;
  const counts = useData("GET /v1/counts").data?.filter(({ state }) => state === "open");
  const returns = useData("GET /v1/returns/summary").data;
  const pending = usePending().length;
  return [
    {
      icon: Ship,
      label: "Containers",
      due: containers && containersText(containers, today),
      none: "none due",
      to: "/intransit",
    },
    {
      icon: ClipboardList,
      label: "Picklists",
      due: picklists && picklistsText(picklists),
      none: "none to pick",
      to: `/picklist/register?${new URLSearchParams({ ...lastDays(2, today), picked: "no" })}`,
    },
    {
      icon: ScanBarcode,
      label: "Count",
      due: counts && countsText(counts),
      none: "none open",
      to: counts?.length === 1 ? `/count/${counts[0]?._id}` : "/count",
    },
    {
      icon: Undo2,
      label: "Claims",
      due: returns && claimsText(returns, today),
      none: "none to file",
      to: "/returns?show=to_file",
    },
    {
      icon: Cloud,
      label: "To be sent",
      due: pending > 0 ? numberText(pending) : "",
      none: "nothing waits",
      to: "/outbox",
    },
  ];
}

const dueOf = ({ containers }: Catalogue, today: string): Container[] =>
  containers.filter(({ expected_delivery }) => expected_delivery <= today);

const containersText = (due: readonly Container[], today: string): string => {
  const late = due.filter(({ expected_delivery }) => expected_delivery < today).length;
  if (due.length === 0) return "";
  return `${numberText(due.length)} due${late > 0 ? `, ${numberText(late)} late` : ""}`;
};

const picklistsText = ({ picked, picklists, waiting }: PicklistSummary): string => {
  if (picked === picklists) return "";
  // An older server does not tell of orders that wait.
  const text = waiting > 0 ? `, ${countText(waiting, "order")} waiting` : "";
  return `${numberText(picked)} of ${numberText(picklists)} picked${text}`;
};

/** "3 end tomorrow": those with the next last day. */
const claimsText = ({ next }: ReturnSummary, today: string): string => {
  if (!next) return "";
  const day = next.day === today ? "today" : next.day === addDays(today, 1) ? "tomorrow" : `on ${dayText(next.day)}`;
  return `${numberText(next.claims)} ${next.claims === 1 ? "ends" : "end"} ${day}`;
};

const countsText = (open: readonly Count[]): string =>
  open.length > 1 ? `${numberText(open.length)} open` : (open[0]?.warehouse.name ?? "");
