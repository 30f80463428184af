// Deleted products and deleted warehouses: what comes back with each, and its restoration.
import { ArchiveRestore, type LucideIcon, Tag as TagIcon, Warehouse } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { Deleted } from "#shared/change.ts";
import { Failure } from "#shared/failure.ts";
import { productLabels } from "#shared/product-label.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import type { Refusal, Result } from "../../lib/api/client.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useCachedList, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateText, dateTimeText, numberText } from "../../lib/format.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { ClampedText, Code } from "../../ui/tag.tsx";

interface Noun {
  /** "product"; plural with an s. */
  name: "product" | "warehouse";
  /** What its code is called. */
  code: string;
  /** The screen of those that are not deleted. */
  screen: { path: string; label: string; icon: LucideIcon };
  /** Defined here, since the rows are sorted again whenever they change. */
  columns: readonly Column<Deleted>[];
}

const columnsOf = (code: string, name: string): Column<Deleted>[] => [
  { head: code, width: "10rem", cell: (row) => <Code>{row.code}</Code>, sort: (row) => row.code },
  { head: name, cell: (row) => <ClampedText>{row.name}</ClampedText>, sort: (row) => row.name },
  { head: "Units", width: "7rem", right: true, cell: ({ stock }) => numberText(stock), sort: ({ stock }) => stock },
  {
    head: "Deleted At",
    width: "10.5rem",
    cell: ({ deleted_at }) => dateTimeText(deleted_at),
    sort: ({ deleted_at }) => deleted_at,
    orders: byTime,
  },
];

const product: Noun = {
  name: "product",
  code: productLabels.p_id,
  screen: { path: "/products", label: "Manage Products", icon: TagIcon },
  columns: columnsOf(productLabels.p_id, productLabels.name),
};

const warehouse: Noun = {
  name: "warehouse",
  code: "W.ID",
  screen: { path: "/warehouses", label: "Warehouse List", icon: Warehouse },
  columns: columnsOf("W.ID", "Warehouse Name"),
};

const phone = ({ code, name, stock, deleted_at }: Deleted) => ({
  title: name,
  note: `${code} · ${dateText(deleted_at)}`,
  number: (
    <>
      <small>Units</small>
      {numberText(stock)}
    </>
  ),
});

const restoring = ["Restoring", "Restored"] as const;

export function DeletedProducts() {
  const list = useData("GET /v1/products/deleted");
  const cached = useCachedList<Deleted>("/v1/products/deleted");
  const restore = useMutation("POST /v1/products/{id}/restore", {
    messages: restoring,
    merge: (_, { path }) => cached.drop(path.id),
    reload: affectedQueries.products,
  });
  return <DeletedList noun={product} list={list} restore={(id) => restore.run({ path: { id } })} />;
}

export function DeletedWarehouses() {
  const list = useData("GET /v1/warehouses/deleted");
  const cached = useCachedList<Deleted>("/v1/warehouses/deleted");
  const restore = useMutation("POST /v1/warehouses/{id}/restore", {
    messages: restoring,
    merge: (_, { path }) => cached.drop(path.id),
    reload: affectedQueries.warehouses,
  });
  return <DeletedList noun={warehouse} list={list} restore={(id) => restore.run({ path: { id } })} />;
}

interface Props {
  noun: Noun;
  list: QueryState<readonly Deleted[]>;
  restore: (id: string) => Promise<Result<unknown>>;
}

function DeletedList({ noun: { name, code, screen, columns }, list, restore }: Props) {
  const search = useSearch<Deleted>((row) => [row.code, row.name]);
  const confirm = useConfirm();
  const navigate = useNavigate();

  const confirmAndRestore = async (row: Deleted) => {
    const yes = await confirm({
      title: `Restore ${name}`,
      text: `"${row.name}" (${row.code}) comes back as it was, with its history. Continue?`,
      detail: row.stock ? `${countText(row.stock, "unit")} come back with it` : "No units come back with it",
      action: `Restore ${name}`,
      harmless: true,
    });
    if (!yes) return;
    const result = await restore(row._id);
    if (!result.ok && isCodeTaken(result.failure)) await showOther(row);
  };

  const showOther = async (row: Deleted) => {
    const yes = await confirm({
      title: `${code} ${row.code} is taken`,
      text: `Another ${name} has this ${code} now. Change its ${code} or delete it, then restore "${row.name}".`,
      action: `Show that ${name}`,
      cancel: "Close",
      harmless: true,
    });
    if (yes) navigate(`${screen.path}?q=${encodeURIComponent(row.code)}`);
  };

  return (
    <Page title={`Deleted ${name}s`} action={<PageLink icon={screen.icon} label={screen.label} to={screen.path} />}>
      <DataTable
        label={`Deleted ${name}s`}
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={twoLineHeight}
        search={<SearchField {...search.field} placeholder={`Search (${code} or name)`} />}
        rowFilter={search.matches}
        query={search.query}
        onClear={() => search.field.onChange("")}
        noun={`deleted ${name}`}
        nameOf={(row) => row.name}
        actions={[{ name: "Restore", icon: ArchiveRestore, labelled: true, primary: true, run: confirmAndRestore }]}
        empty={<Empty icon={ArchiveRestore} text={`No deleted ${name}s. What is deleted can be restored here.`} />}
      />
    </Page>
  );
}

/** Whether another row has the code; any other conflict is told by its own message. */
const isCodeTaken = (failure: Refusal): boolean =>
  failure instanceof Failure && failure.code === "CONFLICT" && failure.details.some(({ field }) => field);
