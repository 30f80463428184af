// Creates a user, or edits one.
import { Lock, UserX } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { passwordTooShort } from "#shared/password.ts";
import { mayAct, type Role, roles } from "#shared/role.ts";
import { type User, UserForm } from "#shared/user.ts";
import { useCorrection } from "../../domain/correction.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { updateUser, useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { type Handover, useForm } from "../../lib/forms/use-form.ts";
import { useEditedRow } from "../../lib/navigation/edited-row.ts";
import { useBack } from "../../lib/navigation/url-state.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { FormPage, FormSkeleton, Row } from "../../ui/form/form-page.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { signInAgain } from "./sign-in.ts";
import style from "./user-form.module.css";

export function UserFormScreen() {
  const { id } = useParams();
  return id ? <EditUser key={id} id={id} /> : <CreateUser />;
}

/** After each user it starts an empty form for the next. */
function CreateUser() {
  const [createdCount, setCreatedCount] = useState(0);
  return <UserFields key={createdCount} onCreated={() => setCreatedCount(createdCount + 1)} />;
}

function EditUser({ id }: { id: string }) {
  const list = useData("GET /v1/users");
  const { user: me } = useSession();
  const user = useEditedRow(id, list.data);
  const allUsers = <ButtonLink to="/users">All users</ButtonLink>;
  if (user && me && !mayAct(me.role, user.role))
    return (
      <Page title="Update User">
        <Empty icon={Lock} text={`The rank of ${user.name} is above yours.`} action={allUsers} />
      </Page>
    );
  if (user) return <UserFields user={user} />;
  if (list.loading || list.unconfirmed)
    return (
      <FormSkeleton title="Update User">
        <LoadError query={list} />
      </FormSkeleton>
    );
  return (
    <Page title="Update User">
      <Empty icon={UserX} text="User not found. They may have been deleted." action={allUsers} />
    </Page>
  );
}

const rolePermissions: Record<Role, string> = {
  executive: "Stock, shipments and picklists",
  manager: "Also dashboards, products, transactions, warehouses and users",
  root: "Also stock adjustment files",
};

interface Props {
  user?: User;
  onCreated?: () => void;
}

function UserFields({ user, onCreated }: Props) {
  const { user: me } = useSession();
  const refresh = useRefresh();
  const create = usePosting("POST /v1/users", { messages: saving });
  const back = useBack("/users");
  const isMe = user?._id === me?._id;
  const draft = `user ${user?._id ?? "new"}`;
  const form = useForm({
    schema: UserForm,
    start: { name: user?.name ?? "", username: user?.username ?? "", password: "", role: user?.role ?? ("" as Role) },
    draft,
    secret: ["password"],
  });
  const edit = useEdit("PATCH /v1/users/{id}", { kind: "user", form, draft: user ? draft : "" });

  useCorrection("POST /v1/users", form, (body: UserForm) => body);

  const save = async (body: UserForm, changed: Partial<UserForm>, handover: Handover) => {
    if (!user) return create.run({ body }, { handover });
    const result = await edit.run({ path: { id: user._id }, body: changed });
    if (!result.ok) return result;
    if (isMe && body.password) await signInAgain(result.answer.username, body.password, "/users");
    else refresh(["/v1/users"]);
    if (isMe && !body.password) updateUser(result.answer);
    return result;
  };
  const assignable = roles.filter((role) => me && mayAct(me.role, role));
  return (
    <FormPage
      title={user ? "Update User" : "Create User"}
      submit={user ? "Save" : "Create User"}
      {...form.frame}
      offer={edit.offer}
      onCancel={back}
      onSubmit={form.submit(save, () => (user ? back() : onCreated?.()))}
      busy={create.busy || edit.busy}
    >
      <Row>
        <Input label="Name" required {...form.field("name")} />
        <Input label="Username" required autoCapitalize="none" spellCheck={false} {...form.field("username")} />
      </Row>
      <Row>
        <PasswordField
          label="Password (Optional)"
          autoComplete="new-password"
          hint={passwordHint(user, isMe)}
          {...form.field("password")}
        />
        <Select
          label="Role"
          required
          empty="Choose"
          choices={assignable.map((role) => ({ value: role, label: role }))}
          {...form.field("role")}
        />
      </Row>
      <RoleHelp roles={assignable} chosen={form.watch("role")} />
    </FormPage>
  );
}

const passwordHint = (user: User | undefined, isMe: boolean): string => {
  if (!user) return `${passwordTooShort}; without a password the user cannot sign in yet`;
  const keep = `${passwordTooShort}; leave blank to keep the current one`;
  return isMe ? `${keep}. A new password ends your other sessions` : keep;
};

/** The permissions of each role, with the chosen one highlighted. */
function RoleHelp({ roles, chosen }: { roles: readonly Role[]; chosen: string }) {
  return (
    <dl className={style.roles}>
      {roles.map((role) => (
        <div key={role} data-chosen={role === chosen || undefined}>
          <dt>{role}</dt>
          <dd>{rolePermissions[role]}</dd>
        </div>
      ))}
    </dl>
  );
}
