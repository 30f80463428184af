// Count Stock: open and past counts, who counted when, and their differences. Managers open a count, everybody joins.
import { ClipboardCheck, Plus, ScanBarcode } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { Count } from "#shared/count.ts";
import { WarehouseName } from "../../domain/warehouse-name.tsx";
import { useIsManager } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dateTimeText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Code, Tag, TwoLines } from "../../ui/tag.tsx";
import { resultText, scopeText, signed, stateOrder, statusOf, titleOf } from "./count-text.ts";

const OpenDialog = lazyComponent(() => import("./open-dialog.tsx"), "OpenDialog", <span data-opening />);

const status = (count: Count) => {
  const { word, tone, icon } = statusOf(count);
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  );
};

const netOf = ({ result }: Count): number => (result ? result.surplus - result.missing : 0);

const columns: Column<Count>[] = [
  { head: "Number", width: "4.75rem", least: "4.25rem", cell: ({ number }) => <Code>{number}</Code>, rowHeader: true },
  {
    head: "Warehouse",
    least: "8rem",
    cell: ({ warehouse }) => <WarehouseName warehouse={warehouse} />,
    sort: ({ warehouse }) => warehouse.name,
  },
  { head: "Status", width: "8rem", least: "6.5rem", cell: status, sort: stateOrder },
  {
    head: "Opened",
    width: "8.75rem",
    least: "7.75rem",
    cell: ({ opened_by, created_at }) => <TwoLines note={dateTimeText(created_at)}>{opened_by.name}</TwoLines>,
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
  {
    head: "Closed",
    width: "8.75rem",
    least: "7.75rem",
    cell: ({ closed_by, closed_at }) =>
      closed_at && <TwoLines note={dateTimeText(closed_at)}>{closed_by?.name ?? "Warehouse deleted"}</TwoLines>,
    sort: ({ closed_at }) => closed_at ?? "",
    orders: byTime,
  },
  {
    head: "Products",
    width: "8rem",
    least: "5.5rem",
    cell: ({ products, blind }) =>
      `${products ? `${numberText(products.length)} chosen` : "all"}${blind ? "" : ", not blind"}`,
  },
  {
    head: "Agree",
    width: "6rem",
    least: "5rem",
    right: true,
    cell: ({ result }) => result && `${numberText(result.agreed)} of ${numberText(result.counted)}`,
    sort: ({ result }) => (result ? result.agreed / Math.max(1, result.counted) : 2),
  },
  {
    head: "Difference",
    width: "11rem",
    least: "8rem",
    right: true,
    cell: (count) => count.result && <TwoLines note={resultText(count)}>{signed(netOf(count))}</TwoLines>,
    sort: netOf,
  },
];

const phone = (count: Count) => ({
  title: titleOf(count),
  note: (
    <>
      {status(count)} {dateTimeText(count.created_at)}
    </>
  ),
  last: count.result ? resultText(count) : `opened by ${count.opened_by.name}, ${scopeText(count)}`,
});

export function Counts() {
  const list = useData("GET /v1/counts");
  const isManager = useIsManager();
  const dialog = useOpenDialog();
  const navigate = useNavigate();
  const search = useSearch<Count>(({ number, warehouse, opened_by }) => [
    number,
    warehouse.name,
    warehouse.w_id,
    opened_by.name,
  ]);
  const open = list.data?.filter(({ state }) => state === "open") ?? [];
  const add = isManager && (
    <PrimaryAction thumb icon={Plus} onClick={() => dialog.open("open")}>
      Open Count
    </PrimaryAction>
  );
  // Open counts stand above the list, which would move when they appear.
  if (list.loading && !list.failure)
    return (
      <Page title="Count Stock" action={add}>
        <LoadError query={list} />
      </Page>
    );
  return (
    <Page title="Count Stock" action={add}>
      {open.map((count) => (
        <Banner
          key={count._id}
          icon={ScanBarcode}
          action={
            <>
              {isManager && (
                <ButtonLink icon={ClipboardCheck} to={`/count/${count._id}/review`}>
                  Review
                </ButtonLink>
              )}
              <ButtonLink kind="filled" icon={ScanBarcode} to={`/count/${count._id}`}>
                Count
              </ButtonLink>
            </>
          }
        >
          <strong>{titleOf(count)}</strong> is being counted: {scopeText(count)}, opened by {count.opened_by.name}.
        </Banner>
      ))}
      <DataTable
        label="Counts"
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={84}
        rowHeight={52}
        unnumbered
        defaultSort="-opened"
        search={<SearchField {...search.field} placeholder="Search counts" />}
        {...search.table}
        noun="count"
        nameOf={titleOf}
        muted={({ state, reversed_by }) => state === "cancelled" || reversed_by !== undefined}
        onOpen={({ _id, state }) =>
          navigate(`/count/${_id}${isManager && state !== "open" && state !== "cancelled" ? "/review" : ""}`)
        }
        empty={
          <Empty
            icon={ScanBarcode}
            text={isManager ? "No counts yet. Open the first one." : "No counts yet. A manager opens one."}
            action={add}
          />
        }
      />
      {isManager && dialog.name === "open" && <OpenDialog onClose={dialog.close} />}
    </Page>
  );
}
