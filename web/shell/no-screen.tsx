// The screens of an unknown address, and of one that a role has no access to.
import { Compass, Lock } from "lucide-react";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function NotFound() {
  return (
    <Page title="Page Not Found">
      <Empty
        icon={Compass}
        text="There is nothing at this address. It may have moved, or been mistyped."
        action={<ButtonLink to="/">Home</ButtonLink>}
      />
    </Page>
  );
}

export function NoAccess() {
  return (
    <Page title="No access">
      <Empty icon={Lock} text="No access, ask a manager." action={<ButtonLink to="/">Home</ButtonLink>} />
    </Page>
  );
}
