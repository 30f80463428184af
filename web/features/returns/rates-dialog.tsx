// Rates of all products of which something came back, with their export, which has those of which nothing did too.
import { RateList } from "../../domain/rate-list.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";

export function RatesDialog({ onClose }: { onClose: () => void }) {
  const { data, failure } = useData("GET /v1/returns/rates", { query: {} });
  const download = useDownload("GET /v1/returns/rates/export", {});
  return (
    <Dialog title="Return rates" onClose={onClose} wide tall>
      <ExportButton download={download} of="all rates">
        Export
      </ExportButton>
      {failure && <p role="alert">{failure.message}</p>}
      {data?.length === 0 && <p>Nothing came back in the last 90 days.</p>}
      {data && <RateList rates={data} named />}
    </Dialog>
  );
}
