// Products ranked by run rate, with a tile for the daily run rate of each channel, tinted by its size.
import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, type RefObject, useMemo, useRef } from "react";
import { channelLabel, channels } from "#shared/channel.ts";
import { dashboardLabels } from "#shared/product-fields.ts";
import type { ProductSales } from "#shared/sales.ts";
import { ProductLines } from "../../domain/product-name.tsx";
import { useQuietData } from "../../lib/api/use-data.ts";
import { useDensity } from "../../lib/appearance.ts";
import { countText, numberText, rateText } from "../../lib/format.ts";
import { useInViewport } from "../../lib/in-viewport.ts";
import { useMedia } from "../../lib/media.ts";
import { useScrollRestoration } from "../../lib/navigation/scroll-restoration.ts";
import { Image } from "../../ui/image.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { type RowFocus, useRowFocus } from "../../ui/table/row-focus.ts";
import { useVirtualRows } from "../../ui/table/virtual-rows.ts";
import { Tag } from "../../ui/tag.tsx";
import style from "./trending-list.module.css";

/** Above this number of rows only the visible ones are rendered: each has two dozen nodes. */
const virtualizeAbove = 40;
/** Pixels of a row, on one line and with its tiles below the name, and of the head; the style sheet has the same. */
const heights = { usual: 58, compact: 44, stacked: 132, head: 36 };
/** Rows shown at least where there is room. */
const rowsShown = 10;
const skeletonRows = Array.from({ length: rowsShown }, (_, index) => index);

/** Explicit roles: a row laid out as a grid is no table row to the browser. */
const as = (role: string) => ({ role });

interface Props {
  /** Undefined while loading. */
  products: readonly ProductSales[] | undefined;
  onOpen: (product: ProductSales) => void;
  rows: RefObject<RowFocus | null>;
}

/** Units per day over the range, by channel. */
const channelRates = ({ saleChannels, period }: ProductSales): number[] =>
  channels.map((channel) => (saleChannels[channel] ?? 0) / period);

/** The largest rate of any product on any channel. */
const largestRate = (products: readonly ProductSales[]): number =>
  products.reduce((largest, product) => Math.max(largest, ...channelRates(product)), 0);

/** Such a rate is shown as a dash. */
const roundsToZero = (rate: number): boolean => rate < 0.05;

