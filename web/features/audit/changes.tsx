// Who changed which field when, with both values: all changes for root users, those of one product for managers.
import { FileDiff, History } from "lucide-react";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import type { Change, ChangeKind } from "#shared/change.ts";
import { changeKindChoices } from "#shared/change-label.ts";
import type { Range } from "#shared/day.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { changeColumns, changeName, changeOnPhone, dayOfChange } from "../../domain/changes/change-columns.tsx";
import { searchTexts } from "../../domain/changes/change-text.ts";
import { ChangesOfProduct } from "../../domain/changes/product-changes.tsx";
import { useUserFilter } from "../../domain/filters.ts";
import { ProductCell } from "../../domain/product-name.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { findById } from "../../lib/find-by-id.ts";
import { useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { daysText, useRange } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { NoneInRange } from "../../ui/page/none-in-range.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { DataTable, threeLineHeight } from "../../ui/table/data-table.tsx";
import { useListFilters } from "../../ui/table/list-filters.tsx";

const ChangeDialog = lazyComponent(() => import("../../domain/changes/change-dialog.tsx"), "ChangeDialog");

const defaultDays = 7;

export function Changes() {
  const day = useToday();
  const [range, setRange] = useRange(day, defaultDays);
  const list = useData("GET /v1/audit", { query: range });
  const { product } = useApplicationContext();
  const productNames = useMemo(() => new Map(product.map(({ _id, name }) => [_id, name])), [product]);
  const columns = useMemo(() => changeColumns(productNames), [productNames]);
  const search = useSearch<Change>((change) => searchTexts(change, productNames.get(change.row)), productNames);
  const rangeBar = { range, today: day, onChange: setRange };
  const { values, table } = useListFilters(
    {
      kind: { label: "What", choices: changeKindChoices, test: (change: Change, kind) => change.kind === kind },
      user: useUserFilter(list.data),
    },
    { search, range: rangeBar },
  );
  const dialog = useOpenDialog();
  const { row: opened } = useOpenedRow(dialog, list, "Change", "It may be of another day.");
  const onPhone = usePhone();
  const days = daysText(range);

  return (
    <Page title="Changes" action={<ChangesExport {...{ range, values }} searched={search.query !== ""} />}>
      <DataTable
        label="Changes"
        list={list}
        columns={columns}
        phone={changeOnPhone}
        phoneRowHeight={threeLineHeight}
        {...table}
        search={<SearchField {...search.field} placeholder="Search (code, field or value)" />}
        summary={() => (onPhone ? days : "")}
        heading={range.start === range.end ? undefined : dayOfChange}
        noun="change"
        nameOf={changeName}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<NoneInRange icon={FileDiff} noun="changes" {...rangeBar} />}
      />
      {dialog.name === "show" && opened && <ChangeDialog linked change={opened} onClose={dialog.close} />}
    </Page>
  );
}

export function ProductChanges() {
  const { id = "" } = useParams();
  const product = findById(useApplicationContext().product, id);
  const movements = <PageLink icon={History} label="History" to={`/products/${id}/history`} />;
  return (
    <Page title="Product changes" aside={product && <ProductCell {...product} />} action={product && movements}>
      <ChangesOfProduct id={id} />
    </Page>
  );
}

interface ExportProps {
  range: Range;
  values: Record<"kind" | "user", string>;
  /** The list shows fewer rows than the export, which has no search. */
  searched: boolean;
}

/** Exports the days shown with the filters that are set. */
function ChangesExport({ range, values, searched }: ExportProps) {
  const query = { ...range, kind: values.kind as ChangeKind, user: values.user };
  const download = useDownload("GET /v1/audit/export", { query });
  const isFiltered = Boolean(values.kind || values.user);
  const scope = [searched && "without the search", daysText(range), isFiltered && "filtered"]
    .filter(Boolean)
    .join(", ");
  return (
    <ExportButton download={download} of={scope}>
      Export
    </ExportButton>
  );
}
