// The whole plan as a file, by the basis and the target that are chosen.
import { useDownload } from "../../lib/api/download.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";

export function ExportPlan({ query }: { query: Record<string, string> }) {
  const download = useDownload("GET /v1/plan/export", { query });
  return (
    <ExportButton download={download} of="plan">
      Export
    </ExportButton>
  );
}
