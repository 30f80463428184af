// Says how many rows of a sheet are wrong, and downloads them with a column that says why.
import { useDownload } from "../../lib/api/download.ts";
import { countText } from "../../lib/format.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { Banner } from "../../ui/page/banner.tsx";

interface Props {
  /** Of the import. */
  id: string;
  /** Wrong rows. */
  count: number;
  /** What is not wrong. */
  ready: number;
  /** What is done with that. */
  verb?: "apply" | "add";
}

export function WrongRows({ id, count, ready, verb = "apply" }: Props) {
  const download = useDownload("GET /v1/imports/{id}/export", { path: { id } });
  const words = `${countText(count, "row")} ${count === 1 ? "is" : "are"} wrong`;
  return (
    <Banner
      tone="danger"
      action={
        <ExportButton alwaysLabelled download={download} of="wrong rows">
          Download
        </ExportButton>
      }
    >
      {ready > 0 ? `${words} and left out.` : `${words}, and there is nothing to ${verb}.`}
    </Banner>
  );
}
