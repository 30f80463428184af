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
import { productsOf } from "#shared/catalogue.ts";
import type { Product } from "#shared/product.ts";
import { codesIn } from "#shared/product-code.ts";
import {
  factsOf,
  fieldNumberText,
  type LinkField,
  linkFields,
  type NotedField,
  notedFields,
  productLabels,
} from "#shared/product-fields.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import { useCatalogue } from "../../domain/catalogue.tsx";
import { numberColumn, textColumn } from "../../domain/columns.tsx";
import { searchedTexts } from "../../domain/find-products.ts";
import { useProductRows } from "../../domain/panel.ts";
import { codeText, NameOverCode, nameParts } from "../../domain/product-name.tsx";
import { termColumn } from "../../domain/term.tsx";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useRemoval } from "../../domain/use-removal.ts";
import { useDownload } from "../../lib/api/download.ts";
import { numberText, rateText } from "../../lib/format.ts";
import { laterComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useSearch } from "../../lib/navigation/url-state.ts";
import { hasWords } from "../../lib/search.ts";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Highlighted, SearchedWords } from "../../ui/highlighted.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import { useCellKeys } from "../../ui/table/cell-keys.ts";
import { ChoiceBox, Choosing, choiceColumn } from "../../ui/table/choice.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { serial } from "../../ui/table/responsive-columns.tsx";
import { Code, Tag, TwoLines } from "../../ui/tag.tsx";
import { deleteQuestion } from "./delete-question.ts";
import { useOfferRestoring } from "./offer-restoring.ts";
import style from "./products.module.css";

const BulkBar = laterComponent(() => import("./bulk-bar.tsx"), "BulkBar");

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

