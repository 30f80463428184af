// The preview of an order file: lines left out, open decisions, products with sums; then the created picklists.
import { FileSpreadsheet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { channelLabel } from "#shared/channel.ts";
import { noneLeft } from "#shared/channel-warehouses.ts";
import type { AppliedPicklist, Import } from "#shared/import.ts";
import { maxProducts } from "#shared/limits.ts";
import { ApplyProgress } from "../../../domain/import/apply-progress.tsx";
import { Reading, SheetProblem } from "../../../domain/import/choose-spreadsheet.tsx";
import { SheetStrip } from "../../../domain/import/sheet-strip.tsx";
import { useSpreadsheetInput } from "../../../domain/import/spreadsheet-file.ts";
import { useApply } from "../../../domain/import/use-apply.ts";
import type { SpreadsheetImport } from "../../../domain/import/use-import.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { useOfferUndo } from "../../../domain/undo-offer.ts";
import { useReverse } from "../../../domain/use-reverse.ts";
import { countText, dateTimeText, numberText } from "../../../lib/format.ts";
import { usePhone } from "../../../lib/media.ts";
import { useQueryParam } from "../../../lib/navigation/url-state.ts";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Page, PageButton, PrimaryAction } from "../../../ui/page/page.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { OrderCodes } from "./order-codes.tsx";
import { madeText, OrderResult } from "./order-result.tsx";
import { isOpen, type OrderSettings, useAskedCodes } from "./order-settings.ts";
import { OrderLines, OrderProducts, OrderSums, ShortProducts } from "./order-tables.tsx";
import { PutBackLines } from "./put-back.tsx";

const title = "Picklist from Orders";

const views = ["decide", "products", "lines"] as const;
type View = (typeof views)[number];

interface Props {
  spreadsheet: SpreadsheetImport;
  /** The import of the file as it was last read. */
  data: Import;
  /** It is being read again, with the latest decision. */
  busy: boolean;
  settings: OrderSettings;
  onChange: (settings: Partial<OrderSettings>) => void;
  /** The file is of another channel. */
  onChannel: (channel: string) => void;
  /** Another file, pasted or dropped. */
  onFile: (file: File) => void;
  onClear: () => void;
}

