// Past picklists by day, channel and user: opened, printed again, copied, cancelled.
import { ClipboardList, Copy, ListChecks, Undo2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { maxWalk } from "#shared/limits.ts";
import type { Picklist } from "#shared/picklist.ts";
import { whyNotReversed } from "#shared/reversal.ts";
import { numberColumn, timeColumn, userColumn } from "../../../domain/columns.tsx";
import { channelFilter, useUserFilter } from "../../../domain/filters.ts";
import { linesText, unitsText } from "../../../domain/line-editor/lines.ts";
import { useSession } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { useMutation } from "../../../lib/api/use-mutation.ts";
import { countText, dateTimeText, numberText, totalText, useToday } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { lastDays, rangeText, useRange } from "../../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../../lib/navigation/url-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../../ui/page/page.tsx";
import type { Column } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { type Filter, type ListOptions, useListFilters } from "../../../ui/table/list-filters.tsx";
import type { RowAction } from "../../../ui/table/row-actions.tsx";
import { Code, Tag } from "../../../ui/tag.tsx";
import { itemsLeft, pickPath, reopen } from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";
import { PicklistCopy } from "./picklist-copy.ts";
import { type Walk, walkOf } from "./walk.ts";

const PutBackOfAll = lazyComponent(() => import("../orders/put-back.tsx"), "PutBackOfAll");
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

/** With the number of the order, if it is one. */
const channelText = ({ channel, order }: Picklist): string =>
  order ? `${channelLabel(channel)} ${order}` : channelLabel(channel);

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
  ) : picklist.waits ? (
    <Tag tone="info">Waiting</Tag>
  ) : (
    <Tag tone={leftToPick(picklist) === 0 ? "ok" : "neutral"}>{word + pickedText(picklist)}</Tag>
  );

/** Processed are all of them; these differ by what is left to do. */
const pickedFilter: Filter<Picklist> = {
  label: "Picked",
  choices: [
    { value: "no", label: "To pick" },
    { value: "waiting", label: "Waiting orders" },
    { value: "yes", label: "Picked" },
    { value: "cancelled", label: "Cancelled" },
  ],
  test: (picklist, value) =>
    value === "waiting"
      ? picklist.waits === true
      : isCancelled(picklist)
        ? value === "cancelled"
        : value === (leftToPick(picklist) > 0 ? "no" : "yes"),
};

const columns: Column<Picklist>[] = [
  { head: "Number", width: "8rem", least: "6.75rem", cell: ({ number }) => <Code>{number}</Code>, rowHeader: true },
  timeColumn("Created At", ({ created_at }) => created_at, { width: "10rem", least: "8.5rem" }),
  { head: "Channel", width: "9rem", least: "5.5rem", cell: (picklist) => channelText(picklist) },
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
      {picklist.number} · {channelText(picklist)}
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
  const { table, values } = useListFilters(
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
  const { run: begin, busy } = useMutation("POST /v1/picklists/walk", { messages: ["Beginning", "To be picked"] });
  const open = (picklist: Walk) => {
    const days = (picklist.of ?? [picklist]).map(({ created_at }) => dayOf(created_at)).sort();
    navigate(pickPath(picklist._id, days[0] ?? now, days.at(-1)), { state: { picklist } });
  };
  const openWalk = (walk: string, orders: readonly Picklist[]) => {
    const picklist = walkOf(walk, orders);
    if (picklist) open(picklist);
  };
  const pickWaiting = async (orders: readonly Picklist[]) => {
    const result = await begin({ body: { picklists: orders.map(({ _id }) => _id) } });
    if (result.ok)
      openWalk(
        result.answer._id,
        orders.filter(({ _id }) => result.answer.picklists.includes(_id)),
      );
  };
  const pickOne = (picklist: Picklist) => {
    const { walk, waits } = picklist;
    if (waits) return void pickWaiting([picklist]);
    if (!walk) return open(picklist);
    openWalk(walk, list.data?.filter((one) => one.walk === walk) ?? [picklist]);
  };
  const pick: RowAction<Picklist> = {
    name: "Pick",
    icon: ListChecks,
    disabledReason: (one) => (isCancelled(one) ? "It was cancelled" : undefined),
    run: pickOne,
  };
  // The oldest first, which are picked first if they are too many.
  const waiting = (list.data ?? [])
    .filter(({ waits, channel }) => waits && (!values.channel || channel === values.channel))
    .toReversed()
    .slice(0, maxWalk);
  const { row: shown, unavailable } = useOpenedRow(dialog, list, "Picklist", "It may be of another day.");
  const month = lastDays(30, now);

  return (
    <Page
      title="Past picklists"
      action={
        waiting.length > 0 && (
          <PrimaryAction thumb icon={ListChecks} busy={busy} onClick={() => void pickWaiting(waiting)}>
            {`Pick ${countText(waiting.length, "waiting order")}`}
          </PrimaryAction>
        )
      }
    >
      <PutBackOfAll />
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
          onPick={() => pickOne(shown)}
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
