// The two stock reports of Manage Inventory: the stock on a date, and the stock now, of one warehouse or all.
import { Download as Icon } from "lucide-react";
import { useState } from "react";
import { useDownload } from "../../lib/api/download.ts";
import { dayText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia } from "../../lib/media.ts";
import { IconButton } from "../../ui/button.tsx";
import { DateControl } from "../../ui/form/date-field.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ExportForm } from "../../ui/form/export-form.tsx";

const ActionDrawer = lazyComponent(() => import("../../ui/table/action-drawer.tsx"), "ActionDrawer");

interface Props {
  /** Id of the chosen warehouse, or "". */
  warehouse: string;
  /** "BLR-01", "all warehouses". */
  name: string;
}

/** Behind a button where they would not fit beside the title. */
export function StockExports(props: Props) {
  const folded = useMedia("(max-width: 799px)");
  const [open, setOpen] = useState(false);
  if (!folded) return <Exports {...props} />;
  return (
    <>
      <IconButton icon={Icon} label="Export" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && (
        <ActionDrawer title="Export" onClose={() => setOpen(false)}>
          <Exports {...props} />
        </ActionDrawer>
      )}
    </>
  );
}

function Exports({ warehouse, name }: Props) {
  const day = useToday();
  const [chosen, setDate] = useState<string>();
  const date = chosen ?? day;
  const dated = useDownload("GET /v1/stock-report/export", { query: { date } });
  const current = useDownload("GET /v1/stocks/export", { query: { warehouse } });
  return (
    <>
      <ExportForm label="Date Export" onSubmit={dated.fetch}>
        <DateControl
          aria-label="Date of the stock report"
          required
          max={day}
          value={date}
          onChange={setDate}
          // A cleared date becomes today.
          onBlur={() => date || setDate(undefined)}
        />
        <ExportButton alwaysLabelled download={dated} of={dayText(date)} hideOf>
          Date Export
        </ExportButton>
      </ExportForm>
      <ExportButton alwaysLabelled hideOf initialFocus download={current} of={name}>
        Export
      </ExportButton>
    </>
  );
}
