// The sales reports of the range that is shown: all channels together, and each alone.
import { channelLabel, channels } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import { useDownload } from "../../lib/api/download.ts";
import { daysText } from "../../lib/format.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ExportForm } from "../../ui/form/export-form.tsx";
import { Card } from "../../ui/page/page.tsx";

export function SalesExports({ range }: { range: Range }) {
  const days = daysText(range);
  return (
    <Card title="Export reports" aside={<span>{days}</span>}>
      <ExportForm label="Export reports">
        <Combined {...{ range, days }} />
        {channels.map((channel) => (
          <One key={channel} {...{ range, days, channel }} />
        ))}
      </ExportForm>
    </Card>
  );
}

interface Props {
  range: Range;
  /** In words. */
  days: string;
}

function Combined({ range, days }: Props) {
  const report = useDownload("GET /v1/sales-report/export", { query: range });
  return (
    <ExportButton whole filled silent download={report} of={days}>
      Combined Sales Report
    </ExportButton>
  );
}

function One({ range, days, channel }: Props & { channel: (typeof channels)[number] }) {
  const report = useDownload("GET /v1/sales-report/export/{channel}", { path: { channel }, query: range });
  return (
    <ExportButton whole silent download={report} of={days}>
      {channelLabel[channel]}
    </ExportButton>
  );
}
