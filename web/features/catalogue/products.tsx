// The list of products with stock, run rate and marketplace links; adding, editing and deleting them.
import { ArchiveRestore, CircleX, History, Package, Pencil, Plus, Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useDesk, useProductRows } from "../../domain/desk.ts";
import { codeText, nameParts } from "../../domain/product-name.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { deleting, useCachedList, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, numberText, rateText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Image } from "../../ui/image.tsx";
import { Marked } from "../../ui/marked.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { ClampedText, Code, Tag } from "../../ui/tag.tsx";
import style from "./products.module.css";

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

/** A number with a tag before it: in a narrow column the tag is cut off, never the number. */
function TaggedNumber({ tag, children }: { tag: ReactNode; children: string }) {
  return (
    <span className={style.tagged}>
      {tag} <span>{children}</span>
    </span>
  );
}

const sites = ["amazon", "flipkart", "website"] as const;

/** Links to the product on each site, aligned by site in a column. In a narrow column each is a letter. */
function ProductLinks({ product }: { product: Pick<Product, "name" | "amazon" | "flipkart" | "website"> }) {
  if (!sites.some((site) => product[site])) return null;
  return (
    <span className={style.listings}>
      <span className={style.links}>
        {sites.map(
          (site) =>
            product[site] && (
              <ExternalLink key={site} href={product[site]} name={`${productLabels[site]} listing of ${product.name}`}>
                {productLabels[site]}
              </ExternalLink>
            ),
        )}
      </span>
    </span>
  );
}

const columns: Column<Product>[] = [
  { head: "Image", width: "3.25rem", cell: ({ image }) => <Image src={image} /> },
  { head: productLabels.p_id, width: "7.75rem", cell: ({ p_id }) => <Code>{p_id}</Code>, sort: ({ p_id }) => p_id },
  { head: productLabels.name, cell: ({ name }) => <ClampedText>{name}</ClampedText>, sort: ({ name }) => name },
  {
    head: productLabels.stock,
    width: "7.75rem",
    right: true,
    cell: (product) => <TaggedNumber tag={<StockTag product={product} />}>{numberText(product.stock)}</TaggedNumber>,
    sort: ({ stock }) => stock,
  },
  {
    head: productLabels.minimum,
    width: "6rem",
    right: true,
    cell: (product) => numberText(minimumStock(product)),
    sort: minimumStock,
  },
  { head: productLabels.drr, width: "5.75rem", right: true, cell: ({ drr }) => rateText(drr), sort: ({ drr }) => drr },
  {
    head: productLabels.lead_time,
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

const packText = ({ pack }: Product): string => (pack ? numberText(pack) : "–");

const wideColumns = columns.toSpliced(-1, 0, {
  head: productLabels.pack,
  width: "8.75rem",
  right: true,
  cell: packText,
  sort: ({ pack = 0 }) => pack,
});

const phone = (product: Product) => ({
  image: <Image src={product.image} />,
  title: nameParts(product.name).base,
  note: (
    <>
      <Marked>{codeText(product)}</Marked> <StockTag product={product} />
    </>
  ),
  number: numberText(product.stock),
});

const more = (product: Product) => (
  <>
    <Stats
      entries={[
        [productLabels.stock, numberText(product.stock)],
        [productLabels.minimum, numberText(minimumStock(product))],
        [productLabels.drr, rateText(product.drr)],
        [productLabels.lead_time, `${product.lead_time} days`],
        ...(product.pack ? [[productLabels.pack, packText(product)] as const] : []),
      ]}
    />
    <ProductLinks product={product} />
  </>
);

const productId = ({ _id }: Product): string => _id;

const unitsDeletedWith = ({ stock, in_transit }: Product): string => {
  const parts = [
    stock && `${countText(stock, "unit")} in stock`,
    in_transit && `${countText(in_transit, "unit")} in transit`,
  ];
  return parts.filter(Boolean).join(" and ");
};

export function Products() {
  const list = useData("GET /v1/products");
  const search = useSearch<Product>(({ p_id, name }) => [p_id, name]);
  const rows = useProductRows(productId);
  const { shown: isBeside } = useDesk();
  const confirm = useConfirm();
  const wide = useMedia("(min-width: 1600px)");
  const download = useDownload("GET /v1/product/export", {});
  const cached = useCachedList<Product>("/v1/products");
  const remove = useMutation("DELETE /v1/products/{id}", {
    messages: deleting,
    merge: (_, { path }) => cached.drop(path.id),
    reload: affectedQueries.products,
  });

  const confirmAndRemove = async (product: Product) => {
    const units = unitsDeletedWith(product);
    const yes = await confirm({
      title: "Delete product",
      text: `Permanently deleting "${product.name}" will remove all its inventory and related data. This action cannot be reversed. Continue?`,
      detail: units ? `Also deletes ${units}` : "It has no stock, and none is in transit",
      action: "Delete product",
    });
    if (yes) await remove.run({ path: { id: product._id } });
  };

  const add = (
    <PrimaryLink thumb icon={Plus} to="/products/opr">
      Add Product
    </PrimaryLink>
  );
  const deleted = <PageLink icon={ArchiveRestore} label="Deleted products" short="Deleted" to="/products/deleted" />;
  const actions = (
    <>
      {deleted}
      <ExportButton download={download} of="all products">
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
        columns={wide ? wideColumns : columns}
        phone={phone}
        phoneRowHeight={twoLineHeight}
        more={more}
        search={<SearchField {...search.field} placeholder={`Search (${productLabels.p_id} or name)`} />}
        rowFilter={search.matches}
        query={search.query}
        onClear={() => search.field.onChange("")}
        {...rows}
        compact={isBeside}
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
            to: (product) => ({ path: `/products/opr/${product._id}`, state: { product } }),
          },
          { name: "Delete", icon: Trash2, tone: "danger", run: confirmAndRemove },
        ]}
        empty={
          <Empty
            icon={Package}
            text="No products yet. Add the first one you sell."
            action={
              <>
                {add}
                {deleted}
              </>
            }
          />
        }
      />
    </Page>
  );
}