/** Links to the product on each site, aligned by site. In a narrow column each link is a letter. */
function ProductLinks({ product }: { product: Pick<Product, "name" | LinkField> }) {
  if (!linkFields.some((site) => product[site])) return null;
  return (
    <span className={style.listings}>
      <span className={style.links}>
        {linkFields.map(
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

/** The P.ID; below it the further codes, those that match the search first, former P.IDs among them. */
function ProductCodes({ product: { p_id, codes, former } }: { product: Product }) {
  const words = useContext(SearchedWords);
  const isSearched = (code: string) => words.some((word) => hasWords([code], [word]));
  const shown = [...codesIn(codes), ...codesIn(former).filter(isSearched)];
  if (shown.length === 0) return <Code>{p_id}</Code>;
  const further = shown.sort((a, b) => Number(isSearched(b)) - Number(isSearched(a)));
  return <TwoLines note={<Highlighted>{further.join(", ")}</Highlighted>}>{p_id}</TwoLines>;
}

const listed = notedFields.filter((field) => factsOf(field).column);

const fieldColumn = (field: NotedField): Column<Product> => {
  const { kind, column } = factsOf(field);
  if (kind !== "number") return textColumn(productLabels[field], (product) => String(product[field] ?? ""), column);
  return numberColumn(productLabels[field], (product) => Number(product[field] ?? 0), {
    ...column,
    cell: ({ [field]: value }) => (value === undefined ? "–" : fieldNumberText(field, Number(value))),
  });
};

const columns: Column<Product>[] = [
  choiceColumn("Choice", ({ name }) => name),
  { ...serial, width: "3.75rem" },
  { head: "Image", width: "3.25rem", least: "2.75rem", gives: 1, cell: ({ image }) => <Image src={image} /> },
  {
    head: productLabels.p_id,
    width: "8.5rem",
    // An EAN.
    least: "7.5rem",
    gives: 1,
    cell: (product) => <ProductCodes product={product} />,
    sort: ({ p_id }) => p_id,
  },
  textColumn(productLabels.name, ({ name }) => name, {
    least: "8rem",
    usual: "20rem",
    without: { head: productLabels.p_id, least: "8.5rem", cell: (product) => <NameOverCode {...product} /> },
  }),
  numberColumn(productLabels.stock, ({ stock }) => stock, {
    width: "7.75rem",
    least: "5.5rem",
    cell: (product) => <TaggedNumber tag={<StockTag product={product} />}>{numberText(product.stock)}</TaggedNumber>,
  }),
  termColumn(productLabels.minimum, "minimum", minimumStock, { width: "5.5rem", least: "4.25rem", gives: 3 }),
  termColumn(productLabels.drr, "drr", ({ drr }) => drr, {
    width: "5.25rem",
    least: "4.25rem",
    gives: 4,
    text: ({ drr }) => rateText(drr),
  }),
  ...listed.map(fieldColumn),
  { head: "Listings", width: "13.5rem", least: "5.75rem", cell: (product) => <ProductLinks product={product} /> },
];

/** While products are chosen, the box stands in the place of the picture. */
const phoneRow = (choosing: boolean) => (product: Product) => ({
  image: choosing ? <ChoiceBox row={product} name={product.name} /> : <Image src={product.image} />,
  title: nameParts(product.name).base,
  note: (
    <>
      <Highlighted>{codeText(product)}</Highlighted> <StockTag product={product} />
    </>
  ),
  number: numberText(product.stock),
});

const more = (product: Product) => (
  <>
    {product.codes && <DefinitionList entries={[[productLabels.codes, product.codes]]} />}
    <ProductLinks product={product} />
  </>
);

const productId = ({ _id }: Product): string => _id;

export function Products() {
  const list = useCatalogue(productsOf);
  const search = useSearch<Product>(searchedTexts);
  const scan = useCodeSearch(search.field.onChange);
  const { chosen, choose, products: chosenProducts } = useChosen(list.data);
  const isChoosing = chosenProducts.length > 0;
  const phone = useMemo(() => phoneRow(isChoosing), [isChoosing]);
  const onPhone = usePhone();
  const rows = useProductRows(productId);
  useCellKeys();
  const download = useDownload("GET /v1/product/export", {});
  const remove = useRemoval(
    "DELETE /v1/products/{id}",
    (product: Product) => deleteQuestion([product]),
    useOfferRestoring("POST /v1/products/{id}/restore"),
  );

  const add = (
    <PrimaryLink thumb icon={Plus} to="/products/opr">
      Add Product
    </PrimaryLink>
  );
  const codes = <PageLink icon={Tags} label="Channel codes" short="Codes" to="/picklist/codes" />;
  const deleted = <PageLink icon={ArchiveRestore} label="Deleted products" short="Deleted" to="/products/deleted" />;
  const importLink = <PageLink icon={FileSpreadsheet} label="Import products" short="Import" to="/products/import" />;
  const actions = (
    <>
      {codes}
      {deleted}
      <ExportButton download={download} of="all products">
        Export
      </ExportButton>
      {importLink}
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
          columns={columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          more={more}
          search={
            <SearchField {...search.field} onScan={scan} placeholder={`Search (${productLabels.p_id} or name)`} />
          }
          {...search.table}
          {...rows}
          noun="product"
          nameOf={({ name }) => name}
          actions={[
            { name: "History", icon: History, to: ({ _id }) => `/products/${_id}/history` },
            { name: "Edit", icon: Pencil, to: ({ _id }) => `/products/opr/${_id}` },
            ...(onPhone ? [{ name: "Choose", icon: ListChecks, run: ({ _id }: Product) => choose([_id], true) }] : []),
            { name: "Delete", icon: Trash2, tone: "danger", run: remove },
          ]}
          empty={<Empty icon={Package} text="No products yet. Add the first one you sell." action={add} />}
        />
      </Choosing>
      <BulkBar
        chosen={chosenProducts}
        hidden={chosenProducts.filter((product) => !search.matches(product)).length}
        small={onPhone}
        onAll={chooseAll}
        drop={(products) =>
          choose(
            products.map(({ _id }) => _id),
            false,
          )
        }
      />
    </Page>
  );
}

/** The chosen products, across searches, as long as they exist. */
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
