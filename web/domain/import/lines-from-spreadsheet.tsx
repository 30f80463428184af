// Adds the lines of a spreadsheet to a document: units of each product are added up, and rows that are wrong are listed.
import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Import, ImportRow } from "#shared/import.ts";
import { importColumns, isOpen } from "#shared/import-columns.ts";
import { maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import { attempt } from "../../lib/api/client.ts";
import { countText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import type { Line } from "../line-editor/lines.ts";
import { ChooseSpreadsheet } from "./choose-spreadsheet.tsx";
import { WrongRows } from "./rejected-rows.tsx";
import { problemText } from "./row-text.ts";
import { SheetStrip } from "./sheet-strip.tsx";
import { useSpreadsheetInput } from "./spreadsheet-file.ts";
import { useImport } from "./use-import.ts";

interface Props {
  name: string;
  /** Units that each product has already. */
  unitsOf: (product: string) => number;
  onAdd: (lines: Line[]) => void;
}

const hint = `Columns: ${Object.values(importColumns.lines)
  .map(({ label }) => label)
  .join(", ")}. Further codes of a product work too. Repeated products are added up.`;

interface Wrong {
  row: ImportRow;
  text: string;
}

/** The rows that can be added, a line for each product, and those that cannot. */
const sumUp = (rows: readonly ImportRow[], unitsOf: Props["unitsOf"]): { lines: Line[]; wrong: Wrong[] } => {
  const lines = new Map<string, Line>();
  const wrong: Wrong[] = [];
  for (const row of rows) {
    const { product, quantity = 0, problems, status } = row;
    if (status === "same") continue;
    if (!product || problems.length > 0) {
      wrong.push({ row, text: problems.map(problemText).join("\n") });
      continue;
    }
    const sum = (lines.get(product._id)?.quantity ?? 0) + quantity;
    if (unitsOf(product._id) + sum > maxUnits) wrong.push({ row, text: tooManyOfProduct() });
    else lines.set(product._id, { product: product._id, quantity: sum });
  }
  return { lines: [...lines.values()], wrong };
};

/** The button and its dialog, which also opens for a spreadsheet that is pasted or dropped beside it. */
export function LinesFromSpreadsheet({ name, ...lines }: Props) {
  const [chosen, setChosen] = useState<{ file?: File }>();
  useSpreadsheetInput((file) => setChosen({ file }));
  const close = () => setChosen(undefined);
  return (
    <>
      <Button icon={FileSpreadsheet} onClick={() => setChosen({})}>
        {name}
      </Button>
      {chosen && (
        <Dialog local title="Add lines from a sheet" wide onClose={close}>
          <Steps {...lines} file={chosen.file} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

interface StepsProps extends Omit<Props, "name"> {
  /** The spreadsheet, if it was pasted or dropped already. */
  file: File | undefined;
  onClose: () => void;
}

/** Inside the dialog, so that it takes spreadsheets pasted there. */
function Steps({ file, unitsOf, onAdd, onClose }: StepsProps) {
  const [id, show] = useState("");
  const spreadsheet = useImport("lines", { shown: [id, show] });
  const dragged = useSpreadsheetInput(spreadsheet.choose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (file) spreadsheet.choose(file);
  }, []);
  const { data } = spreadsheet.query;
  const { lines, wrong } = useMemo(() => sumUp(data?.rows ?? [], unitsOf), [data, unitsOf]);
  const unread = data !== undefined && data.sheet.missing.length > 0;
  const isSaid = spreadsheet.columnsSeen || data?.sheet.asks?.some(({ value }) => value !== undefined);
  const isAdded = useRef(false);
  /** The button appears after the dialog has opened. */
  const focusAdd = useCallback((button: HTMLButtonElement | null) => button?.focus(), []);
  const add = () => {
    if (isAdded.current) return;
    isAdded.current = true;
    // So that what was said is remembered.
    if (isSaid) void attempt("POST /v1/imports/{id}/apply", { path: { id }, body: { from: 0 } });
    onAdd(lines);
    onClose();
  };
  const isAsked = data?.sheet.asks?.some(isOpen);
  const isWhole = data !== undefined && !unread && !isAsked && wrong.length === 0 && lines.length > 0;
  // All rows are right, so there is nothing to review.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is read.
  useEffect(() => {
    if (isWhole) add();
  }, [isWhole]);

  if (unread)
    return (
      <DialogBody>
        <SheetStrip spreadsheet={spreadsheet} data={data} />
      </DialogBody>
    );
  if (!data || isWhole || data.rows.length === 0)
    return (
      <DialogBody>
        {data?.rows.length === 0 && <p role="status">The sheet has no rows below its header.</p>}
        <ChooseSpreadsheet spreadsheet={spreadsheet} hint={hint} dragged={dragged} />
      </DialogBody>
    );
  return (
    <>
      <DialogBody>
        <SheetStrip spreadsheet={spreadsheet} data={data} />
        <Rejected summary={data} wrong={wrong} added={lines.length} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        {lines.length > 0 && (
          <Button kind="filled" ref={focusAdd} onClick={add}>
            {`Add ${countText(lines.length, "product")}`}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

function Rejected({ summary, wrong, added }: { summary: Import; wrong: readonly Wrong[]; added: number }): ReactNode {
  return (
    <>
      <WrongRows id={summary._id} count={wrong.length} ready={added} verb="add" />
      <SideTable
        label="Wrong rows"
        head={["Row", importColumns.lines.p_id.label, "Reason"]}
        rows={wrong.map(({ row, text }) => ({
          key: row._id,
          cells: [numberText(Number(row._id)), row.code, text],
        }))}
      />
    </>
  );
}
