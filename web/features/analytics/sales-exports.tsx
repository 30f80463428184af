// The exports of sales reports below the charts, of all channels or one.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import { useDownload } from "../../lib/api/download.ts";
import { dayRangeText } from "../../lib/format.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ExportForm } from "../../ui/form/export-form.tsx";
import { Card } from "../../ui/page/page.tsx";

export function SalesExports({ range }: { range: Range }) {
  const days = dayRangeText(range);
  const combined = useDownload("GET /v1/sales-report/export", { query: range });
  return (
    <Card title="Export reports" aside={<span>{days}</span>}>
      <ExportForm label="Export reports">
        <ExportButton alwaysLabelled filled hideOf download={combined} of={days}>
          Combined Sales Report
        </ExportButton>
        {channels.map((channel) => (
          <ChannelReport key={channel} {...{ range, days, channel }} />
        ))}
      </ExportForm>
    </Card>
  );
}

interface Props {
  range: Range;
  /** The range in words. */
  days: string;
  channel: Channel;
}

function ChannelReport({ range, days, channel }: Props) {
  const download = useDownload("GET /v1/sales-report/export/{channel}", { path: { channel }, query: range });
  return (
    <ExportButton alwaysLabelled hideOf download={download} of={days}>
      {channelLabel(channel)}
    </ExportButton>
  );
}
