// Create Picklist: products scanned or searched, counted, posted once, printed.
import { FileSpreadsheet, History, ScanBarcode } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { ThumbBar, WorkList } from "../../domain/line-editor/work-list.tsx";
import { useSession } from "../../lib/api/session.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { Tag } from "../../ui/tag.tsx";
import { picklistActions } from "./picklist-actions.tsx";
import addRowStyle from "./picklist-add.module.css";
import type { AddRow } from "./picklist-add.tsx";
import { isChanged } from "./picklist-draft.ts";
import { toastId, useEdit } from "./picklist-edit.ts";
import { usePicklistPosting } from "./picklist-posting.ts";
import type { PrintHandle } from "./picklist-print.tsx";
import { useSaving } from "./picklist-saving.ts";
import { PicklistStatus } from "./picklist-status.tsx";
import { draftStore, usePicklistDraft } from "./picklist-store.ts";

const AddRowSkeleton = () => (
  <div className={addRowStyle.row} aria-busy="true">
    {["channel", "product", "quantity", "end"].map((bone) => (
      <span key={bone} className={addRowStyle.bone} />
    ))}
  </div>
);
const PicklistAdd = lazyComponent(() => import("./picklist-add.tsx"), "PicklistAdd", <AddRowSkeleton />);
const PicklistLines = lazyComponent(() => import("./picklist-lines.tsx"), "PicklistLines");
const PicklistPrint = lazyComponent(() => import("./picklist-print.tsx"), "PicklistPrint");
const PicklistCorrection = lazyComponent(() => import("./picklist-correction.ts"), "PicklistCorrection");
const PicklistChanged = lazyComponent(() => import("./picklist-changed.tsx"), "PicklistChanged");
const PicklistLeftOut = lazyComponent(() => import("./picklist-left-out.tsx"), "PicklistLeftOut");
const OrderDrop = lazyComponent(() => import("./orders/order-drop.tsx"), "OrderDrop");
const PicklistScan = lazyComponent(() => import("./picklist-scan.tsx"), "PicklistScan");
// Chunks of their own, since the picker and the lines are heavy, but needed at once.
PicklistAdd.preload();
PicklistLines.preload();
// The connection may be lost by the time it is needed.
PicklistPrint.preload();

export function Picklist() {
  const { user } = useSession();
  const draft = usePicklistDraft();
  const onPhone = usePhone();
  const isTouch = useMedia("(pointer: coarse)");
  const addRow = useRef<AddRow>(null);
  const [scanning, setScanning] = useState(false);
  const edit = useEdit();
  const { busy, send } = usePicklistPosting(edit.refuse);
  const { state } = useLocation();
  const { save, clear, asking } = useSaving({ busy, send, addRow, onCleared: edit.forget });

  const { channel, lines } = draft;
  const locked = busy || draft.posting !== undefined;
  const processed = draft.processed && !isChanged(draft) ? draft.processed : undefined;
  const printer = useRef<PrintHandle>(null);
  const print = () => printer.current?.print();
  const actions = picklistActions({ onPhone, processed: processed !== undefined, locked, busy, save, print, clear });

  useShortcuts({ "mod+Enter": save });
  const scan = (code: string) => {
    if (locked) toast.error("Nothing can be added before the answer has come", toastId);
    else if (!asking) void edit.scanByKeys(code);
  };

  const choose = (chosen: Channel | "") => draftStore.set({ ...draftStore.get(), channel: chosen });
  const label = channel && channelLabel[channel];
  const scanButton = (
    <Button icon={ScanBarcode} disabled={locked} onPointerDown={PicklistScan.preload} onClick={() => setScanning(true)}>
      Scan
    </Button>
  );

  const orders = `/picklist/orders${channel && `?channel=${channel}`}`;
  // On a tablet the header has room for the scan button.
  const header = (
    <>
      <PageLink icon={History} label="Past picklists" to="/picklist/register" />
      <PageLink icon={FileSpreadsheet} label="From order file" to={orders} />
      {isTouch && !onPhone && scanButton}
      {actions.header}
    </>
  );

  return (
    <Page title="Create Picklist" mark={label && !onPhone && <Tag tone="info">{label}</Tag>} action={header}>
      <OrderDrop to={orders} />
      {state?.entry && <PicklistCorrection seq={state.entry} refuse={edit.refuse} />}
      {isChanged(draft) && !locked && <PicklistChanged draft={draft} />}
      {draft.leftOut && <PicklistLeftOut {...draft.leftOut} />}
      <LoadError query={edit.stock.records} />
      <WorkList locked={locked}>
        <PicklistAdd channel={channel} onChannel={choose} onAdd={edit.addProduct} onScan={scan} ref={addRow} />
        <PicklistStatus draft={draft} busy={busy} />
        <PicklistLines lines={lines} processed={processed?.items} edit={edit} onNext={() => addRow.current?.focus()} />
      </WorkList>
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
