// Products ranked by run rate, with a tile for the daily run rate of each channel.
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { channelLabel, channels } from "#shared/channel.ts";
import { dashboardLabels } from "#shared/product-label.ts";
import type { ProductSales } from "#shared/sales.ts";
import { numberText, rateText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import { useScrollRestoration } from "../../lib/navigation/scroll-restoration.ts";
import { Image } from "../../ui/image.tsx";
import { type RowFocus, useRowFocus } from "../../ui/table/row-focus.ts";
import { useVirtualRows } from "../../ui/table/virtual-rows.ts";
import { Code, Tag } from "../../ui/tag.tsx";
import style from "./trending-list.module.css";

/** Above this number of rows only the visible ones are rendered: each has two dozen nodes. */
const virtualizeAbove = 40;
/** Heights of a row in pixels, wide and stacked; the style sheet has the same. */
const rowHeights = { wide: 60, stacked: 116 };
const skeletonRows = Array.from({ length: 8 }, (_, index) => index);

interface Props {
  /** Undefined while loading. */
  products: readonly ProductSales[] | undefined;
  onOpen: (product: ProductSales) => void;
  onPreload: () => void;
  rows: RefObject<RowFocus | null>;
}

/** Units per day: over the range by channel and in total, and over the last three days. */
const ratesOf = ({ saleChannels, period, drr }: ProductSales) => {
  const units = channels.map((channel) => saleChannels[channel] ?? 0);
  return [
    ...channels.map((channel, index) => ({
      name: channelLabel[channel],
      rate: (units[index] ?? 0) / period,
      strong: false,
    })),
    { name: "DRR", rate: units.reduce((sum, each) => sum + each, 0) / period, strong: true },
    { name: dashboardLabels.drr, rate: drr, strong: true },
  ];
};

export function TrendingList({ products, onOpen, onPreload, rows }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const stacked = useMedia("(max-width: 1080px)");
  const height = stacked ? rowHeights.stacked : rowHeights.wide;
  const count = products?.length ?? 0;
  const scroller = () => box.current;
  const { first, last, scrollToRow } = useVirtualRows({
    count,
    height,
    scroller,
    disabled: count <= virtualizeAbove,
    overscan: 4,
  });
  useScrollRestoration("trending", scroller, products !== undefined);

  const rowAt = (index: number) => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const { active, setActive, handleKey } = useRowFocus({ count, rowAt, scrollToRow, ref: rows });

  if (!products) return <Skeleton />;
  return (
    <div ref={box} className={style.box}>
      <ol style={{ paddingTop: first * height, paddingBottom: (count - 1 - last) * height }}>
        {products.slice(first, last + 1).map((product, offset) => {
          const index = first + offset;
          return (
            <Row
              key={product._id}
              {...{ product, index, count, onPreload }}
              reachable={index === active}
              onPress={(event) => handleKey(event.key, index) && event.preventDefault()}
              onOpen={() => {
                setActive(index);
                onOpen(product);
              }}
            />
          );
        })}
      </ol>
    </div>
  );
}

interface RowProps {
  product: ProductSales;
  index: number;
  count: number;
  reachable: boolean;
  onPress: (event: KeyboardEvent) => void;
  onOpen: () => void;
  onPreload: () => void;
}

function Row({ product, index, count, reachable, onPress, onOpen, onPreload }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has the keys; the rest of the row follows it.
    <li
      className={style.row}
      aria-setsize={count}
      aria-posinset={index + 1}
      onClick={onOpen}
      onPointerEnter={onPreload}
    >
      <span className={style.what}>
        <span className={style.rank}>{numberText(index + 1)}</span>
        <Image src={product.image} />
        <span className={style.lines}>
          <button
            type="button"
            className={style.name}
            title={product.name}
            aria-haspopup="dialog"
            data-row={index}
            tabIndex={reachable ? 0 : -1}
            onFocus={onPreload}
            onKeyDown={onPress}
            onClick={(event) => {
              event.stopPropagation();
              onOpen();
            }}
          >
            {product.name}
          </button>
          <span className={style.note}>
            <Code>{product.p_id}</Code>
            {product.deleted && <Tag>Deleted</Tag>}
          </span>
        </span>
      </span>
      <dl className={style.tiles}>
        {ratesOf(product).map(({ name, rate, strong }) => (
          <Tile key={name} {...{ name, rate, strong }} />
        ))}
      </dl>
    </li>
  );
}

/** Two grid cells without a wrapper: the list has hundreds of tiles. */
function Tile({ name, rate, strong }: { name: string; rate: number; strong: boolean }) {
  const attributes = { "data-strong": strong || undefined, "data-none": rate === 0 || undefined };
  return (
    <>
      <dt {...attributes}>{name}</dt>
      <dd {...attributes}>{rateText(rate)}</dd>
    </>
  );
}

function Skeleton() {
  return (
    <div className={style.box} aria-busy="true">
      {skeletonRows.map((row) => (
        <div key={row} className={style.row} data-bone>
          <span className={style.bone} />
          <span className={style.bone} />
          <span className={style.bone} />
          <span className={style.bone} />
        </div>
      ))}
    </div>
  );
}
