// Create Picklist: products scanned or searched, counted, posted once, printed.
import { ClipboardList, FileSpreadsheet, ScanBarcode } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { useSpreadsheetInput } from "../../../domain/import/spreadsheet-file.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { ThumbBar } from "../../../domain/line-editor/work-list.tsx";
import { MissingFirst } from "../../../domain/missing.tsx";
import { chosenText } from "../../../domain/warehouse-name.tsx";
import { useSession } from "../../../lib/api/session.ts";
import { countText } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../../lib/media.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Page, PageLink } from "../../../ui/page/page.tsx";
import { LoadError } from "../../../ui/page/query-status.tsx";
import table from "../../../ui/table/table.module.css";
import { Tag } from "../../../ui/tag.tsx";
import { type Draft, forChannel, isChanged, restore } from "../picklist-draft.ts";
import { draftStore, handOverFile, usePicklistDraft, usePicklistOffer } from "../picklist-store.ts";
import { picklistActions } from "./picklist-actions.tsx";
import addRowStyle from "./picklist-add.module.css";
import type { AddRow } from "./picklist-add.tsx";
import { toastId, useEdit } from "./picklist-edit.ts";
import { PicklistLines } from "./picklist-lines.tsx";
import { usePicklistPosting } from "./picklist-posting.ts";
import { useSaving } from "./picklist-saving.ts";
import { PicklistStatus } from "./picklist-status.tsx";

const AddRowSkeleton = () => (
  <div className={addRowStyle.row} aria-busy="true">
    {["channel", "product", "quantity", "end"].map((bone) => (
      <span key={bone} className={addRowStyle.bone} />
    ))}
  </div>
);
const DraftOffer = lazyComponent(() => import("../../../ui/form/draft-offer.tsx"), "DraftOffer");
const PicklistAdd = lazyComponent(() => import("./picklist-add.tsx"), "PicklistAdd", <AddRowSkeleton />);
const PicklistCorrection = lazyComponent(() => import("./picklist-correction.ts"), "PicklistCorrection");
const PicklistPrint = lazyComponent(() => import("./picklist-print.tsx"), "PicklistPrint");
const PicklistScan = lazyComponent(() => import("./picklist-scan.tsx"), "PicklistScan");

export function Picklist() {
  const { user } = useSession();
  const draft = usePicklistDraft();
  const offer = usePicklistOffer();
  const onPhone = usePhone();
  const isTouch = useMedia("(pointer: coarse)");
  const addRow = useRef<AddRow>(null);
  const [scanning, setScanning] = useState(false);
  const edit = useEdit();
  const { chosen, unitsOf, records } = edit.stock;
  const { busy, send } = usePicklistPosting(chosen, edit.refuse);
  const { state } = useLocation();
  const { warehouse: warehouses } = useApplicationContext();
  const isNoneLeft = chosen?.length === 0;
  const from = chosen && !isNoneLeft ? chosenText(chosen, warehouses) : "";
  const { save, clear, isAsking } = useSaving({ busy, send, addRow, from, isNoneLeft, onCleared: edit.forget });

  const { channel, lines } = draft;
  const locked = busy || draft.posting !== undefined;
  const processed = draft.processed && !isChanged(draft) ? draft.processed : undefined;
  const printer = useRef<() => void>(null);
  const print = () => printer.current?.();
  const actions = picklistActions({ onPhone, processed: processed !== undefined, locked, busy, save, print, clear });

  useShortcuts({ "mod+Enter": save });
  const scan = (code: string) => {
    if (locked) toast.error("Nothing can be added before the answer has come", toastId);
    else if (!isAsking()) void edit.scanByKeys(code);
  };

  /** What was refused may be possible from other warehouses. */
  const change = (next: Draft) => {
    draftStore.set(next);
    edit.refuse([]);
  };
  const choose = (next: Channel | "") => change(forChannel(draftStore.get(), next));
  const label = channel && channelLabel(channel);
  const scanButton = (
    <Button icon={ScanBarcode} disabled={locked} onClick={() => setScanning(true)}>
      Scan
    </Button>
  );

  const orders = `/picklist/orders${channel && `?channel=${channel}`}`;
  // On a tablet the header has room for the scan button.
  const header = (
    <>
      <PageLink
        icon={ClipboardList}
        label="Past picklists"
        short={onPhone ? "Past" : undefined}
        to="/picklist/register"
      />
      <PageLink icon={FileSpreadsheet} label="From order file" to={orders} />
      {isTouch && !onPhone && scanButton}
      {actions.header}
    </>
  );

  return (
    <Page title="Create Picklist" aside={label && !onPhone && <Tag tone="info">{label}</Tag>} action={header}>
      <OrderDrop to={orders} />
      {state?.entry && <PicklistCorrection entry={state.entry} refuse={edit.refuse} />}
      {isChanged(draft) && !locked && <PicklistChanged draft={draft} />}
      {offer && lines.length === 0 && !draft.processed && (
        <DraftOffer
          what={`your picklist of ${countText(offer.values.lines.length, "line")}`}
          {...offer}
          take={() => {
            offer.take();
            draftStore.set(offer.values);
          }}
        />
      )}
      {draft.leftOut && <PicklistLeftOut {...draft.leftOut} />}
      <MissingFirst needs={["warehouse", "products", "stock"]} />
      <LoadError query={records} />
      <fieldset className={table.list} data-fills disabled={locked}>
        <PicklistAdd
          channel={channel}
          onChannel={choose}
          chosen={chosen}
          onChoose={(next) => change({ ...draftStore.get(), from: next })}
          unitsOf={unitsOf}
          onAdd={edit.addProduct}
          onScan={scan}
          ref={addRow}
        />
        <PicklistStatus draft={draft} busy={busy} />
        <PicklistLines lines={lines} processed={processed?.items} edit={edit} onNext={() => addRow.current?.focus()} />
      </fieldset>
      {onPhone && (
        <ThumbBar title={label || "No channel"} note={linesText(lines)} start={scanButton} end={actions.next} />
      )}
      {scanning && <PicklistScan edit={edit} onClose={() => setScanning(false)} />}
      {draft.processed && user && (
        <PicklistPrint draft={draft} processed={draft.processed} by={user.name} ref={printer} />
      )}
    </Page>
  );
}

/** `to`: the address of the screen for order files. */
function OrderDrop({ to }: { to: string }) {
  const navigate = useNavigate();
  const dragged = useSpreadsheetInput((file) => {
    handOverFile(file);
    navigate(to);
  });
  return dragged && <Banner icon={FileSpreadsheet}>Drop the order file to make a picklist from it</Banner>;
}

/** The note on a picklist that was changed after it was processed. */
function PicklistChanged({ draft: { processed, lines } }: { draft: Draft }) {
  return (
    processed && (
      <Banner
        tone="warn"
        action={<Button onClick={() => draftStore.set(restore(draftStore.get()))}>Undo changes</Button>}
      >
        Changed since picklist {movementNumber(processed.movement)} was processed. Saving takes its{" "}
        {countText(lines.length, "line")} from stock once more.
      </Banner>
    )
  );
}

/** The note on a picklist that was copied from a past one. */
function PicklistLeftOut({ number, names }: NonNullable<Draft["leftOut"]>) {
  const dismiss = () => {
    const { leftOut: _, ...draft } = draftStore.get();
    draftStore.set(draft);
  };
  return (
    <Banner tone="warn" action={<Button onClick={dismiss}>OK</Button>}>
      Left out of the copy of picklist {number}, since deleted: {names.join("; ")}
    </Banner>
  );
}
