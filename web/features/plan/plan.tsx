// Plan Orders: what to order, how much, and by when. Chosen lines become an order sheet, or a container to announce.
import { AlarmClockOff } from "lucide-react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { PlanRow } from "#shared/plan.ts";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dayText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ToggleChip } from "../../ui/form/toggle-chip.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Page } from "../../ui/page/page.tsx";
import style from "./plan.module.css";
import { usePlanBasis, usePlanFilter } from "./plan-query.ts";
import { PlanTiles } from "./plan-tiles.tsx";

const PlanList = lazyComponent(
  () => import("./plan-list.tsx"),
  "PlanList",
  <div className={style.list} data-fills aria-busy="true" />,
);
const ExportPlan = lazyComponent(() => import("./export-plan.tsx"), "ExportPlan");
// Beside the first read, not after it.
void PlanList.preload();

export function Plan() {
  const basis = usePlanBasis();
  const plan = useData("GET /v1/plan", { query: basis.query });
  const { as_of, rows } = plan.data ?? {};
  const list = { ...plan, data: rows };
  const search = useSearch<PlanRow>(({ name, p_id }) => [name, p_id]);
  const scan = useCodeSearch(search.field.onChange);
  const filter = usePlanFilter(search);
  const awake = useMemo(() => rows?.filter(({ snooze }) => !snooze), [rows]);
  const count = (rows?.length ?? 0) - (awake?.length ?? 0);
  const room = useRoom();
  const onPhone = usePhone();
  const field = <SearchField {...search.field} onScan={scan} placeholder="Filter by name or P.ID" />;
  const snoozed = (count > 0 || filter.isSnoozed) && (
    <ToggleChip pressed={filter.isSnoozed} onClick={() => filter.setSnoozed(!filter.isSnoozed)}>
      <AlarmClockOff size={16} aria-hidden="true" /> Snoozed <strong>{numberText(count)}</strong>
    </ToggleChip>
  );

  return (
    <Page
      title="Plan Orders"
      mark={
        as_of && (
          <span className={style.quiet}>
            as of {dayText(as_of)}
            {(room === "wide" || room === "middle") && ", rates of closed days"}
          </span>
        )
      }
      action={
        <div className={style.line}>
          {!onPhone && (
            <>
              {field}
              {snoozed}
            </>
          )}
          <ExportPlan query={basis.query} />
        </div>
      }
    >
      {plan.data && !as_of && (
        <Banner tone="info">Rates begin after the first night: a day counts once it has closed.</Banner>
      )}
      {!filter.isSnoozed && (
        <PlanTiles rows={awake} pressed={filter.statuses} onToggle={filter.toggle} chips={room === "beside"} />
      )}
      <PlanList
        {...{ list, awake, basis, filter, room }}
        asOf={as_of}
        query={search.query}
        search={onPhone && field}
        snoozed={onPhone && snoozed}
      />
    </Page>
  );
}

/** Beside an opened product there is the least room. */
function useRoom() {
  const isOpened = useSearchParams()[0].has("product");
  const narrow = useMedia("(max-width: 1199px)");
  const middle = useMedia("(max-width: 1399px)");
  if (narrow) return "narrow";
  if (isOpened) return "beside";
  return middle ? "middle" : "wide";
}
