// The list of products with stock, run rate and marketplace links; adding, editing and deleting them.
import {
  ArchiveRestore,
  CircleX,
  FileSpreadsheet,
  History,
  ListChecks,
  Package,
  Pencil,
  Plus,
  Tags,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { Product } from "#shared/product.ts";
import { codesIn } from "#shared/product-code.ts";
import { productLabels } from "#shared/product-label.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useDesk, useProductRows } from "../../domain/desk.ts";
import { searchedTexts } from "../../domain/find-products.ts";
import { codeText, nameParts } from "../../domain/product-name.tsx";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { deleting, useCachedList, useMutation } from "../../lib/api/use-mutation.ts";
import { numberText, rateText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { hasWords } from "../../lib/search.ts";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Image } from "../../ui/image.tsx";
import { Marked, SearchedWords } from "../../ui/marked.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import { ChoiceBox, Choosing, choiceColumn } from "../../ui/table/choice.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { serial } from "../../ui/table/responsive-columns.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ClampedText, Code, Tag } from "../../ui/tag.tsx";
import { deleteQuestion } from "./delete-question.ts";
import style from "./products.module.css";

const ManyBar = lazyComponent(() => import("./many-bar.tsx"), "ManyBar");

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

/** The P.ID; below it the further codes, first those that are searched for. */
function ProductCodes({ product: { p_id, codes } }: { product: Product }) {
  const words = useContext(SearchedWords);
  if (!codes) return <Code>{p_id}</Code>;
  const isSearched = (code: string) => words.some((word) => hasWords([code], [word]));
  const further = codesIn(codes).sort((a, b) => Number(isSearched(b)) - Number(isSearched(a)));
  return <TwoLines note={<Marked>{further.join(", ")}</Marked>}>{p_id}</TwoLines>;
}

const columns: Column<Product>[] = [
  choiceColumn("Choice", ({ name }) => name),
  { ...serial, width: "3.75rem" },
  { head: "Image", width: "3.25rem", cell: ({ image }) => <Image src={image} /> },
  {
    head: productLabels.p_id,
    width: "7.75rem",
    cell: (product) => <ProductCodes product={product} />,
    sort: ({ p_id }) => p_id,
  },
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
    width: "5.5rem",
    right: true,
    cell: (product) => numberText(minimumStock(product)),
    sort: minimumStock,
  },
  { head: productLabels.drr, width: "5.25rem", right: true, cell: ({ drr }) => rateText(drr), sort: ({ drr }) => drr },
  {
    head: productLabels.lead_time,
    width: "5.25rem",
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

/** While products are chosen, the box stands in the place of the picture. */
const phoneRow = (choosing: boolean) => (product: Product) => ({
  image: choosing ? <ChoiceBox row={product} name={product.name} /> : <Image src={product.image} />,
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
        ...(product.codes ? [[productLabels.codes, product.codes] as const] : []),
        ...(product.pack ? [[productLabels.pack, packText(product)] as const] : []),
      ]}
    />
    <ProductLinks product={product} />
  </>
);

const productId = ({ _id }: Product): string => _id;

export function Products() {
  const list = useData("GET /v1/products");
  const search = useSearch<Product>(searchedTexts);
  const scan = useCodeSearch(search.field.onChange);
  const { chosen, choose, products: chosenProducts } = useChosen(list.data);
  const isChoosing = chosenProducts.length > 0;
  const phone = useMemo(() => phoneRow(isChoosing), [isChoosing]);
  const onPhone = usePhone();
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
    if (await confirm(deleteQuestion([product]))) await remove.run({ path: { id: product._id } });
  };

  const add = (
    <PrimaryLink thumb icon={Plus} to="/products/opr">
      Add Product
    </PrimaryLink>
  );
  const codes = <PageLink icon={Tags} label="Channel codes" short="Codes" to="/picklist/codes" />;
  const deleted = <PageLink icon={ArchiveRestore} label="Deleted products" short="Deleted" to="/products/deleted" />;
  const sheet = <PageLink icon={FileSpreadsheet} label="Import products" short="Import" to="/products/import" />;
  const actions = (
    <>
      {!isBeside && codes}
      {deleted}
      <ExportButton download={download} of="all products">
        Export
      </ExportButton>
      {sheet}
      {!(onPhone && isChoosing) && add}
    </>
  );
  const chooseAll = () => choose(list.data?.filter(search.matches).map(({ _id }) => _id) ?? [], true);
  return (
    <Page title="Manage Products" action={actions}>
      <Choosing chosen={chosen} choose={choose} verb="Choose">
        <DataTable
          label="Products"
          unnumbered
          list={list}
          columns={wide ? wideColumns : columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          more={more}
          search={
            <SearchField {...search.field} onScan={scan} placeholder={`Search (${productLabels.p_id} or name)`} />
          }
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
            ...(onPhone ? [{ name: "Choose", icon: ListChecks, run: ({ _id }: Product) => choose([_id], true) }] : []),
            { name: "Delete", icon: Trash2, tone: "danger", run: confirmAndRemove },
          ]}
          empty={
            <Empty
              icon={Package}
              text="No products yet. Add the first one you sell."
              action={
                <>
                  {add}
                  {sheet}
                  {deleted}
                </>
              }
            />
          }
        />
      </Choosing>
      {chosen.size > 0 && (
        <ManyBar
          chosen={chosenProducts}
          hidden={chosenProducts.filter((product) => !search.matches(product)).length}
          small={onPhone || isBeside}
          onAll={chooseAll}
          drop={(products) =>
            choose(
              products.map(({ _id }) => _id),
              false,
            )
          }
        />
      )}
    </Page>
  );
}

/** The chosen products, across searches, as long as they are there. */
function useChosen(list: readonly Product[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set());
  const choose = useCallback((ids: readonly string[], on: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) after[on ? "add" : "delete"](id);
      return after;
    });
  }, []);
  const products = useMemo(() => list?.filter(({ _id }) => chosen.has(_id)) ?? [], [list, chosen]);
  return { chosen, choose, products };
}
