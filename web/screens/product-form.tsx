// Adds a product, or edits the one its list hands along; after a reload it is found in the list.
import { PackageX } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation, useNavigationType, useParams } from "react-router-dom";
import type { Product } from "#shared/product.ts";
import { useData } from "../lib/use-data.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { FormBones } from "../ui/form-page.tsx";
import { Page } from "../ui/page.tsx";
import { Trouble } from "../ui/trouble.tsx";
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
  const { state } = useLocation();
  // Handed along just now; after a reload or on the way back it may be old.
  const handed: Product | undefined = useNavigationType() === "POP" ? undefined : state?.product;
  const found = list.data?.find(({ _id }) => _id === id) ?? (handed?._id === id ? handed : undefined);
  // What is being typed stays, even when somebody deletes the product meanwhile.
  const first = useRef(found);
  first.current ??= found;
  const product = first.current;
  if (product) return <ProductFields product={product} />;
  if (list.loading)
    return (
      <FormBones title="Edit Product">
        <Trouble of={list} />
      </FormBones>
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
