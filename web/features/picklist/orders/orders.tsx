// Picklists from an order file of a channel: the channel and the file, then its preview.
import { Tags } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { channelChoices } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import type { Import } from "#shared/import.ts";
import { ChooseSheet } from "../../../domain/import/choose-sheet.tsx";
import { useSheetInput } from "../../../domain/import/sheet-file.ts";
import { useImport } from "../../../domain/import/use-import.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { useQueryParam, useUpdateQuery } from "../../../lib/navigation/url-state.ts";
import { Select } from "../../../ui/form/field.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Card, Page, PageLink } from "../../../ui/page/page.tsx";
import { LoadError } from "../../../ui/page/query-status.tsx";
import { takeFile } from "./order-file.ts";
import type { OrderSettings } from "./order-settings.ts";

const OrderPreview = lazyComponent(() => import("./order-preview.tsx"), "OrderPreview");
// While the file is chosen.
OrderPreview.preload();

const hint =
  "An order report as you download it from the channel, or any sheet with a product code and a quantity in each row.";

const isGone = (failure: unknown): boolean =>
  failure instanceof Failure && ["RESOURCE_NOT_FOUND", "FORBIDDEN"].includes(failure.code);

const noSettings: OrderSettings = { choices: {}, again: false, leaveShort: false };

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
      aliases: Object.values(settings.choices),
      again: settings.again,
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
  const sheet = useImport("orders", { values, channel, shown: [id, show] });
  const isMissing = id !== "" && isGone(sheet.query.failure);
  // While the file is read again with another choice, what it was stays on the screen.
  const [last, setLast] = useState<Import>();
  if (sheet.query.data && sheet.query.data !== last) setLast(sheet.query.data);
  const data = id && !isMissing ? (sheet.query.data ?? last) : undefined;

  const startAgain = () => {
    setLast(undefined);
    setSettings(noSettings);
    setFiles(files + 1);
  };
  const choose = (file: File) => {
    startAgain();
    if (channel) sheet.choose(file);
    else setWaiting(file);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once both are known.
  useEffect(() => {
    if (!channel || !waiting) return;
    setWaiting(undefined);
    sheet.choose(waiting);
  }, [channel, waiting]);
  // The preview takes what is pasted or dropped on it, but not while its picklists are being created.
  const dragged = useSheetInput(data ? undefined : choose);

  if (data)
    return (
      <OrderPreview
        key={files}
        sheet={sheet}
        data={data}
        busy={sheet.reading !== undefined || data._id !== id}
        settings={settings}
        onChange={(changed) => setSettings({ ...settings, ...changed })}
        onFile={choose}
        onClear={() => {
          startAgain();
          sheet.clear();
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
        {isMissing && !sheet.file && (
          <Banner tone="warn">
            This file is not there any more: it is kept for a day, for the person who chose it.
          </Banner>
        )}
        <LoadError query={sheet.query} />
        <Select
          label="Channel"
          required
          choices={channelChoices}
          empty="Select channel"
          value={channel}
          error={waiting && !channel ? "Please select a channel" : undefined}
          onChange={({ target }) => setChannel(target.value, "replace")}
        />
        <ChooseSheet
          sheet={{ ...sheet, choose, file: waiting ?? sheet.file, clear: () => setWaiting(undefined) }}
          hint={hint}
          dragged={dragged}
        />
      </Card>
    </Page>
  );
}
