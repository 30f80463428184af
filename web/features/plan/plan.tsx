// Plan Orders: what to order, how much, and by when. Chosen lines become an order printout, or a container to announce.
import { AlarmClockOff, CalendarClock } from "lucide-react";
import { useMemo } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { useOrder } from "../../domain/order-draft.ts";
import { usePanel } from "../../domain/panel.ts";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dayText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ToggleChip } from "../../ui/form/toggle-chip.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Page } from "../../ui/page/page.tsx";
import style from "./plan.module.css";
import { PlanList } from "./plan-list.tsx";
import { usePlanBasis, usePlanFilter } from "./plan-query.ts";
import { PlanTiles } from "./plan-tiles.tsx";

const OrderBar = lazyComponent(() => import("./order-bar.tsx"), "OrderBar");
const EventsDialog = lazyComponent(() => import("./events-dialog.tsx"), "EventsDialog");
const PlanSuppliers = lazyComponent(() => import("./plan-suppliers.tsx"), "PlanSuppliers");

export function Plan() {
  const basis = usePlanBasis();
  const plan = useData("GET /v1/plan", { query: basis.query });
  const { as_of, rows } = plan.data ?? {};
  const list = { ...plan, data: rows };
  const search = useSearch<PlanRow>(({ name, p_id }) => [name, p_id]);
  const scan = useCodeSearch(search.field.onChange);
  const filter = usePlanFilter(search);
  const order = useOrder();
  const awake = useMemo(() => rows?.filter(({ snooze }) => !snooze), [rows]);
  const count = (rows?.length ?? 0) - (awake?.length ?? 0);
  const isBeside = usePanel().shown;
  const narrow = useMedia("(max-width: 1199px)");
  const onPhone = usePhone();
  const isSmall = useMedia("(max-width: 799px), (max-height: 599px)") && !onPhone;
  const field = !filter.bySupplier && (
    <SearchField {...search.field} onScan={scan} placeholder="Filter by name or P.ID" />
  );
  const snoozed = (count > 0 || filter.isSnoozed) && (
    <ToggleChip pressed={filter.isSnoozed} onClick={() => filter.setSnoozed(!filter.isSnoozed)}>
      <AlarmClockOff size={16} aria-hidden="true" /> Snoozed <strong>{numberText(count)}</strong>
    </ToggleChip>
  );

  // The whole plan, with the chosen basis and target.
  const download = useDownload("GET /v1/plan/export", { query: basis.query });
  const dialog = useOpenDialog();
  const events = (
    <Button icon={CalendarClock} onClick={() => dialog.open("events")}>
      Events
    </Button>
  );
  const suppliers = (filter.bySupplier || awake?.some(({ supplier }) => supplier)) && (
    <ToggleChip pressed={filter.bySupplier} onClick={() => filter.setBySupplier(!filter.bySupplier)}>
      By supplier
    </ToggleChip>
  );

  const switches = (
    <>
      {suppliers}
      {snoozed}
      {events}
    </>
  );

  return (
    <Page
      title="Plan Orders"
      aside={
        as_of && (
          <span className={style.quiet}>
            as of {dayText(as_of)}
            {!narrow && !isBeside && ", rates of closed days"}
          </span>
        )
      }
      action={
        <div className={style.line}>
          {!onPhone && (
            <>
              {field}
              {switches}
            </>
          )}
          <ExportButton download={download} of="plan">
            Export
          </ExportButton>
        </div>
      }
    >
      {plan.data && !as_of && (
        <Banner tone="info">Rates begin after the first night: a day counts once it has closed.</Banner>
      )}
      {!filter.isSnoozed && (
        <PlanTiles rows={awake} pressed={filter.statuses} onToggle={filter.toggle} chips={isBeside || isSmall} />
      )}
      {filter.bySupplier ? (
        <PlanSuppliers {...{ list, awake }} switches={onPhone && switches} onOpen={filter.showSupplier} />
      ) : (
        <PlanList
          {...{ list, awake, basis, filter, isBeside }}
          asOf={as_of}
          query={search.query}
          search={onPhone && field}
          switches={onPhone && switches}
        />
      )}
      {awake?.some(({ _id }) => order[_id]?.chosen) && (
        <OrderBar rows={awake} query={basis.query} isBeside={isBeside} />
      )}
      {dialog.name === "events" && <EventsDialog onClose={dialog.close} />}
    </Page>
  );
}
