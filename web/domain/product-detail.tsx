// Everything about one product of a list: its stock, and its sales by channel over a range of days.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import type { ProductSales } from "#shared/sales.ts";
import { numberText, rateText } from "../lib/format.ts";
import { rangeText } from "../lib/navigation/date-range.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../ui/dialog/dialog.tsx";
import { ExternalLink } from "../ui/external-link.tsx";
import { PlainTable, SideScroll } from "../ui/table/plain-table.tsx";
import { Tag } from "../ui/tag.tsx";
import { Browse, ProductHead, Section } from "./product-detail-parts.tsx";

/** On lists that know no sales of their own, these are still on their way. */
type Detailed = Product & Partial<Pick<ProductSales, "saleChannels" | "period" | "deleted">>;

interface Props {
  products: readonly Detailed[];
  id: string;
  range: Range;
  onTurn: (id: string) => void;
  onClose: () => void;
  /** Gives the focus back to the row shown last. */
  onReturn: (index: number) => void;
}

export function ProductDetail({ products, id, range, onTurn, onClose, onReturn }: Props) {
  const index = products.findIndex(({ _id }) => _id === id);
  const product = products[index];
  if (!product) return null;
  const turn = (by: number) => {
    const next = products[index + by];
    if (next) onTurn(next._id);
  };
  return (
    <Dialog title={product.name} wide tall onClose={onClose} onReturn={() => onReturn(index)}>
      <DialogBody>
        <ProductHead key={product._id} p_id={product.p_id} image={product.image} state={<State product={product} />} />
        <Section title="Stock">
          <SideScroll label="Stock">
            <StockTable product={product} />
          </SideScroll>
        </Section>
        <Section title="Sales" note={rangeText(range)}>
          <SideScroll label="Sales by channel">
            <ChannelTable product={product} />
          </SideScroll>
        </Section>
      </DialogBody>
      <DialogFoot>
        <Browse name={product.name} index={index} count={products.length} onTurn={turn} />
        {!product.deleted && <Shortcuts product={product} />}
      </DialogFoot>
    </Dialog>
  );
}

function State({ product }: { product: Detailed }) {
  if (product.deleted) return <Tag tone="danger">Deleted</Tag>;
  if (product.stock === 0) return <Tag tone="danger">Out of stock</Tag>;
  return isLow(product) ? <Tag tone="warn">Low stock</Tag> : null;
}

function Shortcuts({ product: { _id } }: { product: Detailed }) {
  return (
    <>
      <ButtonLink to={`/products/${_id}/history`}>History</ButtonLink>
      <ButtonLink to={`/transactions?product=${_id}`}>Transactions</ButtonLink>
      <ButtonLink to={`/inventory?do=update&id=${_id}`}>Update stock</ButtonLink>
    </>
  );
}

const stockHead = ["Avl. Stock", "In Transit", "Min. Stock", "Lead Time", "DRR(3D)"].map((name) => ({
  key: name,
  content: name,
  right: true,
}));

function StockTable({ product }: { product: Detailed }) {
  const { stock, in_transit, lead_time, drr } = product;
  const cells = [
    numberText(stock),
    numberText(in_transit),
    numberText(minimumStock(product)),
    `${lead_time} days`,
    rateText(drr),
  ];
  return <PlainTable label="Stock" head={stockHead} rows={[{ key: "stock", cells }]} variant="even" />;
}

/** The listings that a product may have. */
const listings: Partial<Record<Channel, "amazon" | "flipkart" | "website">> = {
  amazon: "amazon",
  flipkart: "flipkart",
  "snd-website": "website",
};

function ChannelTable({ product }: { product: Detailed }) {
  const { saleChannels, period = 1 } = product;
  const units = channels.map((channel) => saleChannels?.[channel] ?? 0);
  const all = [...units, units.reduce((sum, each) => sum + each, 0)];
  const shown = (text: (units: number) => string) => all.map((each) => (saleChannels ? text(each) : "…"));
  const head = [
    { key: "what", content: "Channel" },
    ...channels.map((channel) => ({ key: channel, content: <Heading {...{ channel, product }} />, right: true })),
    { key: "total", content: "Total", right: true },
  ];
  const lines = [
    { key: "units", cells: ["Units", ...shown(numberText)] },
    { key: "drr", cells: ["DRR", ...shown((each) => rateText(each / period))] },
  ];
  return <PlainTable label="Sales by channel" head={head} rows={lines} variant="sticky" />;
}

function Heading({ channel, product }: { channel: Channel; product: Detailed }) {
  const listing = listings[channel];
  const href = listing && product[listing];
  const label = channelLabel[channel];
  if (!href) return label;
  return (
    <ExternalLink href={href} name={`${label} listing of ${product.name}`}>
      {label}
    </ExternalLink>
  );
}
