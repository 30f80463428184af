// The pending items of this device: refused entries and count lines, those that wait for a network, and the number of
// other people's.
import { CircleCheck, CloudUpload, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { isWaitingLine, useCountLines } from "../../domain/count/count-lines.ts";
import { RefusedLines } from "../../domain/count/refused-lines.tsx";
import { usePending } from "../../domain/pending.ts";
import { countTexts, standingOf, useDamaged } from "../../domain/pending-standing.ts";
import { useOwnTicks } from "../../domain/picks/picks.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText } from "../../lib/format.ts";
import { useOnline } from "../../lib/media.ts";
import { day, type Entry } from "../../lib/outbox/entry.ts";
import { confirmEntries, isStorageLasting, useEntries } from "../../lib/outbox/outbox.ts";
import { isEntry } from "../../lib/outbox/postings.ts";
import { dropItems, isOwn } from "../../lib/queue/device.ts";
import { isLostWithTab } from "../../lib/queue/item.ts";
import { isRefused } from "../../lib/queue/newest.ts";
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
  const of = (standing: ReturnType<typeof standingOf>) => pending.filter((item) => standingOf(item) === standing);
  const entriesOf = (standing: ReturnType<typeof standingOf>) => of(standing).filter(isEntry);
  const [refused, outdated, waiting] = [entriesOf("aside"), entriesOf("outdated"), entriesOf("waiting")];
  const otherLines = useCountLines().filter((line) => isWaitingLine(line) && !isOwn(line)).length;
  const online = useOnline();
  const ofOtherPeople = Map.groupBy(
    entries.filter((entry) => entry.user._id !== user?._id),
    (entry) => entry.user._id,
  );
  return (
    <Page title="Waiting on this device" narrow>
      <StorageNote entries={pending.filter(isEntry)} />
      {damaged.length > 0 && <DamagedRows rows={damaged} />}
      {pending.length + damaged.length === 0 && <Empty icon={CircleCheck} good text="Nothing waits on this device." />}
      {refused.length > 0 && (
        <Card title={`Refused (${refused.length})`} aside={<span>needs you</span>}>
          <EntryList entries={refused} />
        </Card>
      )}
      {of("aside").some(({ kind }) => kind === "count line") && <RefusedLines />}
      {of("aside").some(({ kind }) => kind === "tick") && <RefusedTicks />}
      {outdated.length > 0 && (
        <Card
          title={`More than a day old (${outdated.length})`}
          aside={
            <Button icon={CloudUpload} onClick={() => void confirmEntries(outdated)}>
              Send {outdated.length === 1 ? "it" : "them"}
            </Button>
          }
        >
          <Banner tone="warn">
            {outdated.length === 1 ? "This has" : "These have"} never left this device. Look whether{" "}
            {outdated.length === 1 ? "it is" : "they are"} still right before sending.
          </Banner>
          <EntryList entries={outdated} />
        </Card>
      )}
      {waiting.length > 0 && (
        <Card title={`Waiting (${waiting.length})`} aside={<span>sent in this order</span>}>
          <EntryList entries={waiting} tag={waiting[0] && <NextTag online={online} entry={waiting[0]} />} />
        </Card>
      )}
      {countTexts(of("waiting").filter((item) => !isEntry(item))).map((text) => (
        <Banner key={text}>
          {text} {text.startsWith("1 ") ? "waits" : "wait"} here, sent as soon as there is a network.
        </Banner>
      ))}
      {otherLines > 0 && (
        <Banner>{countText(otherLines, "count line")} of other people wait here too, sent when they sign in.</Banner>
      )}
      {[...ofOtherPeople.values()].map((left) => (
        <OtherEntries key={left[0]?.user._id} entries={left} />
      ))}
    </Page>
  );
}

/** Warns if the browser may delete waiting entries. */
function StorageNote({ entries }: { entries: readonly Entry[] }) {
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    if (entries.length > 0) void isStorageLasting().then(setLasting);
  }, [entries.length]);
  if (entries.some(isLostWithTab))
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
