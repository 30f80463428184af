// How a sheet was read, each part a button for its choices beside the first rows; below, the open questions.
import { type ReactNode, useState } from "react";
import type { Ask, Import } from "#shared/import.ts";
import { columnLetters, isOpen } from "#shared/import-columns.ts";
import { findById } from "../../lib/find-by-id.ts";
import { countText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { Card } from "../../ui/page/page.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import { useApplicationContext } from "../application-context.ts";
import { ProductPicker } from "../product-picker.tsx";
import { ChooseColumns, columnLabels } from "./choose-columns.tsx";
import style from "./sheet-strip.module.css";
import type { SpreadsheetImport } from "./use-import.ts";

interface Props {
  spreadsheet: SpreadsheetImport;
  data: Import;
  /** In place of the spreadsheet's own. */
  onAnswer?: SpreadsheetImport["answer"];
}

/** Fields whose columns a person has to see before anything is applied. */
export const openFields = ({ columnsSeen, file }: SpreadsheetImport, { sheet }: Pick<Import, "sheet">): string[] => {
  const { missing, needed = [], asks = [] } = sheet;
  // Which warehouse it is stands among the questions.
  const isWarehouseAsked = asks.some((ask) => ask.id === "warehouse" && isOpen(ask));
  const open = missing.filter((field) => field !== "w_id" || !isWarehouseAsked);
  return [...new Set([...open, ...(file && !columnsSeen ? needed : [])])];
};

const keyOf = ({ id, of = "" }: Pick<Ask, "id" | "of">): string => `${id} ${of}`;
const headRow = "head_row";
const allColumns = "columns";

export function SheetStrip({ spreadsheet, data, onAnswer = spreadsheet.answer }: Props) {
  const { file, columnsSeen } = spreadsheet;
  const { sheet, kind } = data;
  const { asks = [], unused = [], missing } = sheet;
  const [shown, setShown] = useState("");
  const labelOf = useLabels();
  const pieces = [...piecesOf(data), ...asks.filter((ask) => !isOpen(ask) && ask.id !== "sheet")];
  const piece = pieces.find((one) => keyOf(one) === shown);
  const questions = asks.filter(isOpen);
  const fields = openFields(spreadsheet, data);
  const toggle = (key: string) => setShown(shown === key ? "" : key);
  const answer = (ask: Ask) => (value: string) => onAnswer(ask.id, value, ask.of);
  return (
    <section className={style.strip} aria-label="How it was read">
      <ToggleChips label="Pieces">
        {pieces.map((one) => (
          <ToggleChip
            key={keyOf(one)}
            pressed={piece === one}
            disabled={!file || (one.choices.length === 0 && one.id !== headRow)}
            onClick={() => toggle(keyOf(one))}
          >
            <span className={style.piece}>{pieceText(one, data, labelOf(one))}</span>
          </ToggleChip>
        ))}
        <ToggleChip pressed={shown === allColumns} onClick={() => toggle(allColumns)}>
          {unused.length > 0 ? `Not used: ${countText(unused.length, "column")}` : "All columns"}
        </ToggleChip>
      </ToggleChips>
      {piece && (
        <div className={style.choice}>
          {piece.id === headRow ? <p>Which row has the heads?</p> : <AnswerList ask={piece} onAnswer={answer(piece)} />}
          <FirstRows
            sheet={sheet}
            field={piece.id.split("columns.")[1]}
            onHeadRow={(row) => onAnswer(headRow, String(row))}
          />
        </div>
      )}
      {file && questions.length > 0 && (
        <Card title="To answer">
          <ul className={style.asks}>
            {questions.map((ask) => (
              <li key={keyOf(ask)}>
                <span>{ask.sum === undefined ? ask.text : `${ask.text} (${countText(ask.sum, "unit")})`}</span>
                <Answers ask={ask} onAnswer={answer(ask)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {(fields.length > 0 || shown === allColumns) && (
        <ChooseColumns
          key={`${spreadsheet.id} ${shown}`}
          summary={{ kind, sheet }}
          fields={shown === allColumns ? undefined : fields}
          onChoose={
            file &&
            ((chosen) => {
              setShown("");
              spreadsheet.setColumns(chosen);
            })
          }
          onCancel={
            shown === allColumns
              ? () => setShown("")
              : missing.length > 0
                ? spreadsheet.clear
                : columnsSeen
                  ? undefined
                  : spreadsheet.seeColumns
          }
        />
      )}
    </section>
  );
}

/** How the sheet, its heads and its columns were read. */
const piecesOf = ({ kind, sheet }: Import): Ask[] => {
  const { asks = [], columns, heads, head_row } = sheet;
  const labels = columnLabels(kind);
  const absent = { value: "", label: "Not in this sheet" };
  return [
    ...asks.filter((ask) => ask.id === "sheet" && !isOpen(ask)),
    { id: headRow, text: head_row === undefined ? "No heads" : `Heads in row ${numberText(head_row)}`, choices: [] },
    ...Object.entries(columns).map(([field, head]) => ({
      id: `columns.${field}`,
      text: labels[field]?.label ?? field,
      value: head,
      choices: [...heads.map((one) => ({ value: one, label: one })), ...(labels[field]?.required ? [] : [absent])],
    })),
  ];
};

/** The piece with the sum of what is taken behind its quantity, and the rows that were found by their names. */
const pieceText = ({ id, text, value }: Ask, { sheet: { sum, by_name } }: Import, label: string): ReactNode => {
  const told = value === undefined ? text : `${text} = ${label}`;
  if (/quantity$/.test(id) && sum !== undefined) return `${told}, sum ${numberText(sum)}`;
  if (id === "columns.p_id" && by_name) return `${told}, ${countText(by_name, "row")} found by name`;
  return told;
};

/** What an answer is called: its choice, or its product. */
const useLabels = () => {
  const { product: products } = useApplicationContext();
  return ({ value = "", choices }: Ask): string =>
    choices.find((choice) => choice.value === value)?.label ?? findById(products, value)?.p_id ?? value;
};

interface AnswerProps {
  ask: Ask;
  onAnswer: (value: string) => void;
}

/** Buttons for one or two choices, else a list; a picker if any product answers. */
function Answers({ ask, onAnswer }: AnswerProps) {
  const { choices, takes } = ask;
  if (choices.length > 2 && !takes) return <AnswerList ask={ask} onAnswer={onAnswer} />;
  return (
    <div className={style.answers}>
      {choices.map(({ value, label }) => (
        <Button key={value} onClick={() => onAnswer(value)}>
          {label}
        </Button>
      ))}
      {takes && <AnyProduct ask={ask} onAnswer={onAnswer} />}
    </div>
  );
}

function AnswerList({ ask: { text, value, choices, takes, of }, onAnswer }: AnswerProps) {
  if (takes) return <Answers ask={{ id: "", text, of, choices, takes }} onAnswer={onAnswer} />;
  return (
    <FilterSelect
      label={text}
      choices={[...(value === undefined ? [{ value: "?", label: "Choose" }] : []), ...choices]}
      value={value ?? "?"}
      onChange={onAnswer}
    />
  );
}

function AnyProduct({ ask: { of = "" }, onAnswer }: AnswerProps) {
  const { product: products } = useApplicationContext();
  return (
    <ProductPicker
      label={`Product of ${of}`}
      labelHidden
      products={products}
      value=""
      onChange={(product) => product && onAnswer(product)}
    />
  );
}

interface FirstRowsProps {
  sheet: Import["sheet"];
  /** The field whose column is marked. */
  field: string | undefined;
  onHeadRow: (row: number) => void;
}

const showColumn = (cell: HTMLElement | null) => cell?.scrollIntoView({ block: "nearest", inline: "center" });

/** The rows of a file about its heads. A press on the number of another row says that the heads are there. */
function FirstRows({ sheet: { first_rows, heads, head_row, columns }, field = "", onHeadRow }: FirstRowsProps) {
  const marked = heads.indexOf(columns[field] ?? "");
  return (
    <SideTable
      label="First rows of the sheet"
      variant="sticky"
      head={[{ key: "row", content: "Row", srOnly: true }, ...heads.map((_, column) => columnLetters(column))]}
      rows={first_rows.map(({ number, cells }) => ({
        key: String(number),
        cells: [
          <ToggleChip
            key="row"
            pressed={number === head_row}
            aria-label={`Heads in row ${numberText(number)}`}
            onClick={() => onHeadRow(number)}
          >
            {numberText(number)}
          </ToggleChip>,
          ...cells.map((text, column) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position.
              key={column}
              ref={column === marked ? showColumn : undefined}
              className={style.cell}
              data-marked={column === marked || undefined}
              data-head={number === head_row || undefined}
              title={text}
            >
              {text}
            </span>
          )),
        ],
      }))}
    />
  );
}
