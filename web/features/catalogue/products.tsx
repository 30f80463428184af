// The catalogue: stock, run rate and listings of every product; adding, editing and deleting them.
import { CircleX, History, Package, Pencil, Plus, Trash2, TriangleAlert } from "lucide-react";
import type { Product } from "#shared/product.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useCachedList } from "../../lib/api/cached-list.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { deleting, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, numberText, rateText } from "../../lib/format.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryLink } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ClampedText, Code, Tag } from "../../ui/tag.tsx";
import { ProductLinks } from "./product-links.tsx";
import { TaggedNumber } from "./tagged-number.tsx";

function StockTag({ product }: { product: Product }) {
  if (product.stock === 0)
    return (
      <Tag tone="danger" icon={CircleX}>
        Out
      </Tag>
    );
  if (!isLow(product)) return null;
  return (
    <Tag tone="warn" icon={TriangleAlert}>
      Low
    </Tag>
  );
}

const columns: Column<Product>[] = [
  { head: "Image", width: "3.25rem", cell: ({ image }) => <Image src={image} /> },
  { head: "P.ID/SKU/BC", width: "7.75rem", cell: ({ p_id }) => <Code>{p_id}</Code>, sort: ({ p_id }) => p_id },
  { head: "Product Name", cell: ({ name }) => <ClampedText>{name}</ClampedText>, sort: ({ name }) => name },
  {
    head: "Avl. Stock",
    width: "7.75rem",
    right: true,
    cell: (product) => <TaggedNumber mark={<StockTag product={product} />}>{numberText(product.stock)}</TaggedNumber>,
    sort: ({ stock }) => stock,
  },
  {
    head: "Min. Stock",
    width: "6rem",
    right: true,
    cell: (product) => numberText(minimumStock(product)),
    sort: minimumStock,
  },
  { head: "DRR (3D)", width: "5.75rem", right: true, cell: ({ drr }) => rateText(drr), sort: ({ drr }) => drr },
  {
    head: "Lead Time",
    width: "5.75rem",
    right: true,
    cell: ({ lead_time }) => `${lead_time} days`,
    sort: ({ lead_time }) => lead_time,
  },
  {
    head: "Listings",
    width: "clamp(6.25rem, 60vw - 48rem, 13.5rem)",
    cell: (product) => <ProductLinks product={product} />,
  },
];

const phone = (product: Product) => ({
  image: <Image src={product.image} />,
  title: product.name,
  note: (
    <>
      {product.p_id} <StockTag product={product} />
    </>
  ),
  number: numberText(product.stock),
});

const more = (product: Product) => (
  <>
    <Stats
      entries={[
        ["Avl. Stock", numberText(product.stock)],
        ["Min. Stock", numberText(minimumStock(product))],
        ["DRR (3D)", rateText(product.drr)],
        ["Lead Time", `${product.lead_time} days`],
      ]}
    />
    <ProductLinks product={product} />
  </>
);

const goesWith = ({ stock, in_transit }: Product): string => {
  const units = [
    stock && `${countText(stock, "unit")} in stock`,
    in_transit && `${countText(in_transit, "unit")} in transit`,
  ];
  return units.filter(Boolean).join(" and ");
};

export function Products() {
  const list = useData("GET /v1/products");
  const search = useSearch<Product>(({ p_id, name }) => [p_id, name]);
  const confirm = useConfirm();
  const report = useDownload("GET /v1/product/export", {});
  const cached = useCachedList<Product>("/v1/products");
  const remove = useMutation("DELETE /v1/products/{id}", {
    messages: deleting,
    merge: (_, { path }) => cached.drop(path.id),
    reload: affectedQueries.products,
  });

  const askAndRemove = async (product: Product) => {
    const lost = goesWith(product);
    const yes = await confirm({
      title: "Delete product",
      text: `Permanently deleting "${product.name}" will remove all its inventory and related data. This action cannot be reversed. Continue?`,
      detail: lost ? `Goes with it: ${lost}` : "It has no stock, and nothing of it is in transit",
      action: "Delete product",
    });
    if (yes) await remove.run({ path: { id: product._id } });
  };

  const add = (
    <PrimaryLink thumb icon={Plus} to="/products/opr">
      Add Product
    </PrimaryLink>
  );
  const actions = (
    <>
      <ExportButton download={report} of="all products">
        Export
      </ExportButton>
      {add}
    </>
  );
  return (
    <Page title="Manage Products" action={actions}>
      <DataTable
        label="Products"
        list={list}
        columns={columns}
        phone={phone}
        more={more}
        search={<SearchField {...search.field} placeholder="Search (P.ID/SKU/BC or name)" />}
        rowFilter={search.matches}
        query={search.query}
        onClear={() => search.field.onChange("")}
        noun="product"
        nameOf={({ name }) => name}
        actions={[
          {
            name: "History",
            icon: History,
            to: (product) => ({ path: `/products/${product._id}/history`, state: { product } }),
          },
          {
            name: "Edit",
            icon: Pencil,
            primary: true,
            to: (product) => ({ path: `/products/opr/${product._id}`, state: { product } }),
          },
          { name: "Delete", icon: Trash2, tone: "danger", run: askAndRemove },
        ]}
        empty={<Empty icon={Package} text="No products yet. Add the first one you sell." action={add} />}
      />
    </Page>
  );
}
