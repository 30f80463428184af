// Past picklists by day, channel and user: opened, printed again, copied, cancelled.
import { ClipboardList, Copy, ListChecks, Undo2 } from "lucide-react";
import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { channelChoices, channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import type { Picklist } from "#shared/picklist.ts";
import { whyNotReversed } from "#shared/reversal.ts";
import { useUserChoices } from "../../domain/user-choices.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dateTimeText, numberText, today, totalText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { lastDays, rangeText, useRange } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useClearQuery, useOpenDialog, useQueryParam } from "../../lib/navigation/url-state.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { Code, Tag } from "../../ui/tag.tsx";
import { pickPath } from "./pick-path.ts";

const PicklistRecord = lazyComponent(() => import("./picklist-record.tsx"), "PicklistRecord");
const PicklistCopy = lazyComponent(() => import("./picklist-copy.ts"), "PicklistCopy");
const PicklistCancel = lazyComponent(() => import("./picklist-cancel.tsx"), "PicklistCancel");

/** Days shown by default. */
const defaultDays = 7;

const isCancelled = ({ reversed_by }: Picklist): boolean => reversed_by !== undefined;
const unitsOf = ({ data }: Picklist): number => data.reduce((units, { quantity }) => units + quantity, 0);

/** Struck out when they were returned. */
const unitsText = (picklist: Picklist) =>
  isCancelled(picklist) ? <s>{numberText(unitsOf(picklist))}</s> : numberText(unitsOf(picklist));

const status = (picklist: Picklist) =>
  isCancelled(picklist) ? (
    <Tag tone="warn" icon={Undo2}>
      Cancelled
    </Tag>
  ) : (
    <Tag tone="ok">Processed</Tag>
  );

const columns: Column<Picklist>[] = [
  { head: "Number", width: "8rem", cell: ({ number }) => <Code>{number}</Code>, rowHeader: true },
  {
    head: "Created At",
    width: "10rem",
    cell: ({ created_at }) => dateTimeText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
  { head: "Channel", width: "9rem", cell: ({ channel }) => channelLabel[channel] },
  { head: "User", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
  {
    head: "Lines",
    width: "6rem",
    right: true,
    cell: ({ data }) => numberText(data.length),
    sort: ({ data }) => data.length,
  },
  { head: "Units", width: "6.5rem", right: true, cell: unitsText, sort: unitsOf },
  { head: "Status", width: "8.5rem", cell: status },
];

const phone = (picklist: Picklist) => ({
  title: (
    <>
      {picklist.number} · {channelLabel[picklist.channel]}
    </>
  ),
  note: (
    <>
      {isCancelled(picklist) && status(picklist)} {dateTimeText(picklist.created_at)} · @{picklist.user.username}
    </>
  ),
  number: unitsText(picklist),
});

const total = (rows: readonly Picklist[]): string =>
  countText(
    rows.reduce((sum, one) => sum + (isCancelled(one) ? 0 : unitsOf(one)), 0),
    "unit",
  );

export function PicklistRegister() {
  const now = today();
  const { user } = useSession();
  const [range, setRange] = useRange(now, defaultDays);
  const list = useData("GET /v1/picklists", { query: range });
  const filters = useFilters(list.data);
  const dialog = useOpenDialog();
  const navigate = useNavigate();
  const whyFixed = (one: Picklist) => (user ? whyNotReversed(one, dayOf(one.created_at), user, now) : undefined);
  const cancel: RowAction<Picklist> = {
    name: "Cancel picklist",
    icon: Undo2,
    disabledReason: whyFixed,
    run: ({ _id }) => dialog.open("cancel", _id),
    preload: PicklistCancel.preload,
  };
  const copy: RowAction<Picklist> = {
    name: "Copy to a new picklist",
    icon: Copy,
    run: ({ _id }) => dialog.open("copy", _id),
    preload: PicklistCopy.preload,
  };
  const pick: RowAction<Picklist> = {
    name: "Pick",
    icon: ListChecks,
    disabledReason: (one) => (isCancelled(one) ? "It was cancelled" : undefined),
    run: (picklist) => navigate(pickPath(picklist._id, dayOf(picklist.created_at)), { state: { picklist } }),
  };
  const { row: shown, unavailable } = useOpenedRow(dialog, list, "Picklist", "It may be of another day.");
  const month = lastDays(30, now);

  return (
    <Page
      title="Past picklists"
      action={
        <ButtonLink icon={ClipboardList} to="/picklist">
          Create Picklist
        </ButtonLink>
      }
    >
      <DataTable
        label="Past picklists"
        list={list}
        columns={columns}
        phone={phone}
        keepToolbar
        range={<RangeBar range={range} today={now} onChange={setRange} />}
        filters={filters.fields}
        activeFilters={filters.count}
        onClear={filters.clear}
        rowFilter={filters.where}
        summary={(rows) => totalText(total(rows), list.truncated)}
        noun="picklist"
        nameOf={({ number }) => number}
        muted={isCancelled}
        onOpen={({ _id }) => dialog.open("show", _id)}
        actions={[pick, copy, cancel]}
        empty={
          <Empty
            icon={ClipboardList}
            text={`No picklists, ${rangeText(range)}`}
            action={range.start > month.start && <Button onClick={() => setRange(() => month)}>30 days</Button>}
          />
        }
      />

      {dialog.name === "show" && shown && (
        <PicklistRecord
          picklist={shown}
          fixed={unavailable ?? whyFixed(shown)}
          onCancel={() => dialog.open("cancel", shown._id)}
          onCopy={() => dialog.open("copy", shown._id)}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "copy" && shown && <PicklistCopy picklist={shown} onClose={dialog.close} />}
      {dialog.name === "cancel" && shown && <PicklistCancel picklist={shown} onClose={dialog.close} />}
    </Page>
  );
}

/** Channel and user, in the URL. */
function useFilters(list: readonly Picklist[] | undefined) {
  const [channel, setChannel] = useQueryParam("channel");
  const [by, setBy] = useQueryParam("user");
  const where = useCallback(
    (one: Picklist) => (channel === "" || one.channel === channel) && (by === "" || one.user._id === by),
    [channel, by],
  );
  const users = useUserChoices(list);
  const fields = (
    <>
      <FilterSelect
        label="Channel"
        empty="All (Channel)"
        choices={channelChoices}
        value={channel}
        onChange={setChannel}
      />
      <FilterSelect label="User" empty="All (User)" choices={users} loading={!list} value={by} onChange={setBy} />
    </>
  );
  return { where, fields, count: [channel, by].filter(Boolean).length, clear: useClearQuery(["start", "end", "sort"]) };
}
