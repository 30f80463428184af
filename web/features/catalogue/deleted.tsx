// Deleted products and deleted warehouses: the stock that comes back with each, and its restoration.
import { ArchiveRestore } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { Deleted } from "#shared/change.ts";
import { Failure } from "#shared/failure.ts";
import { productLabels } from "#shared/product-fields.ts";
import { codeColumn, numberColumn, textColumn, timeColumn } from "../../domain/columns.tsx";
import type { Refusal, Result } from "../../lib/api/result.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateText, numberText } from "../../lib/format.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { toast } from "../../lib/toast.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";

interface Noun {
  /** "product"; plural with an s. */
  name: "product" | "warehouse";
  /** Label of its code. */
  code: string;
  /** The screen with the active products or warehouses. */
  path: string;
  /** Defined here, since the rows are sorted again whenever they change. */
  columns: readonly Column<Deleted>[];
}

const columnsOf = (code: string, name: string): Column<Deleted>[] => [
  codeColumn(code, (row) => row.code, { width: "10rem" }),
  textColumn(name, (row) => row.name),
  numberColumn("Units", ({ stock }) => stock, { width: "7rem" }),
  timeColumn("Deleted At", ({ deleted_at }) => deleted_at),
];

const product: Noun = {
  name: "product",
  code: productLabels.p_id,
  path: "/products",
  columns: columnsOf(productLabels.p_id, productLabels.name),
};

const warehouse: Noun = {
  name: "warehouse",
  code: "W.ID",
  path: "/warehouses",
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
  const restore = useMutation("POST /v1/products/{id}/restore", { messages: restoring });
  const run = async (id: string) => {
    const result = await restore.run({ path: { id } });
    const taken = result.ok && result.answer.former_taken;
    if (taken) toast.info(`Not found by ${taken.join(", ")} any more, since another product has it now`);
    return result;
  };
  return <DeletedList noun={product} list={list} restore={run} />;
}

export function DeletedWarehouses() {
  const list = useData("GET /v1/warehouses/deleted");
  const restore = useMutation("POST /v1/warehouses/{id}/restore", { messages: restoring });
  return <DeletedList noun={warehouse} list={list} restore={(id) => restore.run({ path: { id } })} />;
}

interface Props {
  noun: Noun;
  list: QueryState<readonly Deleted[]>;
  restore: (id: string) => Promise<Result<unknown>>;
}

function DeletedList({ noun: { name, code, path, columns }, list, restore }: Props) {
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
    if (yes) navigate(`${path}?q=${encodeURIComponent(row.code)}`);
  };

  return (
    <Page title={`Deleted ${name}s`}>
      <DataTable
        label={`Deleted ${name}s`}
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={twoLineHeight}
        search={<SearchField {...search.field} placeholder={`Search (${code} or name)`} />}
        {...search.table}
        noun={`deleted ${name}`}
        nameOf={(row) => row.name}
        actions={[{ name: "Restore", icon: ArchiveRestore, labelled: true, primary: true, run: confirmAndRestore }]}
        empty={<Empty icon={ArchiveRestore} text={`No deleted ${name}s. What is deleted can be restored here.`} />}
      />
    </Page>
  );
}

/** Whether another row has the code; any other conflict shows its own message. */
const isCodeTaken = (failure: Refusal): boolean =>
  failure instanceof Failure && failure.code === "CONFLICT" && failure.details.some(({ field }) => field);
