// Channel codes: the product and units that each code of a channel's listings stands for, as chosen for order files.
import { Tags, Trash2 } from "lucide-react";
import { useCallback } from "react";
import type { Alias } from "#shared/alias.ts";
import { channelChoices, channelLabel } from "#shared/channel.ts";
import { mayAct } from "#shared/role.ts";
import { NameOverCode, nameParts } from "../../../domain/product-name.tsx";
import { useSession } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { deleting, useCachedList, useMutation } from "../../../lib/api/use-mutation.ts";
import { dateText, dateTimeText, numberText } from "../../../lib/format.ts";
import { useClearQuery, useQueryParam, useSearch } from "../../../lib/navigation/url-state.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import { FilterSelect } from "../../../ui/form/field.tsx";
import { SearchField } from "../../../ui/form/search-field.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { byTime, type Column } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { TwoLines } from "../../../ui/table/two-lines.tsx";
import { Code } from "../../../ui/tag.tsx";

const columns: Column<Alias>[] = [
  {
    head: "Channel",
    width: "9rem",
    cell: ({ channel }) => channelLabel[channel],
    sort: ({ channel }) => channelLabel[channel],
  },
  { head: "Code", width: "12rem", cell: ({ code }) => <Code>{code}</Code>, sort: ({ code }) => code, rowHeader: true },
  { head: "Product", cell: ({ product }) => <NameOverCode {...product} />, sort: ({ product }) => product.name },
  { head: "Units", width: "6rem", right: true, cell: ({ units }) => numberText(units), sort: ({ units }) => units },
  {
    head: "User",
    width: "9rem",
    cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines>,
    sort: ({ user }) => user.name,
  },
  {
    head: "Created At",
    width: "10rem",
    cell: ({ created_at }) => dateTimeText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
];

const phone = ({ channel, code, product, units, created_at }: Alias) => ({
  title: code,
  note: `${nameParts(product.name).base} · ${product.p_id}`,
  last: `${channelLabel[channel]} · ${dateText(created_at)}`,
  number: (
    <>
      {numberText(units)}
      <small>{units === 1 ? "unit" : "units"}</small>
    </>
  ),
});

/** Pixels of a row of three lines on a phone. */
const phoneRowHeight = 88;

export function ChannelCodes() {
  const list = useData("GET /v1/aliases");
  const { user } = useSession();
  const confirm = useConfirm();
  const [channel, setChannel] = useQueryParam("channel");
  const search = useSearch<Alias>(({ code, product }) => [code, product.name, product.p_id]);
  const { matches } = search;
  const where = useCallback(
    (alias: Alias) => (channel === "" || alias.channel === channel) && matches(alias),
    [channel, matches],
  );
  const clear = useClearQuery();
  const cached = useCachedList<Alias>("/v1/aliases");
  const remove = useMutation("DELETE /v1/aliases/{id}", {
    messages: deleting,
    merge: (_, { path }) => cached.drop(path.id),
    reload: ["/v1/aliases"],
  });
  const confirmAndRemove = async ({ _id, code, channel: of, product }: Alias) => {
    const yes = await confirm({
      title: "Delete code",
      text: `"${code}" of ${channelLabel[of]} will no longer stand for ${product.name} (${product.p_id}). The next order file that has it asks for its product. Continue?`,
      action: "Delete code",
    });
    if (yes) await remove.run({ path: { id: _id } });
  };
  const mayDelete = user && mayAct(user.role, "manager");
  return (
    <Page
      title="Channel Codes"
      action={
        <ButtonLink icon={Tags} to="/picklist/orders">
          Picklist from orders
        </ButtonLink>
      }
    >
      <DataTable
        label="Channel codes"
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={phoneRowHeight}
        search={<SearchField {...search.field} placeholder={"Search (code or product)"} />}
        filters={
          <FilterSelect
            label="Channel"
            empty="All (Channel)"
            choices={channelChoices}
            value={channel}
            onChange={setChannel}
          />
        }
        activeFilters={channel ? 1 : 0}
        rowFilter={where}
        query={search.query}
        onClear={() => {
          search.field.onChange("");
          clear();
        }}
        noun="code"
        nameOf={({ code }) => code}
        actions={mayDelete ? [{ name: "Delete", icon: Trash2, tone: "danger", run: confirmAndRemove }] : []}
        empty={
          <Empty
            icon={Tags}
            text="No channel codes yet. They are kept when you choose products for the unknown codes of an order file."
          />
        }
      />
    </Page>
  );
}
