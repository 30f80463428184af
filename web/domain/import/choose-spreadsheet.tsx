// Chooses a spreadsheet by a button. The screen also takes dropped and pasted ones, by useSpreadsheetInput.
import type { ReactNode } from "react";
import type { Ask } from "#shared/import.ts";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
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

/** Chooses the sheet of a workbook that has several with cells, and answers what else is asked of it. */
export function WorkbookSheet({
  spreadsheet,
  name,
  names = [],
  asks = [],
}: {
  spreadsheet: SpreadsheetImport;
  name?: string;
  names?: string[];
  asks?: Ask[];
}) {
  return (
    <>
      {names.length > 1 && (
        <FilterSelect
          label="Sheet of the workbook"
          choices={names.map((one) => ({ value: one, label: `Sheet “${one}”` }))}
          value={name ?? ""}
          disabled={!spreadsheet.file}
          onChange={spreadsheet.chooseSheet}
        />
      )}
      {spreadsheet.file && <Asks {...{ spreadsheet, asks }} />}
    </>
  );
}

/** What the preview asks, as the answer words it: a press for one or two choices, a list for more. */
function Asks({ spreadsheet: { answer }, asks }: { spreadsheet: SpreadsheetImport; asks: readonly Ask[] }) {
  return asks.map(({ id, text, choices }) => (
    <Banner
      key={id}
      tone="warn"
      action={
        choices.length > 2 ? (
          <FilterSelect
            label={text}
            choices={[
              { value: "", label: "Choose" },
              ...choices.map((choice) => ({ value: choice.value, label: choice.text })),
            ]}
            value=""
            onChange={(value) => answer(id, value)}
          />
        ) : (
          choices.map((choice) => (
            <Button key={choice.value} onClick={() => answer(id, choice.value)}>
              {choice.text}
            </Button>
          ))
        )
      }
    >
      {text}
    </Banner>
  ));
}

/** `share`: the part that is uploaded, 0 to 1. */
export function Reading({ share }: { share: number }) {
  if (share < 1) return <Progress value={share}>{`Uploading ${Math.floor(share * 100)} %`}</Progress>;
  return <Progress>Reading the sheet</Progress>;
}
