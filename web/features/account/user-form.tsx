// Creates a user, or edits the one its list hands along; after a reload it is found in the list.
import { Lock, UserX } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { mayAct } from "#shared/role.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useEditedRow } from "../../lib/navigation/edited-row.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FormSkeleton } from "../../ui/form/form-page.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { UserFields } from "./user-fields.tsx";

export function UserForm() {
  const { id } = useParams();
  return id ? <Edit key={id} id={id} /> : <Create />;
}

/** After each user an empty form for the next. */
function Create() {
  const [made, setMade] = useState(0);
  return <UserFields key={made} next={made > 0} onCreated={() => setMade(made + 1)} />;
}

function Edit({ id }: { id: string }) {
  const list = useData("GET /v1/users");
  const { user: me } = useSession();
  const user = useEditedRow("user", id, list.data);
  const allUsers = <ButtonLink to="/users">All users</ButtonLink>;
  if (user && me && !mayAct(me.role, user.role))
    return (
      <Page title="Update User">
        <Empty icon={Lock} text={`The rank of ${user.name} is above yours.`} action={allUsers} />
      </Page>
    );
  if (user) return <UserFields user={user} />;
  if (list.loading)
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
