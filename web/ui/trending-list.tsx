// Products ranked by how fast they sell, with a tile for each channel's daily run rate.
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { channelLabel, channels } from "#shared/channel.ts";
import type { ProductSales } from "#shared/sales.ts";
import { numberText, rateText } from "../lib/format.ts";
import { useMedia } from "../lib/media.ts";
import { useVisible } from "../lib/visible.ts";
import { Image } from "./image.tsx";
import { Code, Tag } from "./tag.tsx";
import style from "./trending-list.module.css";

/** Rows above which only the visible ones are drawn: each has some thirty nodes. */
const many = 40;
/** Heights of a row in pixels, wide and stacked; the style sheet has the same. */
const heights = { wide: 60, stacked: 116 };
const bones = Array.from({ length: 8 }, (_, index) => index);

export interface RowFocus {
  /** Scrolls to a row and gives it the focus. */
  focus: (index: number) => void;
}

interface Props {
  /** Undefined while loading. */
  products: readonly ProductSales[] | undefined;
  onOpen: (product: ProductSales) => void;
  onNear: () => void;
  rows: RefObject<RowFocus | null>;
}

/** Units a day over the range, by channel and in total. */
const ratesOf = ({ saleChannels, period }: ProductSales) => {
  const units = channels.map((channel) => saleChannels[channel] ?? 0);
  return [
    ...channels.map((channel, at) => ({ name: channelLabel[channel], rate: (units[at] ?? 0) / period, key: false })),
    { name: "DRR", rate: units.reduce((sum, each) => sum + each, 0) / period, key: true },
  ];
};

export function TrendingList({ products, onOpen, onNear, rows }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const stacked = useMedia("(max-width: 1080px)");
  const height = stacked ? heights.stacked : heights.wide;
  const count = products?.length ?? 0;
  const { first, last, reach } = useVisible({ count, height, scroller: () => box.current, off: count <= many });

  const focus = (to: number) => {
    const index = Math.max(0, Math.min(count - 1, to));
    setActive(index);
    reach(index);
    // A row that was far away is drawn a frame after the scroll.
    const button = () => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    requestAnimationFrame(() => (button() ? button()?.focus() : requestAnimationFrame(() => button()?.focus())));
  };
  useImperativeHandle(rows, () => ({ focus }));

  const press = (event: KeyboardEvent, index: number) => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };

  if (!products) return <Skeleton />;
  return (
    <div ref={box} className={style.box}>
      <ol className={style.list} style={{ paddingTop: first * height, paddingBottom: (count - 1 - last) * height }}>
        {products.slice(first, last + 1).map((product, offset) => {
          const index = first + offset;
          return (
            <Row
              key={product._id}
              {...{ product, index, count, onNear }}
              reachable={index === Math.min(active, count - 1)}
              onPress={(event) => press(event, index)}
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
  onNear: () => void;
}

function Row({ product, index, count, reachable, onPress, onOpen, onNear }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has the keys; the rest of the row follows it.
    <li className={style.row} aria-setsize={count} aria-posinset={index + 1} onClick={onOpen} onPointerEnter={onNear}>
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
          onFocus={onNear}
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
      <dl className={style.tiles}>
        {ratesOf(product).map(({ name, rate, key }) => (
          <Tile key={name} name={name} rate={rate} strong={key} />
        ))}
        <Tile name="DRR(3D)" rate={product.drr} strong />
      </dl>
    </li>
  );
}

function Tile({ name, rate, strong }: { name: string; rate: number; strong: boolean }) {
  return (
    <div className={style.tile} data-strong={strong || undefined} data-none={rate === 0 || undefined}>
      <dt>{name}</dt>
      <dd>{rateText(rate)}</dd>
    </div>
  );
}

function Skeleton() {
  return (
    <div className={style.box} aria-busy="true">
      {bones.map((bone) => (
        <div key={bone} className={style.row} data-bone>
          <span className={style.bone} />
          <span className={style.bone} />
          <span className={style.bone} />
          <span className={style.bone} />
        </div>
      ))}
    </div>
  );
}
