// Picklists from an order file of a channel: the channel and the file, then its preview.
import { Tags } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { channelChoices } from "#shared/channel.ts";
import type { Import } from "#shared/import.ts";
import { ChooseSpreadsheet } from "../../../domain/import/choose-spreadsheet.tsx";
import { useSpreadsheetInput } from "../../../domain/import/spreadsheet-file.ts";
import { useImport } from "../../../domain/import/use-import.ts";
import { isGone } from "../../../lib/api/result.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { useQueryParam, useUpdateQuery } from "../../../lib/navigation/url-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/form/field.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Card, Page, PageLink } from "../../../ui/page/page.tsx";
import { LoadError } from "../../../ui/page/query-status.tsx";
import { takeFile } from "../picklist-store.ts";
import type { OrderSettings } from "./order-settings.ts";

const OrderPreview = lazyComponent(() => import("./order-preview.tsx"), "OrderPreview");

const hint =
  "An order report as you download it from the channel, or any sheet with a product code and a quantity in each row.";

const noSettings: OrderSettings = { choices: {}, leaveShort: false };

export function Orders() {
  const [channel, setChannel] = useQueryParam("channel");
  const [id] = useQueryParam("import");
  const change = useUpdateQuery();
  /** Chosen before the channel was. */
  const [waiting, setWaiting] = useState(takeFile);
  const [settings, setSettings] = useState(noSettings);
  /** Counts the files, which start without choices. */
  const [files, setFiles] = useState(0);
  const values = useMemo(
    () => ({
      channel,
      aliases: Object.values(settings.choices).flat(),
      leave_short: settings.leaveShort,
    }),
    [channel, settings],
  );
  const show = (to: string) =>
    change(
      (now) => {
        for (const name of to ? ["status"] : ["status", "view", "q", "sort", "import"]) now.delete(name);
        if (to) now.set("import", to);
      },
      { replace: id !== "" && to !== "" },
    );
  const spreadsheet = useImport("orders", { values, channel, shown: [id, show] });
  const isMissing = id !== "" && isGone(spreadsheet.query.failure);
  // While the file is read again with another choice, the last preview stays on the screen.
  const [last, setLast] = useState<Import>();
  if (spreadsheet.query.data && spreadsheet.query.data !== last) setLast(spreadsheet.query.data);
  const data = id && !isMissing ? (spreadsheet.query.data ?? last) : undefined;

  const startAgain = () => {
    setLast(undefined);
    setSettings(noSettings);
    setFiles(files + 1);
  };
  const choose = (file: File) => {
    startAgain();
    if (channel) spreadsheet.choose(file);
    else setWaiting(file);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once both are known.
  useEffect(() => {
    if (!channel || !waiting) return;
    setWaiting(undefined);
    spreadsheet.choose(waiting);
  }, [channel, waiting]);
  // The preview itself takes pasted and dropped files, but not while its picklists are being created.
  const dragged = useSpreadsheetInput(data ? undefined : choose);

  if (data)
    return (
      <OrderPreview
        key={files}
        spreadsheet={spreadsheet}
        data={data}
        busy={spreadsheet.reading !== undefined || data._id !== id}
        settings={settings}
        onChange={(changed) => setSettings({ ...settings, ...changed })}
        onChannel={(other) => {
          setSettings(noSettings);
          setChannel(other, "replace");
        }}
        onFile={choose}
        onClear={() => {
          startAgain();
          spreadsheet.clear();
        }}
      />
    );
  return (
    <Page
      title="Picklist from Orders"
      action={<PageLink icon={Tags} label="Channel codes" to="/picklist/codes" />}
      narrow
    >
      <Card title="Choose an order file">
        {isMissing && !spreadsheet.file && (
          <Banner tone="warn">
            This file is not there any more: it is kept for a day, for the person who chose it.
          </Banner>
        )}
        <LoadError query={spreadsheet.query} />
        {spreadsheet.problemField === "order_file" && (
          <Button onClick={() => spreadsheet.answer("answers", "yes", "order_file")}>It is an order file</Button>
        )}
        <Select
          label="Channel"
          required
          choices={channelChoices}
          empty="Select channel"
          value={channel}
          error={waiting && !channel ? "Please select a channel" : undefined}
          onChange={({ target }) => setChannel(target.value, "replace")}
        />
        <ChooseSpreadsheet
          spreadsheet={{
            ...spreadsheet,
            choose,
            file: waiting ?? spreadsheet.file,
            clear: () => setWaiting(undefined),
          }}
          hint={hint}
          dragged={dragged}
        />
      </Card>
    </Page>
  );
}
