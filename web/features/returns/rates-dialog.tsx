// Rates of all products of which something came back, with their export, which has those of which nothing did too.
import { ReturnRates } from "../../domain/return-rates.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";

export function RatesDialog({ onClose }: { onClose: () => void }) {
  const download = useDownload("GET /v1/returns/rates/export", {});
  return (
    <Dialog title="Return rates" onClose={onClose} wide tall>
      <DialogBody>
        <ExportButton download={download} of="all rates">
          Export
        </ExportButton>
        <ReturnRates />
      </DialogBody>
    </Dialog>
  );
}
