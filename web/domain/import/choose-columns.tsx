// Chooses the column of the spreadsheet for each field, beside the column's first cells. The choice is remembered.
import { type FormEvent, useState } from "react";
import type { ImportSummary } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import style from "./import.module.css";
import type { ChosenColumns } from "./use-import.ts";

interface Props {
  summary: Pick<ImportSummary, "kind" | "sheet">;
  /** Those that are asked about; all if it is left out. */
  fields?: readonly string[] | undefined;
  /** Undefined if the spreadsheet is no longer available. */
  onChoose: ((columns: ChosenColumns) => void) | undefined;
  /** Undefined if nothing can be shown before the columns are known. */
  onCancel?: (() => void) | undefined;
}

/** Cells of a column that are shown. */
const cells = 3;

export const columnLabels = (
  kind: ImportSummary["kind"],
): Readonly<Record<string, { label: string; required?: true; without?: string }>> => importColumns[kind];

export function ChooseColumns({ summary: { kind, sheet }, fields: asked, onChoose, onCancel }: Props) {
  const [chosen, setChosen] = useState<ChosenColumns>({});
  const fields = Object.entries(columnLabels(kind)).filter(([field]) => asked?.includes(field) ?? true);
  const guesses = sheet.guesses ?? {};
  const headOf = (field: string): string => chosen[field] ?? sheet.columns[field] ?? "";
  const choose = (field: string, head: string) => setChosen({ ...chosen, [field]: head });
  const labelsOf = (names: readonly string[]) =>
    names.map((field) => columnLabels(kind)[field]?.label ?? field).join(", ");
  const sampleOf = (head: string, most = cells): string => {
    const at = sheet.heads.indexOf(head);
    const below = sheet.first_rows.filter(({ number }) => number > (sheet.head_row ?? 0));
    const texts = below.flatMap(({ cells }) => cells[at] || []);
    return texts.slice(0, most).join(" · ") || "no cells in the first rows";
  };
  const missing = fields.filter(([field, { required }]) => required && !headOf(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A column that is asked for and not chosen is not in the sheet.
    const absent = Object.fromEntries(sheet.missing.map((field) => [field, ""]));
    if (missing.length === 0) onChoose?.({ ...absent, ...chosen });
  };
  const ways = missing.flatMap(([field, { without }]) => (without ? { field, without } : []));
  return (
    <Card title="Columns of the sheet">
      {!onChoose && <Banner>To choose other columns, choose the sheet again.</Banner>}
      {onChoose && sheet.missing.length > 0 && (
        <Banner tone="warn">{`Not recognised: ${labelsOf(sheet.missing)}. Which columns are they?`}</Banner>
      )}
      {onChoose && sheet.needed && sheet.needed.length > 0 && (
        <Banner tone="warn">{`New products need a column for ${labelsOf(sheet.needed)}.`}</Banner>
      )}
      {!asked && sheet.unused && <ClampedText>{`Not used: ${sheet.unused.join(", ")}`}</ClampedText>}
      <form aria-label="Columns of the sheet" className={style.columns} onSubmit={submit}>
        {fields.map(([field, { label, required }]) => (
          <div key={field}>
            <Select
              label={label}
              required={required}
              disabled={!onChoose}
              empty={required ? "Choose a column" : "Not in this sheet"}
              choices={sheet.heads.map((head) => ({ value: head, label: `${head} (${sampleOf(head, 1)})` }))}
              value={headOf(field)}
              hint={headOf(field) ? sampleOf(headOf(field)) : "\u00a0"}
              onChange={({ target }) => choose(field, target.value)}
            />
            {onChoose && guesses[field] && !headOf(field) && (
              <div className={style.guess}>
                <span>{`Is it “${guesses[field]}”? ${sampleOf(guesses[field])}`}</span>
                <Button aria-label={`Take it: ${guesses[field]}`} onClick={() => choose(field, guesses[field] ?? "")}>
                  Take it
                </Button>
              </div>
            )}
          </div>
        ))}
        <div className={style.buttons}>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          {onChoose &&
            missing.length === 1 &&
            ways.map(({ field, without }) => (
              <Button key={field} onClick={() => onChoose({ ...chosen, [field]: "" })}>
                {without}
              </Button>
            ))}
          <Button kind="filled" type="submit" disabled={!onChoose || missing.length > 0}>
            Show preview
          </Button>
        </div>
      </form>
    </Card>
  );
}
