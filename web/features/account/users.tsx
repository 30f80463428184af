// The list of users: creating, editing and deleting them.
import { Pencil, Plug, Plus, Trash2, Users as UsersIcon } from "lucide-react";
import { mayAct, roles } from "#shared/role.ts";
import type { User } from "#shared/user.ts";
import { textColumn, timeColumn } from "../../domain/columns.tsx";
import { useRemoval } from "../../domain/use-removal.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Tag } from "../../ui/tag.tsx";

const columns: Column<User>[] = [
  textColumn("Username", ({ username }) => username, { width: "14rem", least: "7rem" }),
  textColumn("Name", ({ name }) => name, { least: "8rem" }),
  {
    head: "Role",
    width: "8rem",
    least: "6.5rem",
    cell: ({ role }) => <Tag>{role}</Tag>,
    sort: ({ role }) => roles.indexOf(role),
  },
  timeColumn("Created At", ({ created_at }) => created_at, { gives: 1 }),
  timeColumn("Updated At", ({ updated_at }) => updated_at, { gives: 2 }),
];

const phone = ({ name, username, role }: User) => ({
  title: name,
  note: (
    <>
      <Tag>{role}</Tag> @{username}
    </>
  ),
});

export function Users() {
  const list = useData("GET /v1/users");
  const search = useSearch<User>(({ username, name }) => [username, name]);
  const { user: me } = useSession();
  const remove = useRemoval("DELETE /v1/users/{id}", ({ name }: User) => ({
    title: "Delete user",
    text: `Deleting user "${name}": they can no longer log in. Continue?`,
    action: "Delete user",
  }));

  const whyNotEditable = ({ role }: User) => (me && mayAct(me.role, role) ? undefined : "Their rank is above yours");
  const whyNotDeletable = (user: User) => (user._id === me?._id ? "You cannot delete yourself" : whyNotEditable(user));

  const create = (
    <PrimaryLink icon={Plus} to="/users/opr">
      Create User
    </PrimaryLink>
  );
  return (
    <Page
      title="Manage Users"
      action={
        <>
          {me?.role === "root" && <PageLink icon={Plug} label="Programs" to="/users/programs" />}
          {create}
        </>
      }
    >
      <DataTable
        label="Users"
        list={list}
        columns={columns}
        phone={phone}
        search={<SearchField {...search.field} placeholder="Search (username or name)" />}
        {...search.table}
        noun="user"
        nameOf={({ name }) => name}
        actions={[
          {
            name: "Edit",
            icon: Pencil,
            primary: true,
            disabledReason: whyNotEditable,
            to: ({ _id }) => `/users/opr/${_id}`,
          },
          { name: "Delete", icon: Trash2, tone: "danger", disabledReason: whyNotDeletable, run: remove },
        ]}
        empty={<Empty icon={UsersIcon} text="No users yet. Create the first one." action={create} />}
      />
    </Page>
  );
}
