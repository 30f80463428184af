// The screen for a role without access. A chunk of its own: the other empty screen would load its icon too.
import { Lock } from "lucide-react";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function NoAccess() {
  return (
    <Page title="No access">
      <Empty icon={Lock} text="No access, ask a manager." action={<ButtonLink to="/">Home</ButtonLink>} />
    </Page>
  );
}
