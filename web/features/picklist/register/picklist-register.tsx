// Past picklists by day, channel and user: opened, printed again, copied, cancelled.
import { ClipboardList, Copy, ListChecks, Undo2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import type { Picklist } from "#shared/picklist.ts";
import { whyNotReversed } from "#shared/reversal.ts";
import { numberColumn, timeColumn, userColumn } from "../../../domain/columns.tsx";
import { channelFilter, useUserFilter } from "../../../domain/filters.ts";
import { linesText, unitsText } from "../../../domain/line-editor/lines.ts";
import { useSession } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { dateTimeText, numberText, totalText, useToday } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { lastDays, rangeText, useRange } from "../../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../../lib/navigation/url-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import { Page } from "../../../ui/page/page.tsx";
import type { Column } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { type Filter, type ListOptions, useListFilters } from "../../../ui/table/list-filters.tsx";
import type { RowAction } from "../../../ui/table/row-actions.tsx";
import { Code, Tag } from "../../../ui/tag.tsx";
import { itemsLeft, pickPath, reopen } from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";
import { PicklistCopy } from "./picklist-copy.ts";

const PicklistRecord = lazyComponent(() => import("./picklist-record.tsx"), "PicklistRecord");
const CorrectDialog = lazyComponent(() => import("../../../domain/correct/correct-dialog.tsx"), "CorrectDialog");
const ReverseDialog = lazyComponent(() => import("../../../domain/reverse-dialog.tsx"), "ReverseDialog");

const defaultDays = 7;

const isCancelled = ({ reversed_by }: Picklist): boolean => reversed_by !== undefined;
const placesOf = (picklist: Picklist): number =>
  itemsLeft(picklist).reduce((places, { breakdown }) => places + breakdown.length, 0);

/** Places that are still to pick. */
const leftToPick = (picklist: Picklist): number =>
  isCancelled(picklist) ? 0 : placesOf(picklist) - (picklist.picked ?? 0);

/** "9 of 13". */
const pickedText = (picklist: Picklist): string =>
  `${numberText(picklist.picked ?? 0)} of ${numberText(placesOf(picklist))}${picklist.corrections ? ", corrected" : ""}`;
const unitsOf = (picklist: Picklist): number =>
  itemsLeft(picklist).reduce((units, { quantity }) => units + quantity, 0);

/** Struck out if the picklist was cancelled. */
const unitsShown = (picklist: Picklist) =>
  isCancelled(picklist) ? <s>{numberText(unitsOf(picklist))}</s> : numberText(unitsOf(picklist));

/** `word`: where no column says what it is. */
const status = (picklist: Picklist, word = "") =>
  isCancelled(picklist) ? (
    <Tag tone="warn" icon={Undo2}>
      Cancelled
    </Tag>
  ) : (
    <Tag tone={leftToPick(picklist) === 0 ? "ok" : "neutral"}>{word + pickedText(picklist)}</Tag>
  );

/** Processed are all of them; these differ by what is left to do. */
const pickedFilter: Filter<Picklist> = {
  label: "Picked",
  choices: [
    { value: "no", label: "To pick" },
    { value: "yes", label: "Picked" },
    { value: "cancelled", label: "Cancelled" },
  ],
  test: (picklist, value) =>
    isCancelled(picklist) ? value === "cancelled" : value === (leftToPick(picklist) > 0 ? "no" : "yes"),
};

const columns: Column<Picklist>[] = [
  { head: "Number", width: "8rem", least: "6.75rem", cell: ({ number }) => <Code>{number}</Code>, rowHeader: true },
  timeColumn("Created At", ({ created_at }) => created_at, { width: "10rem", least: "8.5rem" }),
  { head: "Channel", width: "9rem", least: "5.5rem", cell: ({ channel }) => channelLabel(channel) },
  userColumn(({ user }) => user, { least: "6.5rem" }),
  numberColumn("Lines", (picklist) => itemsLeft(picklist).length, { width: "6rem", least: "4.5rem" }),
  { head: "Units", width: "6.5rem", least: "5rem", right: true, cell: unitsShown, sort: unitsOf },
  {
    head: "Picked",
    width: "11rem",
    least: "6.75rem",
    cell: (picklist) => status(picklist),
    sort: leftToPick,
    orders: ["picked first", "to pick first"],
  },
];

const phone = (picklist: Picklist) => ({
  title: (
    <>
      {picklist.number} · {channelLabel(picklist.channel)}
    </>
  ),
  note: (
    <>
      {status(picklist, "Picked ")} {dateTimeText(picklist.created_at)} · @{picklist.user.username}
    </>
  ),
  number: unitsShown(picklist),
});

const total = (rows: readonly Picklist[]): string =>
  unitsText(rows.flatMap((one) => (isCancelled(one) ? [] : itemsLeft(one))));

export function PicklistRegister() {
  const now = useToday();
  const { user } = useSession();
  const [range, setRange] = useRange(now, defaultDays);
  const list = useData("GET /v1/picklists", { query: range });
  const options: ListOptions<Picklist> = { range: { range, today: now, onChange: setRange } };
  const { table } = useListFilters(
    { channel: channelFilter, user: useUserFilter(list.data), picked: pickedFilter },
    options,
  );
  const dialog = useOpenDialog();
  const navigate = useNavigate();
  const whyFixed = (one: Picklist) =>
    user ? whyNotReversed({ kind: "picklist", ...one }, dayOf(one.created_at), user, now) : undefined;
  const cancel: RowAction<Picklist> = {
    name: "Cancel picklist",
    icon: Undo2,
    disabledReason: whyFixed,
    run: ({ _id }) => dialog.open("cancel", _id),
  };
  const copy: RowAction<Picklist> = {
    name: "Copy to a new picklist",
    icon: Copy,
    run: ({ _id }) => dialog.open("copy", _id),
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
    <Page title="Past picklists">
      <DataTable
        label="Past picklists"
        list={list}
        columns={columns}
        phone={phone}
        {...table}
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
          onCorrect={() => dialog.open("correct", shown._id)}
          onCopy={() => dialog.open("copy", shown._id)}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "copy" && shown && <PicklistCopy picklist={shown} onClose={dialog.close} />}
      {dialog.name === "correct" && shown && (
        <CorrectDialog
          movement={shown._id}
          name={`picklist ${shown.number}`}
          created_at={shown.created_at}
          corrections={shown.corrections}
          of={{ kind: "picklist" }}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "cancel" && shown && (
        <ReverseDialog
          movement={shown._id}
          title={`Cancel picklist ${shown.number}`}
          text={`The units taken (${linesText(itemsLeft(shown))}) go back to their warehouses and are removed from that day's sales. Continue?`}
          into={itemsLeft(shown).flatMap(({ breakdown }) => breakdown.map(({ warehouse }) => warehouse))}
          action="Cancel picklist"
          successText="Picklist cancelled"
          isCancel
          // In the tab it was made in, the picklist becomes a draft again.
          onDone={() => draftStore.set(reopen(draftStore.get(), shown._id))}
          onClose={dialog.close}
        />
      )}
    </Page>
  );
}
