// The list of programs that may call the API: adding, changing and deleting them, and new tokens for them.
import { KeyRound, Pencil, Plug, Plus, Trash2 } from "lucide-react";
import type { Program } from "#shared/program.ts";
import { scopesIn } from "#shared/scope.ts";
import { textColumn, timeColumn } from "../../domain/columns.tsx";
import { useRemoval } from "../../domain/use-removal.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dateTimeText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Code, Tag } from "../../ui/tag.tsx";

const ProgramDialog = lazyComponent(() => import("./program-dialog.tsx"), "ProgramDialog");
const RenewDialog = lazyComponent(() => import("./program-dialog.tsx"), "RenewDialog");

const Scopes = ({ scope }: Pick<Program, "scope">) => scopesIn(scope).map((one) => <Tag key={one}>{one}</Tag>);

const columns: Column<Program>[] = [
  textColumn("Name", ({ name }) => name, { width: "12rem", least: "8rem" }),
  { head: "Role", width: "7rem", least: "6.5rem", cell: ({ role }) => <Tag>{role}</Tag>, sort: ({ role }) => role },
  { head: "May", least: "10rem", cell: (row) => <Scopes {...row} /> },
  { head: "Token", width: "9rem", least: "8rem", gives: 1, cell: ({ _id }) => <Code>{`im_${_id}_…`}</Code> },
  timeColumn("Last Used", ({ used_at = "" }) => used_at, {
    cell: ({ used_at }) => (used_at ? dateTimeText(used_at) : "Never"),
  }),
  timeColumn("Valid Until", ({ expires_at }) => expires_at),
];

const phone = (row: Program) => ({
  title: row.name,
  note: <Scopes {...row} />,
  last: `Valid until ${dateTimeText(row.expires_at)}`,
});

export function Programs() {
  const list = useData("GET /v1/programs");
  const search = useSearch<Program>(({ name, scope }) => [name, scope]);
  const dialog = useOpenDialog();
  const { row: opened } = useOpenedRow(dialog, list, "Program");
  const remove = useRemoval("DELETE /v1/programs/{id}", ({ name }: Program) => ({
    title: "Delete program",
    text: `"${name}" can no longer call the API from now on. What it has posted stays. Continue?`,
    action: "Delete program",
  }));
  const add = (
    <PrimaryAction thumb icon={Plus} onClick={() => dialog.open("add")}>
      Add Program
    </PrimaryAction>
  );
  return (
    <Page title="Programs" action={add}>
      <DataTable
        label="Programs"
        list={list}
        columns={columns}
        phone={phone}
        search={<SearchField {...search.field} placeholder="Search (name or what it may do)" />}
        {...search.table}
        noun="program"
        nameOf={({ name }) => name}
        actions={[
          { name: "Edit", icon: Pencil, primary: true, run: ({ _id }) => dialog.open("edit", _id) },
          { name: "New token", icon: KeyRound, run: ({ _id }) => dialog.open("renew", _id) },
          { name: "Delete", icon: Trash2, tone: "danger", run: remove },
        ]}
        empty={
          <Empty
            icon={Plug}
            text="No programs yet. A shop or a script calls the API with a token of its own."
            action={add}
          />
        }
      />
      {dialog.name === "add" && <ProgramDialog onClose={dialog.close} />}
      {dialog.name === "edit" && opened && <ProgramDialog key={opened._id} program={opened} onClose={dialog.close} />}
      {dialog.name === "renew" && opened && <RenewDialog key={opened._id} program={opened} onClose={dialog.close} />}
    </Page>
  );
}