export function OrderPreview({ spreadsheet, data, busy, settings, onChange, onChannel, onFile, onClear }: Props) {
  const { id, file } = spreadsheet;
  const { choices, leaveShort } = settings;
  const [chosenView, setView] = useQueryParam("view");
  const [isWanted, setWanted] = useState(false);
  const confirm = useConfirm();
  const onPhone = usePhone();
  const offerUndo = useOfferPicklistsUndo();
  const [isUndone, setUndone] = useState(false);
  const isCreating = useRef(false);
  const apply = useApply(id, data, ({ picklists }) => {
    if (isCreating.current) offerUndo(picklists, () => setUndone(true));
  });
  useSpreadsheetInput(apply.state === "running" ? undefined : onFile);
  const asked = useAskedCodes(data.codes);

  const isNoneLeft = data.from?.length === 0;
  const short = leaveShort || isNoneLeft ? 0 : (data.counts.short ?? 0);
  const toDecide = asked.filter((code) => isOpen(code, choices)).length + (short > 0 ? 1 : 0);
  const hadToDecide = useRef(false);
  useEffect(() => {
    // The last decision leads to the button that creates the picklist.
    if (hadToDecide.current && toDecide === 0) document.querySelector<HTMLElement>("[data-primary]")?.focus();
    hadToDecide.current = toDecide > 0;
  }, [toDecide]);

  const taken = data.products?.filter(({ quantity }) => quantity > 0).length ?? 0;
  const picklists = Math.ceil(taken / maxProducts);
  const isSold = (data.counts.sold ?? 0) > 0;
  const createText = [
    ...(picklists > 0 ? [picklists === 1 ? "Create picklist" : `Create ${countText(picklists, "picklist")}`] : []),
    ...(isSold || picklists === 0 ? [picklists > 0 ? "book sales" : "Book sales"] : []),
  ].join(" and ");
  const leftOut = data.codes?.filter(({ _id }) => choices[_id]?.length === 0) ?? [];
  const withoutProduct =
    (data.counts.unknown ?? 0) + (data.counts.unclear ?? 0) - leftOut.reduce((sum, { lines }) => sum + lines, 0);
  const start = async () => {
    const yes =
      withoutProduct === 0 ||
      (await confirm({
        title: "Leave lines out?",
        text: `${countText(withoutProduct, "line")} ${withoutProduct === 1 ? "has a code without a product, and stays" : "have codes without a product, and stay"} out. Continue?`,
        detail: "They are included when you choose this file again; lines that were picked are left out then.",
        action: createText,
        harmless: true,
      }));
    if (!yes) return;
    isCreating.current = true;
    apply.start();
  };
  // A press while the file is read again with the last decision counts once it is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press.
  useEffect(() => {
    if (!isWanted || busy) return;
    setWanted(false);
    if (!spreadsheet.problem) void start();
  }, [isWanted, busy]);

  const { channel, put_back = [] } = data;
  const putBack = channel ? put_back.map((line) => ({ ...line, channel })) : [];
  const label = channel && channelLabel(channel);
  const tag = label && !onPhone && <Tag tone="info">{label}</Tag>;
  const another = <PageButton icon={FileSpreadsheet} label="Another file" onClick={onClear} />;

  if (apply.state !== "ready")
    return (
      <Page title={title} aside={tag} action={apply.state === "stopped" && another} narrow>
        {apply.state === "done" && apply.outcome ? (
          <OrderResult summary={data} outcome={apply.outcome} isUndone={isUndone}>
            {another}
          </OrderResult>
        ) : (
          <ApplyProgress apply={apply} groups={data.groups} />
        )}
      </Page>
    );

  const answer: SpreadsheetImport["answer"] = (id, value, of) =>
    of === "channel" && value !== data.channel ? onChannel(value) : spreadsheet.answer(id, value, of);
  const strip = <SheetStrip spreadsheet={spreadsheet} data={data} onAnswer={answer} />;
  if (data.sheet.missing.length > 0)
    return (
      <Page title={title} aside={tag}>
        {strip}
      </Page>
    );

  // Without the file only the server knows whether short lines are left out.
  const create = data.groups > 0 && !spreadsheet.problem && (short === 0 || !file) && (
    <PrimaryAction thumb busy={isWanted} onClick={() => setWanted(true)}>
      {data.done > 0 ? "Go on" : createText}
    </PrimaryAction>
  );
  const view = (chosenView || (toDecide > 0 ? "decide" : picklists === 0 && isSold ? "lines" : "products")) as View;
  const query = { ...spreadsheet.query, data, loading: false };
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
      aside={tag}
      action={
        <>
          {another}
          {create}
        </>
      }
    >
      {strip}
      {spreadsheet.reading !== undefined && spreadsheet.reading < 1 && <Reading share={spreadsheet.reading} />}
      <SheetProblem {...spreadsheet} />
      {data.applied_before && (
        <Banner tone="warn">
          {`${data.applied_before.user.name} applied the same orders on ${dateTimeText(data.applied_before.at)}.`}
        </Banner>
      )}
      {isNoneLeft && data.channel && (
        <Banner tone="danger">
          {noneLeft(data.channel)} (Create Picklist, From, Always for {label}), then choose this file again
        </Banner>
      )}
      {data.done > 0 && <Banner tone="warn">Some of it is booked already. Go on to book the rest.</Banner>}
      <PutBackLines lines={putBack} />
      <OrderSums data={data} settings={settings} locked={!file} onAnswer={answer} onChange={onChange}>
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

/** Offers to cancel the picklists and sales that were just made of an order file, all of them. */
function useOfferPicklistsUndo(): (picklists: readonly AppliedPicklist[], onUndone: () => void) => void {
  const offer = useOfferUndo();
  const { run } = useReverse("Undone", () => true);
  return (picklists, onUndone) => {
    const [first, ...more] = picklists;
    if (!first) return;
    const { movement, number, data } = first;
    if (more.length === 0) {
      const what = first.sale ? "Sale" : "Picklist";
      return void offer({
        movement,
        title: `${what} Processed`,
        text: `${what} ${number}: ${linesText(data)}`,
        onUndone,
      });
    }
    const text = `${madeText(picklists)}: ${linesText(picklists.flatMap((one) => one.data))}`;
    const undo = async () => {
      for (const one of picklists) {
        const { ok } = await run({ path: { id: one.movement }, body: {} });
        const [what, way] = one.sale
          ? ["sale", "Managers reverse them in View Transactions"]
          : ["picklist", "Cancel them in Past picklists"];
        if (!ok) return { ok, text: `Not undone: from ${what} ${one.number} on. ${way}.` };
      }
      onUndone();
      return { ok: true, text: `Undone: ${text}` };
    };
    offer({ action: movement, text, undo });
  };
}
