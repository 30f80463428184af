// What a sheet leaves open and how it was read, as the server words it: a press for one or two choices, a list for more.
import type { Import } from "#shared/import.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import type { SpreadsheetImport } from "./use-import.ts";

export function SheetAsks({
  spreadsheet,
  asks = [],
}: { spreadsheet: SpreadsheetImport } & Pick<Import["sheet"], "asks">) {
  const { file, answer } = spreadsheet;
  return asks.map(({ id, text, value, of, choices }) => {
    const isAnswered = value !== undefined;
    const list = (isAnswered || choices.length > 2) && (
      <FilterSelect
        label={text}
        choices={[...(isAnswered ? [] : [{ value: "?", label: "Choose" }]), ...choices]}
        value={value ?? "?"}
        disabled={!file}
        onChange={(chosen) => answer(id, chosen, of)}
      />
    );
    if (isAnswered && list) return <div key={id}>{list}</div>;
    const presses = choices.map((choice) => (
      <Button key={choice.value} disabled={!file} onClick={() => answer(id, choice.value, of)}>
        {choice.label}
      </Button>
    ));
    return (
      <Banner key={id + text} tone={choices.length > 0 ? "warn" : "info"} action={list || presses}>
        {text}
      </Banner>
    );
  });
}
