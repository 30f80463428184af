// The products of a count: not yet counted, counted, or all. A product without a barcode is chosen from it.
import { ArrowLeft, CircleCheck } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { ContextProduct } from "#shared/app.ts";
import type { Count } from "#shared/count.ts";
import { codeText, nameParts, ProductLines } from "../../domain/product-name.tsx";
import { byShelf, useShelves } from "../../domain/shelf.ts";
import { clockText, numberText } from "../../lib/format.ts";
import { useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import style from "./count.module.css";
import type { Tally } from "./progress.ts";

interface ProductRow extends ContextProduct {
  shelf: string;
  tally: Tally | undefined;
  recount: boolean;
  expected: boolean;
}

interface Props {
  count: Count;
  /** All products that may be counted, and those that are expected. */
  products: readonly ContextProduct[];
  toCount: readonly ContextProduct[];
  tallies: ReadonlyMap<string, Tally>;
  onChoose: (product: string) => void;
}

const peopleOf = ({ tally }: ProductRow): string => [...new Set(tally?.lines.map(({ user }) => user.name))].join(", ");
const unitsText = ({ tally }: ProductRow): string => (tally ? numberText(tally.units) : "–");

const columns: Column<ProductRow>[] = [
  {
    head: "Product",
    rowHeader: true,
    cell: (row) => (
      <span className={style.head}>
        <Image src={row.image} />
        <ProductLines {...row} />
      </span>
    ),
    sort: ({ name }) => name,
  },
  {
    head: "Recount",
    width: "7rem",
    cell: ({ recount }) => recount && <Tag tone="warn">recount</Tag>,
    sort: ({ recount }) => Number(!recount),
  },
  { head: "Counted", width: "7rem", right: true, cell: unitsText, sort: ({ tally }) => tally?.units ?? -1 },
  { head: "Counted by", width: "12rem", cell: peopleOf, sort: peopleOf },
  {
    head: "Last",
    width: "6rem",
    cell: ({ tally }) => tally?.lines[0] && clockText(tally.lines[0].at),
    sort: ({ tally }) => tally?.lines[0]?.at ?? 0,
    orders: byTime,
  },
];

const shelfColumn: Column<ProductRow> = { head: "Shelf", width: "9rem", cell: ({ shelf }) => shelf };

const phone = (row: ProductRow) => ({
  image: <Image src={row.image} />,
  title: nameParts(row.name).base,
  note: [row.recount && "recount", row.shelf, codeText(row)].filter(Boolean).join(" · "),
  last: peopleOf(row) || undefined,
  number: unitsText(row),
});

const isIn = ({ tally, expected }: ProductRow, list: string): boolean =>
  list === "all" || (list === "counted" ? tally !== undefined : expected && !tally);

const nameOf = ({ name }: ProductRow): string => name;

export function CountProducts({ count, products, toCount, tallies, onChoose }: Props) {
  const [list, setList] = useQueryParam("list");
  const search = useSearch<ProductRow>(({ name, p_id, codes = "", shelf }) => [name, p_id, codes, shelf]);
  const shelfOf = useShelves();
  const expected = useMemo(() => new Set(toCount.map(({ _id }) => _id)), [toCount]);
  const rows = useMemo(
    () =>
      byShelf(
        products.map((product) => ({
          ...product,
          shelf: shelfOf(product._id, count.warehouse._id),
          tally: tallies.get(product._id),
          recount: product._id in count.rounds && !tallies.has(product._id),
          expected: expected.has(product._id),
        })),
        ({ shelf }) => shelf,
      ),
    [products, expected, tallies, count, shelfOf],
  );
  const hasShelves = rows.some(({ shelf }) => shelf);
  const shown = useMemo(() => [...columns, ...(hasShelves ? [shelfColumn] : [])], [hasShelves]);
  const isShown = useCallback((row: ProductRow) => isIn(row, list) && search.matches(row), [list, search.matches]);
  const chips = [
    ["to-go", "To go"],
    ["counted", "Counted"],
    ["all", "All"],
  ] as const;
  return (
    <>
      <div className={style.between}>
        <ToggleChips label="Products">
          {chips.map(([value, word]) => (
            <ToggleChip key={value} pressed={list === value} onClick={() => setList(value, "replace")}>
              {word} <strong>{numberText(rows.filter((row) => isIn(row, value)).length)}</strong>
            </ToggleChip>
          ))}
        </ToggleChips>
        <Button icon={ArrowLeft} onClick={() => setList("")}>
          Back
        </Button>
      </div>
      <DataTable
        label="Products of the count"
        list={{ ...loaded, data: rows }}
        columns={shown}
        phone={phone}
        phoneRowHeight={twoLineHeight}
        rowHeight={52}
        rowFilter={isShown}
        defaultSort="Recount"
        nameOf={nameOf}
        noun="product"
        search={<SearchField {...search.field} placeholder="Search (name or P.ID)" />}
        query={search.query}
        onClear={() => search.field.onChange("")}
        noMatch={
          list === "to-go" && !search.query ? (
            <Empty good icon={CircleCheck} text="All products are counted." />
          ) : undefined
        }
        onOpen={({ _id }) => onChoose(_id)}
        empty="There are no products."
      />
    </>
  );
}

const loaded = {
  failure: undefined,
  loading: false,
  stale: false,
  slow: false,
  retryAt: undefined,
  updatedAt: undefined,
  unconfirmed: false,
  lastKnown: false,
  truncated: false,
  retry: () => undefined,
};
