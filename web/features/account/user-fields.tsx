// The form of a user: name, username, password and role, up to one's own rank.
import { tooShort } from "#shared/password.ts";
import { mayAct, type Role, roles } from "#shared/role.ts";
import { type User, UserForm } from "#shared/user.ts";
import { useCachedList } from "../../lib/api/cached-list.ts";
import { signIn, useSession } from "../../lib/api/session.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { useBack } from "../../lib/navigation/url-state.ts";
import { Input, Select } from "../../ui/form/field.tsx";
import { FormPage, Row } from "../../ui/form/form-page.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { OptionHelp } from "./option-help.tsx";
import { signInAgain } from "./sign-in-again.ts";

/** What each role may do, in one line. */
const means: Record<Role, string> = {
  executive: "Stock, shipments and picklists",
  manager: "Also dashboards, products, transactions, warehouses and users",
  root: "Also stock adjustment files",
};

interface Props {
  user?: User;
  /** One was created just before. */
  next?: boolean;
  onCreated?: () => void;
}

export function UserFields({ user, next = false, onCreated }: Props) {
  const { token, user: me } = useSession();
  const cached = useCachedList<User>("/v1/users");
  // Not read again here: a new password of one's own has ended the session that would ask.
  const act = { messages: saving, merge: cached.put };
  const create = useMutation("POST /v1/users", act);
  const edit = useMutation("PATCH /v1/users/{id}", act);
  const back = useBack("/users");
  const isMe = user?._id === me?._id;
  const form = useForm({
    schema: UserForm,
    start: { name: user?.name ?? "", username: user?.username ?? "", password: "", role: user?.role ?? ("" as Role) },
    draft: `user ${user?._id ?? "new"}`,
    secret: ["password"],
  });

  const save = async (body: UserForm, changed: Partial<UserForm>) => {
    if (!user) return create.run({ body });
    const result = await edit.run({ path: { id: user._id }, body: changed });
    if (result.ok && isMe && token) {
      if (body.password) await signInAgain(result.answer.username, body.password, "/users");
      else signIn({ token, user: result.answer });
    }
    return result;
  };
  const permitted = roles.filter((role) => me && mayAct(me.role, role));
  return (
    <FormPage
      title={user ? "Update User" : "Create User"}
      dirty={form.dirty}
      onCancel={back}
      onSubmit={form.submit(save, () => (user ? back() : onCreated?.()))}
      busy={create.busy || edit.busy}
      problem={form.problem}
    >
      <Row>
        <Input label="Name" required autoFocus={next} {...form.field("name")} />
        <Input label="Username" required autoCapitalize="none" spellCheck={false} {...form.field("username")} />
      </Row>
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
        choices={permitted.map((role) => ({ value: role, label: role }))}
        {...form.field("role")}
      />
      <OptionHelp of={permitted.map((role) => [role, means[role]])} chosen={form.watch("role")} />
    </FormPage>
  );
}

const passwordHint = (user: User | undefined, isMe: boolean): string => {
  if (!user) return `${tooShort}; without a password the user cannot sign in yet`;
  const keep = `${tooShort}; leave blank to keep the present one`;
  return isMe ? `${keep}. A new one ends your other sessions` : keep;
};
