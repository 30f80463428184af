// Everybody's progress: products and units by person, and products left to count.
import { ChevronRight, CloudUpload } from "lucide-react";
import { useMemo } from "react";
import { countText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import style from "./count.module.css";
import { progressOf, type Tally } from "./progress.ts";

interface Props {
  tallies: ReadonlyMap<string, Tally>;
  products: number;
  user: string | undefined;
  /** Lines of this device that have not arrived. */
  waiting: number;
  onToGo: () => void;
}

/** People shown by name; the rest are added up. */
const named = 2;

export function ProgressBar({ tallies, products, user, waiting, onToGo }: Props) {
  const progress = useMemo(() => progressOf(tallies, user), [tallies, user]);
  const share = (counted: number) => `${products > 0 ? (100 * counted) / products : 0}%`;
  const rest = progress.colleagues.slice(named);
  const people = [
    `you ${numberText(progress.own)}`,
    ...progress.colleagues.slice(0, named).map(([name, counted]) => `${name} ${numberText(counted)}`),
    ...(rest.length > 0
      ? [`${countText(rest.length, "other")} ${numberText(rest.reduce((sum, [, counted]) => sum + counted, 0))}`]
      : []),
  ];
  const left = Math.max(0, products - progress.products);
  return (
    <section aria-label="Progress" className={style.progress}>
      <p className={style.between}>
        <span>
          <strong>
            {numberText(progress.products)} of {countText(products, "product")}
          </strong>{" "}
          <span className={style.quiet}>· {countText(progress.units, "unit")}</span>
        </span>
        {waiting > 0 && (
          <span className={style.waiting} title={`${countText(waiting, "line")} not sent yet`}>
            <CloudUpload size={16} aria-hidden="true" />
            {numberText(waiting)}
            <span data-sr-only> {countText(waiting, "line").replace(/^\S+ /, "")} not sent yet</span>
          </span>
        )}
      </p>
      <span className={style.bar} aria-hidden="true">
        <span style={{ width: share(progress.own) }} />
        <span style={{ width: share(progress.products - progress.own) }} data-colleagues />
      </span>
      <p className={style.between}>
        <span className={style.quiet}>{people.join(", ")}</span>
        <Button kind="plain" onClick={onToGo}>
          {left > 0 ? `${numberText(left)} to go` : "All products"} <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </p>
    </section>
  );
}
