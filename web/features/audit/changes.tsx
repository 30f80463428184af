// Who changed which field, when, from what to what: of everything, for root users, and of one product, for managers.
import { FileDiff, History } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useParams } from "react-router-dom";
import type { Change, ChangeKind } from "#shared/change.ts";
import { changeKindLabel } from "#shared/change-label.ts";
import type { Range } from "#shared/day.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import {
  changeColumns,
  changeName,
  changeOnPhone,
  dayOfChange,
  fieldColumns,
  fieldsOnPhone,
  phoneRowHeight,
} from "../../domain/changes/change-columns.tsx";
import { searchTexts } from "../../domain/changes/change-text.ts";
import { ProductCell } from "../../domain/product-cell.tsx";
import { useUserChoices } from "../../domain/user-choices.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dayRangeText, dayText, today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { lastDays, useRange, widerPreset } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useClearQuery, useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

const ChangeDialog = lazyComponent(() => import("../../domain/changes/change-dialog.tsx"), "ChangeDialog");

/** Days shown by default. */
const defaultDays = 7;

const kinds = Object.entries(changeKindLabel).map(([value, label]) => ({ value, label }));

export function Changes() {
  const day = today();
  const [range, setRange] = useRange(day, defaultDays);
  const list = useData("GET /v1/audit", { query: range });
  const { product } = useApplicationContext();
  const productNames = useMemo(() => new Map(product.map(({ _id, name }) => [_id, name])), [product]);
  const columns = useMemo(() => changeColumns(productNames), [productNames]);
  const search = useSearch<Change>((change) => searchTexts(change, productNames.get(change.row)));
  // The names of products may come after the changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they decide what matches.
  const matches = useCallback((change: Change) => search.matches(change), [search.matches, productNames]);
  const filters = useFilters(list.data, matches);
  const dialog = useOpenDialog();
  const { row: opened } = useOpenedRow(dialog, list, "Change", "It may be of another day.");
  const onPhone = usePhone();
  const widerDays = widerPreset(range, day);
  const oneDay = range.start === range.end;
  const days = oneDay ? dayText(range.end) : dayRangeText(range);

  return (
    <Page title="Changes" action={<ChangesExport {...{ range, filters, days }} searched={search.query !== ""} />}>
      <DataTable
        label="Changes"
        list={list}
        columns={columns}
        phone={changeOnPhone}
        phoneRowHeight={phoneRowHeight}
        keepToolbar
        search={<SearchField {...search.field} placeholder="Search (code, field or value)" />}
        range={<RangeBar range={range} today={day} onChange={setRange} />}
        filters={filters.fields}
        activeFilters={filters.count}
        onClear={filters.clear}
        rowFilter={filters.where}
        query={search.query}
        summary={() => (onPhone ? days : "")}
        heading={oneDay ? undefined : dayOfChange}
        noun="change"
        nameOf={changeName}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={
          <Empty
            icon={FileDiff}
            text={oneDay ? `No changes on ${days}` : `No changes from ${days}`}
            action={
              widerDays && <Button onClick={() => setRange(() => lastDays(widerDays, day))}>{widerDays} days</Button>
            }
          />
        }
      />
      {dialog.name === "show" && opened && <ChangeDialog linked change={opened} onClose={dialog.close} />}
    </Page>
  );
}

/** All changes of one product, even of a deleted one. */
export function ProductChanges() {
  const { id = "" } = useParams();
  const list = useData("GET /v1/products/{id}/changes", { path: { id } });
  const product = useApplicationContext().product.find(({ _id }) => _id === id);
  const dialog = useOpenDialog();
  const { row: opened } = useOpenedRow<Change>(dialog, list, "Change");
  const movements = <PageLink icon={History} label="History" to={`/products/${id}/history`} />;
  return (
    <Page title="Product changes" mark={product && <ProductCell {...product} />} action={product && movements}>
      <DataTable
        label="Changes"
        list={list}
        columns={fieldColumns}
        phone={fieldsOnPhone}
        phoneRowHeight={phoneRowHeight}
        noun="change"
        nameOf={changeName}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<Empty icon={FileDiff} text="No changes of this product are recorded" />}
      />
      {dialog.name === "show" && opened && <ChangeDialog change={opened} onClose={dialog.close} />}
    </Page>
  );
}

/** Kind and user, in the URL, and what the search finds. */
function useFilters(changes: readonly Change[] | undefined, matches: (change: Change) => boolean) {
  const [kind, setKind] = useQueryParam("kind");
  const [user, setUser] = useQueryParam("user");
  const where = useCallback(
    (change: Change) =>
      (kind === "" || change.kind === kind) && (user === "" || change.user._id === user) && matches(change),
    [kind, user, matches],
  );
  const users = useUserChoices(changes);
  const fields = (
    <>
      <FilterSelect label="What" empty="All (What)" choices={kinds} value={kind} onChange={setKind} />
      <FilterSelect
        label="User"
        empty="All (User)"
        choices={users}
        loading={!changes}
        value={user}
        onChange={setUser}
      />
    </>
  );
  const count = [kind, user].filter(Boolean).length;
  return { kind, user, where, fields, count, clear: useClearQuery(["start", "end"]) };
}

interface ExportProps {
  range: Range;
  filters: Pick<ReturnType<typeof useFilters>, "kind" | "user" | "count">;
  /** The range in words. */
  days: string;
  /** The list shows fewer rows than the export, which has no search. */
  searched: boolean;
}

/** Exports the days shown with the filters that are set. */
function ChangesExport({ range, filters: { kind, user, count }, days, searched }: ExportProps) {
  const query = { ...range, kind: kind as ChangeKind, user };
  const download = useDownload("GET /v1/audit/export", { query });
  const scope = [searched && "without the search", days, count > 0 && "filtered"].filter(Boolean).join(", ");
  return (
    <ExportButton download={download} of={scope}>
      Export
    </ExportButton>
  );
}
