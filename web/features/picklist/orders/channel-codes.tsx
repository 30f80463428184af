// Channel codes: the product and units that were chosen for each code of a channel's listings in order files, codes of orders that
// wait for a choice, and what else was said about sheets and order files.
import { FileSpreadsheet, Tags, Trash2 } from "lucide-react";
import type { Alias } from "#shared/alias.ts";
import { channelLabel } from "#shared/channel.ts";
import { codeColumn, numberColumn, timeColumn, userColumn } from "../../../domain/columns.tsx";
import { channelFilter } from "../../../domain/filters.ts";
import { NameOverCode, nameParts } from "../../../domain/product-name.tsx";
import { useRemoval } from "../../../domain/use-removal.ts";
import { useIsManager } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { dateText, numberText } from "../../../lib/format.ts";
import { useQueryParam, useSearch } from "../../../lib/navigation/url-state.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/form/search-field.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import { Page } from "../../../ui/page/page.tsx";
import type { Column } from "../../../ui/table/columns.ts";
import { DataTable, threeLineHeight } from "../../../ui/table/data-table.tsx";
import { useListFilters } from "../../../ui/table/list-filters.tsx";
import { AskedCodes } from "./asked-codes.tsx";
import { RememberedFiles } from "./remembered-files.tsx";

/** A further product of a combo. */
const moreText = ({ product, units }: NonNullable<Alias["more"]>[number]): string =>
  `+ ${numberText(units)} × ${product.name} (${product.p_id})`;

const columns: Column<Alias>[] = [
  {
    head: "Channel",
    width: "9rem",
    cell: ({ channel }) => channelLabel(channel),
    sort: ({ channel }) => channelLabel(channel),
  },
  codeColumn("Code", ({ code }) => code, { width: "12rem", rowHeader: true }),
  {
    head: "Product",
    cell: ({ product, more = [] }) => (
      <>
        <NameOverCode {...product} />
        {more.map((part) => (
          <small key={part.product._id}>{moreText(part)}</small>
        ))}
      </>
    ),
    sort: ({ product }) => product.name,
  },
  numberColumn("Units", ({ units }) => units, { width: "6rem" }),
  userColumn(({ user }) => user, { width: "9rem", sort: ({ user }) => user.name }),
  timeColumn("Created At", ({ created_at }) => created_at, { width: "10rem" }),
];

const phone = ({ channel, code, product, units, more = [], created_at }: Alias) => ({
  title: code,
  note: [`${nameParts(product.name).base} · ${product.p_id}`, ...more.map(moreText)].join(" "),
  last: `${channelLabel(channel)} · ${dateText(created_at)}`,
  number: (
    <>
      {numberText(units)}
      <small>{units === 1 ? "unit" : "units"}</small>
    </>
  ),
});

/** Codes, or what was said about files. */
const views = [
  { value: "", label: "Codes" },
  { value: "files", label: "Files" },
];

export function ChannelCodes() {
  const [view, setView] = useQueryParam("view");
  return (
    <Page
      title="Channel Codes"
      aside={<Segmented label="Show" value={view} choices={views} onChange={(next) => setView(next, "replace")} />}
      action={
        <>
          <ButtonLink icon={FileSpreadsheet} to="/picklist/availability">
            Fill in a stock sheet
          </ButtonLink>
          <ButtonLink icon={Tags} to="/picklist/orders">
            Picklist from orders
          </ButtonLink>
        </>
      }
    >
      {view !== "files" && <AskedCodes />}
      {view === "files" ? <RememberedFiles /> : <Codes />}
    </Page>
  );
}

function Codes() {
  const list = useData("GET /v1/aliases");
  const search = useSearch<Alias>(({ code, product, more = [] }) => [
    code,
    ...[product, ...more.map((part) => part.product)].flatMap(({ name, p_id }) => [name, p_id]),
  ]);
  const { table } = useListFilters({ channel: channelFilter }, { search });
  const remove = useRemoval("DELETE /v1/aliases/{id}", ({ code, channel, product, more = [] }: Alias) => ({
    title: "Delete code",
    text: `"${code}" of ${channelLabel(channel)} will no longer stand for ${product.name} (${product.p_id})${more.map((part) => ` ${moreText(part)}`).join("")}. The next order file that has it asks for its product. Continue?`,
    action: "Delete code",
  }));
  const mayDelete = useIsManager();
  return (
    <DataTable
      label="Channel codes"
      list={list}
      columns={columns}
      phone={phone}
      phoneRowHeight={threeLineHeight}
      search={<SearchField {...search.field} placeholder={"Search (code or product)"} />}
      {...table}
      noun="code"
      nameOf={({ code }) => code}
      actions={mayDelete ? [{ name: "Delete", icon: Trash2, tone: "danger", run: remove }] : []}
      empty={
        <Empty
          icon={Tags}
          text="No channel codes yet. They are kept when you choose products for the unknown codes of an order file."
        />
      }
    />
  );
}
