// Adds a product, or edits the one its list hands along; after a reload it is found in the list.
import { PackageX } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { useData } from "../../lib/api/use-data.ts";
import { useEditedRow } from "../../lib/navigation/edited-row.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FormSkeleton } from "../../ui/form/form-page.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { ProductFields } from "./product-fields.tsx";

export function ProductForm() {
  const { id } = useParams();
  return id ? <Edit key={id} id={id} /> : <Add />;
}

/** After each product an empty form for the next. */
function Add() {
  const [made, setMade] = useState(0);
  return <ProductFields key={made} next={made > 0} onCreated={() => setMade(made + 1)} />;
}

function Edit({ id }: { id: string }) {
  const list = useData("GET /v1/products");
  const product = useEditedRow("product", id, list.data);
  if (product) return <ProductFields product={product} />;
  if (list.loading)
    return (
      <FormSkeleton title="Edit Product">
        <LoadError query={list} />
      </FormSkeleton>
    );
  return (
    <Page title="Edit Product">
      <Empty
        icon={PackageX}
        text="Product not found. It may have been deleted."
        action={<ButtonLink to="/products">All products</ButtonLink>}
      />
    </Page>
  );
}
