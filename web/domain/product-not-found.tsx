// The screen of a product that is deleted or unknown.
import { PackageX } from "lucide-react";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function ProductNotFound({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty
        icon={PackageX}
        text="Product not found. It may have been deleted."
        action={
          <>
            <ButtonLink to="/products">All products</ButtonLink>
            <ButtonLink to="/products/deleted">Deleted products</ButtonLink>
          </>
        }
      />
    </Page>
  );
}
