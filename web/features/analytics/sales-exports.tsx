// The part of the dashboard below the charts, for managers: exports of sales reports, and the links of categories.
import { channelLabel, channels } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import { useDownload } from "../../lib/api/download.ts";
import { dayRangeText } from "../../lib/format.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ExportForm } from "../../ui/form/export-form.tsx";
import { Card } from "../../ui/page/page.tsx";
import { CategoryLinks } from "./category-links.tsx";

export function SalesExports({ range }: { range: Range }) {
  const days = dayRangeText(range);
  return (
    <Card title="Export reports" aside={<span>{days}</span>}>
      <ExportForm label="Export reports">
        <CombinedReport {...{ range, days }} />
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
}

function CombinedReport({ range, days }: Props) {
  const download = useDownload("GET /v1/sales-report/export", { query: range });
  return (
    <ExportButton alwaysLabelled filled hideOf download={download} of={days}>
      Combined Sales Report
    </ExportButton>
  );
}

function ChannelReport({ range, days, channel }: Props & { channel: (typeof channels)[number] }) {
  const download = useDownload("GET /v1/sales-report/export/{channel}", { path: { channel }, query: range });
  return (
    <ExportButton alwaysLabelled hideOf download={download} of={days}>
      {channelLabel[channel]}
    </ExportButton>
  );
}

/** Less frequent tasks: the exports of the range, and the links to marketplaces. */
export function Administration({ range }: { range: Range }) {
  return (
    <>
      <SalesExports range={range} />
      <CategoryLinks />
    </>
  );
}
