// The preview of an order file: what is left out, what has to be decided, the products with their sums; then its picklists.
import { Columns3, FileSpreadsheet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { channelLabel } from "#shared/channel.ts";
import type { Import } from "#shared/import.ts";
import { maxProducts } from "#shared/movement-limits.ts";
import { affectedQueries } from "../../../domain/affected-queries.ts";
import { ApplyProgress } from "../../../domain/import/apply-progress.tsx";
import { ChooseColumns } from "../../../domain/import/choose-columns.tsx";
import { Reading } from "../../../domain/import/choose-sheet.tsx";
import { useSheetInput } from "../../../domain/import/sheet-file.ts";
import { useApply } from "../../../domain/import/use-apply.ts";
import type { SheetImport } from "../../../domain/import/use-import.ts";
import { countText, dateTimeText, numberText } from "../../../lib/format.ts";
import { usePhone } from "../../../lib/media.ts";
import { useQueryParam } from "../../../lib/navigation/url-state.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Page, PrimaryAction } from "../../../ui/page/page.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { OrderCodes } from "./order-codes.tsx";
import { OrderResult } from "./order-result.tsx";
import { isOpen, type OrderSettings, useAskedCodes } from "./order-settings.ts";
import { OrderLines, OrderProducts, OrderSums, ShortProducts } from "./order-tables.tsx";

const title = "Picklist from Orders";

const views = ["decide", "products", "lines"] as const;
type View = (typeof views)[number];

interface Props {
  sheet: SheetImport;
  /** Of the file as it was last read. */
  data: Import;
  /** It is being read again, with the latest decision. */
  busy: boolean;
  settings: OrderSettings;
  onChange: (settings: Partial<OrderSettings>) => void;
  /** Another file, pasted or dropped. */
  onFile: (file: File) => void;
  onClear: () => void;
}

export function OrderPreview({ sheet, data, busy, settings, onChange, onFile, onClear }: Props) {
  const { id, file } = sheet;
  const { choices, leaveShort } = settings;
  const [chosenView, setView] = useQueryParam("view");
  const [choosing, setChoosing] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const confirm = useConfirm();
  const onPhone = usePhone();
  const apply = useApply(id, affectedQueries.stock);
  useSheetInput(apply.state === "running" ? undefined : onFile);
  const asked = useAskedCodes(data.codes);

  const isApplied = data._id === id && data.groups > 0 && data.done === data.groups;
  // After a reload: what is done already answers what it did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per import.
  useEffect(() => {
    if (isApplied && apply.state === "ready") apply.start();
  }, [isApplied, id]);

  const short = leaveShort ? 0 : (data.counts.short ?? 0);
  const toDecide = asked.filter((code) => isOpen(code, choices)).length + (short > 0 ? 1 : 0);
  const hadToDecide = useRef(false);
  useEffect(() => {
    // The last decision leads to the button that creates the picklist.
    if (hadToDecide.current && toDecide === 0) document.querySelector<HTMLElement>("[data-primary]")?.focus();
    hadToDecide.current = toDecide > 0;
  }, [toDecide]);

  const taken = data.products?.filter(({ quantity }) => quantity > 0).length ?? 0;
  const picklists = Math.ceil(taken / maxProducts);
  const createText = picklists === 1 ? "Create picklist" : `Create ${countText(picklists, "picklist")}`;
  const withoutProduct = (data.counts.unknown ?? 0) + (data.counts.unclear ?? 0);
  const start = async () => {
    const yes =
      withoutProduct === 0 ||
      (await confirm({
        title: "Leave lines out?",
        text: `${countText(withoutProduct, "line")} ${withoutProduct === 1 ? "has a code" : "have codes"} without a product, and stay out of the picklist. Continue?`,
        detail: "They are taken in when you choose this file again: lines that were picked are left out then.",
        action: createText,
        harmless: true,
      }));
    if (yes) apply.start();
  };
  // A press while the file is read again with the last decision counts once it is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press.
  useEffect(() => {
    if (!isWanted || busy) return;
    setWanted(false);
    if (!sheet.problem) void start();
  }, [isWanted, busy]);

  const label = data.channel && channelLabel[data.channel];
  const mark = label && !onPhone && <Tag tone="info">{label}</Tag>;
  const tool = (icon: typeof FileSpreadsheet, name: string, press: () => void) =>
    onPhone ? (
      <IconButton icon={icon} label={name} onClick={press} />
    ) : (
      <Button icon={icon} onClick={press}>
        {name}
      </Button>
    );
  const another = tool(FileSpreadsheet, "Another file", onClear);

  if (apply.state !== "ready")
    return (
      <Page title={title} mark={mark} action={apply.state === "stopped" && another} narrow>
        {apply.state === "done" && apply.outcome ? (
          <OrderResult sheet={data} outcome={apply.outcome}>
            {another}
          </OrderResult>
        ) : (
          <ApplyProgress apply={apply} groups={data.groups} />
        )}
      </Page>
    );

  const isUnread = data.sheet.missing.length > 0;
  if (isUnread || choosing)
    return (
      <Page title={title} mark={mark}>
        <ChooseColumns
          key={id}
          summary={data}
          onChoose={
            file &&
            ((columns) => {
              setChoosing(false);
              sheet.setColumns(columns);
            })
          }
          onCancel={isUnread ? onClear : () => setChoosing(false)}
        />
      </Page>
    );

  // Without the file only the server knows whether short lines are left out.
  const create = picklists > 0 && !sheet.problem && (short === 0 || !file) && (
    <PrimaryAction thumb busy={isWanted} onClick={() => setWanted(true)}>
      {data.done > 0 ? "Go on" : createText}
    </PrimaryAction>
  );
  const view = (chosenView || (toDecide > 0 ? "decide" : "products")) as View;
  const query = { ...sheet.query, data, loading: false };
  const labels: Record<View, string> = {
    decide: toDecide > 0 ? `To decide ${numberText(toDecide)}` : `Codes ${numberText(asked.length)}`,
    products: `Products ${numberText(taken)}`,
    lines: `Lines ${numberText(data.rows.length)}`,
  };
  const viewChoices = views
    .filter((one) => one !== "decide" || asked.length > 0 || short > 0)
    .map((one) => ({ value: one, label: labels[one] }));
  return (
    <Page
      title={title}
      mark={mark}
      action={
        <>
          {tool(Columns3, "Columns", () => setChoosing(true))}
          {another}
          {create}
        </>
      }
    >
      {sheet.reading !== undefined && sheet.reading < 1 && <Reading share={sheet.reading} />}
      {sheet.problem && (
        <Banner tone="danger" action={<Button onClick={sheet.retry}>Try again</Button>}>
          {sheet.problem}
        </Banner>
      )}
      {data.applied_before && (
        <Banner tone="warn">
          {`${data.applied_before.user.name} made picklists from the same orders on ${dateTimeText(data.applied_before.at)}.`}
        </Banner>
      )}
      {data.done > 0 && <Banner tone="warn">Some picklists are created already. Go on to create the rest.</Banner>}
      <OrderSums data={data} settings={settings} locked={!file} onChange={onChange}>
        <Segmented label="Show" value={view} choices={viewChoices} onChange={(next) => setView(next, "replace")} />
      </OrderSums>
      {view === "decide" && (
        <>
          {asked.length > 0 && (
            <OrderCodes
              channel={label ?? ""}
              asked={asked}
              choices={choices}
              locked={!file}
              onChange={(chosen) => onChange({ choices: chosen })}
            />
          )}
          {short > 0 && <ShortProducts data={data} locked={!file} onLeaveOut={() => onChange({ leaveShort: true })} />}
        </>
      )}
      {view === "products" && <OrderProducts query={query} />}
      {view === "lines" && <OrderLines query={query} />}
    </Page>
  );
}
