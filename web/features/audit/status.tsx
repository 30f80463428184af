// The state of the installation, for root users: the last nightly run, backups, version, and what each alarm means.
import { alarmMeanings } from "#shared/alarms.ts";
import { labelOf } from "#shared/format.ts";
import type { Night, Status as State } from "#shared/status.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dateTimeText, dayText, numberText } from "../../lib/format.ts";
import { DefinitionList, Stats } from "../../ui/definition-list.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { Tag } from "../../ui/tag.tsx";

type Step = keyof Omit<Night, "at" | "ms" | "failed" | "differences">;

/** The figure of each step. */
const steps: Readonly<Record<Step, string>> = {
  rebuilt: "Days rebuilt",
  closed: "Days closed",
  folded: "Days folded",
  planned: "Products planned",
  pruned: "Products pruned",
  sealed: "Days sealed",
  mismatches: "Differences",
  late: "Late in the index",
};

const books: Readonly<Record<Night["differences"][number]["book"], string>> = {
  stock: "Stock",
  snapshot: "Closed day",
  folds: "Folded sales",
  seals: "Sealed entry",
};

/** What has become of a sealed entry, for -1, 0 and 1. */
const sinceSealed = ["gone", "changed", "added"];

export function Status() {
  const status = useData("GET /v1/app/status");
  const { data } = status;
  return (
    <Page title="Status" narrow aside={data && <Verdict {...data} />}>
      <LoadError query={status} />
      {data && <LastNight {...data} />}
      <Card title="Backups and version">
        <DefinitionList
          entries={[
            ["Tables", data && restorableText(data)],
            ["Files", "Kept as long, if deleted or replaced"],
            ["Version", import.meta.env.VERSION],
            ["Build of this app", import.meta.env.BUILD],
            ["Build of the server", data?.build],
          ]}
        />
      </Card>
      {data?.errors && (
        <Card title="Errors of apps in seven days, by build">
          <DefinitionList entries={data.errors.map(({ app, count }) => [app, numberText(count)])} />
        </Card>
      )}
      <Card title="Alarms">
        <p>Each comes by mail to whoever runs this installation, who has the steps for it.</p>
        <DefinitionList entries={Object.entries(alarmMeanings)} />
      </Card>
    </Page>
  );
}

const restorableText = ({ restorable_since: since }: State): string =>
  since ? `Restorable to any second since ${dateTimeText(since)}, but the last five minutes` : "Not known here";

function Verdict({ late, night }: State) {
  if (late) return <Tag tone="danger">The night is late</Tag>;
  if (!night) return <Tag>No night yet</Tag>;
  if (night.mismatches) return <Tag tone="danger">Differs from the ledger</Tag>;
  if (night.failed.length > 0) return <Tag tone="warn">The last night is incomplete</Tag>;
  return <Tag tone="ok">In order</Tag>;
}

function LastNight({ late, succeeded, closed_until, night }: State) {
  return (
    <>
      {late && (
        <Banner tone="danger">
          No nightly run has succeeded {succeeded ? `since ${dateTimeText(succeeded)}` : "yet"}. Nothing is lost: open
          days are read from the ledger. See the alarm snapshot-late.
        </Banner>
      )}
      <Card title="Last night">
        {night ? (
          <>
            <DefinitionList
              entries={[
                ["Ended", dateTimeText(night.at)],
                ["Closed until", closed_until && dayText(closed_until)],
                ["Failed", night.failed.map((step) => labelOf(steps, step as Step)).join(", ")],
              ]}
            />
            <Stats
              entries={[
                ["Took", `${numberText(Math.ceil(night.ms / 1_000))} s`],
                ...Object.entries(steps).flatMap(([step, name]) => {
                  const figure = night[step as Step];
                  return figure === undefined ? [] : [[name, numberText(figure)] as const];
                }),
              ]}
            />
          </>
        ) : (
          <p>The first run is at half past midnight.</p>
        )}
      </Card>
      {night && night.differences.length > 0 && <Differences rows={night.differences} />}
    </>
  );
}

const differenceText = (book: string, units: number): string =>
  (book === "seals" && sinceSealed[units + 1]) || `${units > 0 ? "+" : ""}${numberText(units)}`;

function Differences({ rows }: { rows: Night["differences"] }) {
  return (
    <Card title="Differences">
      <p>In units beyond the ledger. Correct none by hand: whoever runs this installation has the steps for it.</p>
      {rows.map(({ book, key, units }) => (
        <p key={book + key}>{`${labelOf(books, book)} ${key}: ${differenceText(book, units)}`}</p>
      ))}
    </Card>
  );
}
