// The two stock reports of Manage Inventory: as it stood on a date, and as it stands, of one warehouse or all.
import { Download as Icon } from "lucide-react";
import { useState } from "react";
import { useDownload } from "../../lib/api/download.ts";
import { dayText, today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { IconButton } from "../../ui/button.tsx";
import { DateControl } from "../../ui/form/date-field.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ExportForm } from "../../ui/form/export-form.tsx";

const ExportSheet = lazyComponent(() => import("./export-sheet.tsx"), "ExportSheet");

interface Props {
  /** Id of the chosen warehouse, or "". */
  warehouse: string;
  /** What it is called: "BLR-01", "all warehouses". */
  of: string;
}

export function StockExports(props: Props) {
  const [open, setOpen] = useState(false);
  if (!usePhone()) return <Exports {...props} />;
  return (
    <>
      <IconButton
        icon={Icon}
        label="Export"
        aria-haspopup="dialog"
        onPointerDown={ExportSheet.preload}
        onClick={() => setOpen(true)}
      />
      {open && (
        <ExportSheet onClose={() => setOpen(false)}>
          <Exports {...props} />
        </ExportSheet>
      )}
    </>
  );
}

function Exports({ warehouse, of }: Props) {
  const [date, setDate] = useState(today);
  const dated = useDownload("GET /v1/stock-report/export", { query: { date } });
  const present = useDownload("GET /v1/stocks/export", { query: { warehouse } });
  return (
    <>
      <ExportForm label="Date Export" onSubmit={dated.fetch}>
        <DateControl
          aria-label="Date of the stock report"
          required
          max={today()}
          value={date}
          onChange={setDate}
          // An emptied date is today's.
          onBlur={() => date || setDate(today())}
        />
        <ExportButton whole download={dated} of={dayText(date)} silent>
          Date Export
        </ExportButton>
      </ExportForm>
      <ExportButton whole first download={present} of={of}>
        Export
      </ExportButton>
    </>
  );
}
