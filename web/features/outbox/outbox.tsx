// The pending items of this device: refused entries and count lines, those that wait for a network, and the number of
// other people's.
import { CircleCheck, CloudUpload, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { isWaitingLine, useCountLines } from "../../domain/count/count-lines.ts";
import { RefusedLines } from "../../domain/count/refused-lines.tsx";
import { useDamaged } from "../../domain/damaged-rows.ts";
import { stateOf, usePending } from "../../domain/pending.ts";
import { useOwnTicks } from "../../domain/picks/picks.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText } from "../../lib/format.ts";
import { useOnline } from "../../lib/media.ts";
import { type Entry, isRefused } from "../../lib/outbox/entry.ts";
import { confirmEntries, isStorageLasting, useEntries } from "../../lib/outbox/outbox.ts";
import { isEntry } from "../../lib/outbox/postings.ts";
import { dropItems, isOwn } from "../../lib/queue/device.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { DamagedRows } from "./damaged-rows.tsx";
import { EntryList, NextTag, OtherEntries } from "./entry-list.tsx";

export function Outbox() {
  const { user } = useSession();
  const entries = useEntries();
  const pending = usePending();
  const damaged = useDamaged();
  const of = (state: ReturnType<typeof stateOf>) => pending.filter((item) => stateOf(item) === state);
  const own = pending.filter(isEntry);
  const [refused, old, waiting] = [
    of("refused").filter(isEntry),
    of("old").filter(isEntry),
    of("waiting").filter(isEntry),
  ];
  const waitingOf = (kind: string) => of("waiting").filter((item) => item.kind === kind).length;
  const [waitingLines, ticks] = [waitingOf("count line"), waitingOf("tick")];
  const otherLines = useCountLines().filter((line) => isWaitingLine(line) && !isOwn(line)).length;
  const online = useOnline();
  const ofOtherPeople = Map.groupBy(
    entries.filter((entry) => entry.user._id !== user?._id),
    (entry) => entry.user._id,
  );
  return (
    <Page title="Waiting on this device" narrow>
      <StorageNote entries={own} />
      {damaged.length > 0 && <DamagedRows rows={damaged} />}
      {pending.length + damaged.length === 0 && <Empty icon={CircleCheck} good text="Nothing waits on this device." />}
      {refused.length > 0 && (
        <Card title={`Refused (${refused.length})`} aside={<span>needs you</span>}>
          <EntryList entries={refused} />
        </Card>
      )}
      {of("refused").some(({ kind }) => kind === "count line") && <RefusedLines />}
      {of("refused").some(({ kind }) => kind === "tick") && <RefusedTicks />}
      {old.length > 0 && (
        <Card
          title={`More than a day old (${old.length})`}
          aside={
            <Button icon={CloudUpload} onClick={() => void confirmEntries(old)}>
              Send {old.length === 1 ? "it" : "them"}
            </Button>
          }
        >
          <Banner tone="warn">
            {old.length === 1 ? "This has" : "These have"} never left this device. Look whether{" "}
            {old.length === 1 ? "it is" : "they are"} still right before sending.
          </Banner>
          <EntryList entries={old} />
        </Card>
      )}
      {waiting.length > 0 && (
        <Card title={`Waiting (${waiting.length})`} aside={<span>sent in this order</span>}>
          <EntryList entries={waiting} tag={waiting[0] && <NextTag online={online} entry={waiting[0]} />} />
        </Card>
      )}
      {waitingLines > 0 && (
        <Banner>
          {countText(waitingLines, "count line")} {waitingLines === 1 ? "waits" : "wait"} here, sent as soon as there is
          a network.
        </Banner>
      )}
      {ticks > 0 && (
        <Banner>
          {countText(ticks, "picked place")} {ticks === 1 ? "waits" : "wait"} here, sent as soon as there is a network.
        </Banner>
      )}
      {otherLines > 0 && (
        <Banner>{countText(otherLines, "count line")} of other people wait here too, sent when they sign in.</Banner>
      )}
      {[...ofOtherPeople.values()].map((left) => (
        <OtherEntries key={left[0]?.user._id} entries={left} />
      ))}
    </Page>
  );
}

const day = 24 * 60 * 60 * 1_000;

/** Warns if the browser may delete waiting entries. */
function StorageNote({ entries }: { entries: readonly Entry[] }) {
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    if (entries.length > 0) void isStorageLasting().then(setLasting);
  }, [entries.length]);
  if (entries.some(({ unstored, secret }) => unstored || secret))
    return <Banner tone="warn">Some of these could not be stored: they are lost when this tab is closed.</Banner>;
  const isOld = entries.some(({ made_at }) => Date.now() - made_at > day);
  if (isLasting || !isOld) return null;
  return (
    <Banner tone="warn">
      The browser may delete these after some days without a visit. Open the app with a network soon.
    </Banner>
  );
}

/** Ticks that the server refused, mostly since their picklist was cancelled. They stay until they are discarded. */
function RefusedTicks() {
  const ticks = useOwnTicks().filter(isRefused);
  return (
    <Card
      title={`Picked places refused (${ticks.length})`}
      aside={
        <Button icon={Trash2} onClick={() => void dropItems(ticks)}>
          Discard
        </Button>
      }
    >
      <Banner tone="danger">{[...new Set(ticks.map(({ refusal }) => refusal))].join("\n")}</Banner>
    </Card>
  );
}
