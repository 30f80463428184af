// What waits on this device: entries and count lines that the server refused, those that are sent as soon as there is a network,
// and how many other people have left.
import { CircleCheck, CloudUpload } from "lucide-react";
import { useEffect, useState } from "react";
import { isOwnLine, isRefusedLine, isWaitingLine, useCountLines } from "../../domain/count/count-lines.ts";
import { ticksOf, useWaitingTicks } from "../../domain/picks/picks.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOnline } from "../../lib/media.ts";
import { type Entry, isRefused, needsConfirmation, useEntries } from "../../lib/outbox/entry.ts";
import { confirmEntries, isStorageLasting } from "../../lib/outbox/outbox.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card, Page } from "../../ui/page/page.tsx";

const EntryList = lazyComponent(() => import("./entry-list.tsx"), "EntryList");
const NextMark = lazyComponent(() => import("./entry-list.tsx"), "NextMark");
const OtherEntries = lazyComponent(() => import("./entry-list.tsx"), "OtherEntries");
const RefusedLines = lazyComponent(() => import("../../domain/count/refused-lines.tsx"), "RefusedLines");

export function Outbox() {
  const { user } = useSession();
  const entries = useEntries();
  const lines = useCountLines().filter((line) => isWaitingLine(line) || isRefusedLine(line));
  const ownLines = lines.filter(isOwnLine);
  const waitingLines = ownLines.filter(isWaitingLine).length;
  const otherLines = lines.length - ownLines.length;
  const ticks = ticksOf(useWaitingTicks());
  const online = useOnline();
  const own = entries.filter((entry) => entry.user._id === user?._id);
  const refused = own.filter(isRefused);
  const old = own.filter((entry) => !isRefused(entry) && needsConfirmation(entry));
  const waiting = own.filter((entry) => !isRefused(entry) && !old.includes(entry));
  const others = Map.groupBy(
    entries.filter((entry) => !own.includes(entry)),
    (entry) => entry.user._id,
  );
  return (
    <Page title="Waiting on this device" narrow>
      <StorageNote entries={own} />
      {own.length + ownLines.length + ticks === 0 && (
        <Empty icon={CircleCheck} good text="Nothing waits on this device." />
      )}
      {refused.length > 0 && (
        <Card title={`Refused (${refused.length})`} aside={<span>needs you</span>}>
          <EntryList entries={refused} />
        </Card>
      )}
      {ownLines.length > waitingLines && <RefusedLines />}
      {old.length > 0 && (
        <Card
          title={`More than a day old (${old.length})`}
          aside={
            <Button icon={CloudUpload} onClick={() => void confirmEntries(old.map(({ seq }) => seq))}>
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
          <EntryList entries={waiting} mark={<NextMark online={online} />} />
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
      {[...others.values()].map((left) => (
        <OtherEntries key={left[0]?.user._id} entries={left} />
      ))}
    </Page>
  );
}

const day = 24 * 60 * 60 * 1_000;

/** Warns before the browser may delete what waits. */
function StorageNote({ entries }: { entries: readonly Entry[] }) {
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    if (entries.length > 0) void isStorageLasting().then(setLasting);
  }, [entries.length]);
  if (entries.some(({ unstored }) => unstored))
    return <Banner tone="warn">Some of these could not be stored: they are lost when this tab is closed.</Banner>;
  const isOld = entries.some(({ made_at }) => Date.now() - made_at > day);
  if (isLasting || !isOld) return null;
  return (
    <Banner tone="warn">
      The browser may delete these after some days without a visit. Open the app with a network soon.
    </Banner>
  );
}
