// Chooses a spreadsheet by a button. The screen also takes dropped and pasted ones, by useSpreadsheetInput.
import type { ReactNode } from "react";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { FileField } from "../../ui/form/file-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import { spreadsheetTypes } from "./spreadsheet-file.ts";
import type { SpreadsheetImport } from "./use-import.ts";

interface Props {
  spreadsheet: SpreadsheetImport;
  /** The required form of the spreadsheet. */
  hint: ReactNode;
  /** A file is being dragged over the screen. */
  dragged: boolean;
}

export function ChooseSpreadsheet({
  spreadsheet: { file, reading, problem, choose, clear, retry },
  hint,
  dragged,
}: Props) {
  const onPhone = usePhone();
  return (
    <>
      {problem && (
        <Banner tone="danger" action={file && reading === undefined && <Button onClick={retry}>Try again</Button>}>
          {problem}
        </Banner>
      )}
      <FileField
        label="Sheet"
        accept={spreadsheetTypes}
        invitation={onPhone ? "Choose a file" : "Choose a file, drop it here, or paste cells with Ctrl V"}
        hint={hint}
        dragged={dragged}
        value={file}
        onChange={(chosen) => (chosen ? choose(chosen) : clear())}
      />
      {reading !== undefined && <Reading share={reading} />}
    </>
  );
}

/** Above a preview. */
export const SheetProblem = ({ problem, retry }: SpreadsheetImport) =>
  problem && (
    <Banner tone="danger" action={<Button onClick={retry}>Try again</Button>}>
      {problem}
    </Banner>
  );

/** `share`: the part that is uploaded, 0 to 1. */
export function Reading({ share }: { share: number }) {
  if (share < 1) return <Progress value={share}>{`Uploading ${Math.floor(share * 100)} %`}</Progress>;
  return <Progress>Reading the sheet</Progress>;
}
