// A screen the role may not open.
import { Lock } from "lucide-react";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function NoAccess() {
  return (
    <Page title="No access">
      <Empty icon={Lock} text="No access, ask a manager." action={<ButtonLink to="/">Go to the start</ButtonLink>} />
    </Page>
  );
}