export function TrendingList({ products, onOpen, rows }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const stacked = useMedia("(max-width: 899px)");
  const { compact } = useDensity();
  const height = stacked ? heights.stacked : compact ? heights.compact : heights.usual;
  const count = products?.length ?? 0;
  const scroller = () => box.current;
  const { first, last, scrollToRow } = useVirtualRows({
    count,
    height,
    margin: heights.head,
    scroller,
    disabled: count <= virtualizeAbove,
    overscan: 4,
  });
  // On a phone there is no room for sparklines.
  const seen = useInViewport(box) && !stacked;
  const plan = useQuietData("GET /v1/plan", seen ? { query: {} } : null);
  const courses = useMemo(() => new Map(plan?.rows.map((row) => [row._id, row.days])), [plan]);
  useScrollRestoration("trending", scroller, products !== undefined);
  const largest = useMemo(() => largestRate(products ?? []), [products]);

  const rowAt = (index: number) => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const { active, setActive, handleKey } = useRowFocus({ count, rowAt, scrollToRow, ref: rows });

  const shownRows = Math.min(rowsShown, products ? count : rowsShown);
  const minHeight = stacked ? undefined : heights.head + shownRows * height;
  return (
    <div
      ref={box}
      className={style.box}
      style={{ minHeight, ["--row" as string]: `${height}px`, ["--tiles" as string]: channels.length + 1 }}
      data-compact={(compact && !stacked) || undefined}
    >
      <table
        className={style.table}
        aria-label="Trending Products"
        aria-busy={!products}
        aria-rowcount={products ? count + 1 : -1}
        {...as("table")}
      >
        <Head />
        <tbody
          {...as("rowgroup")}
          style={{ paddingTop: first * height, paddingBottom: Math.max(0, count - 1 - last) * height }}
        >
          {!products && skeletonRows.map((row) => <BoneRow key={row} />)}
          {products?.slice(first, last + 1).map((product, offset) => {
            const index = first + offset;
            return (
              <Row
                key={product._id}
                {...{ product, index, largest }}
                course={courses.get(product._id)}
                reachable={index === active}
                onPress={(event) => handleKey(event.key, index) && event.preventDefault()}
                onOpen={() => {
                  setActive(index);
                  onOpen(product);
                }}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head() {
  const head = (content: string, tile: "tile" | "strong" | undefined) => (
    <th
      key={content}
      scope="col"
      className={tile && style.tile}
      data-strong={tile === "strong" || undefined}
      {...as("columnheader")}
    >
      {content}
    </th>
  );
  return (
    <thead {...as("rowgroup")}>
      <tr className={style.row} aria-rowindex={1} {...as("row")}>
        {head("#", undefined)}
        {head("Product", undefined)}
        {head("30 days", undefined)}
        {channels.map((channel) => head(channelLabel(channel), "tile"))}
        {head("DRR", "strong")}
        <th scope="col" className={style.tile} data-strong data-first aria-sort="descending" {...as("columnheader")}>
          {dashboardLabels.drr}
          <ArrowDown size={12} aria-hidden="true" />
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  product: ProductSales;
  index: number;
  /** Units of each closed day, null where it was out of stock. */
  course: readonly (number | null)[] | undefined;
  /** The largest rate of any product on any channel. */
  largest: number;
  reachable: boolean;
  onPress: (event: KeyboardEvent) => void;
  onOpen: () => void;
}

function Row({ product, index, course = [], largest, reachable, onPress, onOpen }: RowProps) {
  const rates = channelRates(product);
  return (
    // The button inside has the keys; the rest of the row follows it.
    <tr className={style.row} aria-rowindex={index + 2} data-opens onClick={onOpen} {...as("row")}>
      <td {...as("cell")}>{numberText(index + 1)}</td>
      <th scope="row" className={style.product} {...as("rowheader")}>
        <Image src={product.image} />
        <ProductLines
          {...product}
          note={product.deleted && <Tag>Deleted</Tag>}
          button={{
            "aria-haspopup": "dialog",
            tabIndex: reachable ? 0 : -1,
            onKeyDown: onPress,
            onClick: (event) => {
              event.stopPropagation();
              onOpen();
            },
            ...{ "data-row": index },
          }}
        />
      </th>
      <td className={style.course} {...as("cell")}>
        {course.length > 0 && (
          <>
            <Sparkline values={course} width={96} />
            <span data-sr-only>{countText(unitsOf(course), "unit")}</span>
          </>
        )}
      </td>
      {rates.map((rate, at) => (
        <Tile key={channels[at]} rate={rate} tint={rate / largest} />
      ))}
      <Tile rate={rates.reduce((sum, rate) => sum + rate, 0)} />
      <Tile rate={product.drr} first />
    </tr>
  );
}

const unitsOf = (course: readonly (number | null)[]): number =>
  course.reduce<number>((sum, units) => sum + (units ?? 0), 0);

/** `tint`: its share in the largest rate, for channels only. `first`: the rate by which the list is ranked. */
function Tile({ rate, tint, first }: { rate: number; tint?: number; first?: boolean }) {
  const none = roundsToZero(rate);
  const heat = none || tint === undefined ? undefined : `${3 + 27 * Math.sqrt(tint)}%`;
  return (
    <td
      className={style.tile}
      data-none={none || undefined}
      data-strong={tint === undefined || undefined}
      data-first={first}
      style={heat ? { ["--heat" as string]: heat } : undefined}
      {...as("cell")}
    >
      {rateText(none ? 0 : rate)}
    </td>
  );
}

function BoneRow() {
  return (
    <tr className={style.row} {...as("row")}>
      <td {...as("cell")} />
      <td className={style.product} {...as("cell")}>
        <span className={style.bone} />
        <span className={style.bone} />
      </td>
    </tr>
  );
}
