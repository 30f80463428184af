// An empty state: an icon, one sentence, and an action.
import { type LucideIcon, PackageOpen, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import style from "./empty.module.css";

export function Empty({
  icon: Icon = PackageOpen,
  good = false,
  text,
  action,
}: {
  icon?: LucideIcon;
  /** Good news. */
  good?: boolean;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className={style.empty}>
      <span className={style.icon} data-good={good || undefined}>
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p>{text}</p>
      {action}
    </div>
  );
}

/** No search result: names the query, and offers to clear it. */
export function NoMatch({ query, onClear }: { query?: string | undefined; onClear?: (() => void) | undefined }) {
  return (
    <Empty
      icon={Search}
      text={query ? `No match for “${query}”` : "Nothing matches these filters"}
      action={onClear && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
