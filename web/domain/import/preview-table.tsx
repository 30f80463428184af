// The rows of an import before it is applied, each with its effect; wrong rows and the largest differences first.
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Import, ImportRow } from "#shared/import.ts";
import { productLabels } from "#shared/product-fields.ts";
import { numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, threeLineHeight } from "../../ui/table/data-table.tsx";
import { RowChanges, RowTag } from "./preview-columns.tsx";
import { countsOf, inOrder, nameOf, rowLook } from "./row-text.ts";

const RowDialog = lazyComponent(() => import("./row-dialog.tsx"), "RowDialog");

interface Props {
  query: QueryState<Import>;
  columns: readonly Column<ImportRow>[];
  /** The third line of a row on a phone. */
  last?: (row: ImportRow) => ReactNode;
  /** The number at the end of a row on a phone. */
  number?: (row: ImportRow) => ReactNode;
  /** Buttons after the search. */
  aside?: ReactNode;
}

export function PreviewTable({ query, columns, last, number, aside }: Props) {
  const [status, setStatus] = useQueryParam("status");
  const search = useSearch<ImportRow>((row) => [row.code, nameOf(row), row.warehouse?.w_id ?? ""]);
  const [opened, setOpened] = useState<ImportRow>();
  const rows = useMemo(() => query.data && inOrder(query.data.rows), [query.data]);
  const counts = useMemo(() => countsOf(rows ?? []), [rows]);
  const { matches } = search;
  const rowFilter = useCallback(
    (row: ImportRow) => (status === "" || row.status === status) && matches(row),
    [status, matches],
  );
  const choose = (next: string) => setStatus(status === next ? "" : next, "replace");
  return (
    <>
      {counts.length > 0 && (
        <ToggleChips label="Status">
          {counts.map(({ status: each, count }) => {
            const { label, icon: Icon, tone } = rowLook(each);
            const colour = tone === "neutral" ? "var(--fg-2)" : `var(--${tone})`;
            return (
              <ToggleChip key={each} pressed={status === each} onClick={() => choose(each)}>
                <Icon size={14} color={colour} aria-hidden="true" />
                {label} <strong>{numberText(count)}</strong>
              </ToggleChip>
            );
          })}
        </ToggleChips>
      )}
      <DataTable
        label="Preview"
        list={{ ...query, data: rows }}
        columns={columns}
        unnumbered
        noun="row"
        nameOf={({ _id }) => `Row ${_id}`}
        rowFilter={rowFilter}
        query={search.query}
        onClear={() => {
          search.field.onChange("");
          setStatus("", "replace");
        }}
        search={<SearchField {...search.field} placeholder={`Search (${productLabels.p_id} or name)`} />}
        aside={aside}
        muted={({ status }) => status === "same"}
        phone={(row) => ({
          title: nameOf(row) || `Row ${row._id}`,
          note: (
            <>
              <RowTag {...row} /> {row.code}
            </>
          ),
          last: row.problems.length > 0 || !last ? <RowChanges row={row} /> : last(row),
          number: number?.(row),
        })}
        phoneRowHeight={threeLineHeight}
        onOpen={setOpened}
        keepToolbar
        empty="The sheet has no rows below its header."
      />
      {opened && <RowDialog row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
