// The screen for an unknown address. A chunk of its own, apart from no-access.tsx.
import { Compass } from "lucide-react";
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
