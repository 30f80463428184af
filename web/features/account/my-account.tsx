// My account: who is signed in, and another password.
import { useSession } from "../../lib/api/session.ts";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { OwnPasswordForm } from "./own-password.tsx";

export function MyAccount({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  if (!user) return null;
  const { name, username, role } = user;
  return (
    <Dialog local title="My account" onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Name", name],
            ["Username", username],
            ["Role", role],
          ]}
        />
        <OwnPasswordForm user={user} onDone={onClose} />
      </DialogBody>
    </Dialog>
  );
}
