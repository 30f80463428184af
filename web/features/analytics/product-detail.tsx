// The dialog of one product of a list: its stock, its sales by channel over some days, and the next and previous product.
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import { dashboardLabels, linkFields, productFields, productLabels } from "#shared/product-fields.ts";
import { isLow, minimumStock } from "#shared/reorder.ts";
import type { ProductSales } from "#shared/sales.ts";
import { productPath } from "../../domain/panel.ts";
import { Term } from "../../domain/term.tsx";
import { numberText, rateText } from "../../lib/format.ts";
import { rangeText } from "../../lib/navigation/date-range.ts";
import { ButtonLink, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { Image } from "../../ui/image.tsx";
import { numeric, PlainTable, SideScroll } from "../../ui/table/plain-table.tsx";
import { Code, Tag } from "../../ui/tag.tsx";
import style from "./product-detail.module.css";

interface Props {
  products: readonly ProductSales[];
  id: string;
  range: Range;
  onTurn: (id: string) => void;
  onClose: () => void;
  /** Focuses the row of the product shown last. */
  onReturn: (index: number) => void;
}

export function ProductDetail({ products, id, range, onTurn, onClose, onReturn }: Props) {
  const index = products.findIndex(({ _id }) => _id === id);
  const product = products[index];
  if (!product) return null;
  const browse = (step: number) => {
    const next = products[index + step];
    if (next) onTurn(next._id);
  };
  return (
    <Dialog title={product.name} wide tall onClose={onClose} onReturn={() => onReturn(index)}>
      <DialogBody>
        <div key={product._id} className={style.head}>
          <Image src={product.image} size={88} />
          <div className={style.facts}>
            <span className={style.label}>{productLabels.p_id}</span>
            <span className={style.code}>
              <Code>{product.p_id}</Code>
              <CopyButton text={product.p_id} />
            </span>
            <StockTag product={product} />
          </div>
        </div>
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
        <Browse name={product.name} index={index} count={products.length} onBrowse={browse} />
        {!product.deleted && <ProductLinks product={product} />}
      </DialogFoot>
    </Dialog>
  );
}

function StockTag({ product }: { product: ProductSales }) {
  if (product.deleted) return <Tag tone="danger">Deleted</Tag>;
  if (product.stock === 0) return <Tag tone="danger">Out of stock</Tag>;
  return isLow(product) ? <Tag tone="warn">Low stock</Tag> : null;
}

function ProductLinks({ product: { _id } }: { product: ProductSales }) {
  return (
    <>
      <ButtonLink to={productPath(_id)}>Product page</ButtonLink>
      <ButtonLink to={`/products/${_id}/history`}>History</ButtonLink>
      <ButtonLink to={`/transactions?product=${_id}`}>Transactions</ButtonLink>
      <ButtonLink to={`/inventory?do=update&id=${_id}`}>Update stock</ButtonLink>
    </>
  );
}

const termHead = (what: "minimum" | "drr", of: ProductSales, text: string) => ({
  ...numeric(text),
  content: (
    <Term what={what} of={of}>
      {text}
    </Term>
  ),
});

const stockHead = (product: ProductSales) => [
  ...[productLabels.stock, productLabels.in_transit].map(numeric),
  termHead("minimum", product, productLabels.minimum),
  numeric(productLabels.lead_time),
  termHead("drr", product, dashboardLabels.drr),
];

function StockTable({ product }: { product: ProductSales }) {
  const { stock, in_transit, lead_time, drr } = product;
  const cells = [
    numberText(stock),
    numberText(in_transit),
    numberText(minimumStock(product)),
    `${lead_time} days`,
    rateText(drr),
  ];
  return <PlainTable label="Stock" head={stockHead(product)} rows={[{ key: "stock", cells }]} variant="even" />;
}

function ChannelTable({ product }: { product: ProductSales }) {
  const { saleChannels, period } = product;
  const units = channels.map((channel) => saleChannels[channel] ?? 0);
  const columns = [...units, units.reduce((sum, each) => sum + each, 0)];
  const head = [
    "Channel",
    ...channels.map((channel) => ({ key: channel, content: <ChannelHead {...{ channel, product }} />, right: true })),
    numeric("Total"),
  ];
  const rate = (
    <Term key="drr" what="sales" of={{ units: columns.at(-1) ?? 0, period }}>
      DRR
    </Term>
  );
  const lines = [
    { key: "units", cells: ["Units", ...columns.map(numberText)] },
    { key: "drr", cells: [rate, ...columns.map((each) => rateText(each / period))] },
  ];
  return <PlainTable label="Sales by channel" head={head} rows={lines} variant="sticky" />;
}

function ChannelHead({ channel, product }: { channel: Channel; product: ProductSales }) {
  const field = linkFields.find((one) => productFields[one].channel === channel);
  const href = field && product[field];
  const label = channelLabel(channel);
  if (!href) return label;
  return (
    <ExternalLink href={href} name={`${label} listing of ${product.name}`}>
      {label}
    </ExternalLink>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={style.section}>
      <h3>
        {title}
        {note && <span className={style.note}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}

interface BrowseProps {
  name: string;
  index: number;
  count: number;
  /** `step`: -1 or 1. */
  onBrowse: (step: number) => void;
}

/** Previous and next product of the list, also by the left and right arrow keys. */
function Browse({ name, index, count, onBrowse }: BrowseProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const target = event.target instanceof Element ? event.target : null;
      // Arrow keys keep scrolling tables and moving the caret.
      if (!step || target?.closest("[data-sideways], input")) return;
      event.preventDefault();
      onBrowse(step);
    };
    // In the capture phase: dialogs stop arrow keys from bubbling.
    addEventListener("keydown", onKeyDown, { capture: true });
    return () => removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onBrowse]);
  // At either end of the list it stays focusable; there is no product to show.
  const button = (label: string, icon: LucideIcon, step: number, isEnd: boolean) => (
    <IconButton icon={icon} label={label} aria-disabled={isEnd || undefined} onClick={() => onBrowse(step)} />
  );
  return (
    <div className={style.browse}>
      {button("Previous product", ChevronLeft, -1, index === 0)}
      {button("Next product", ChevronRight, 1, index === count - 1)}
      <p role="status">
        {numberText(index + 1)} of {numberText(count)}
        <span data-sr-only>: {name}</span>
      </p>
    </div>
  );
}
