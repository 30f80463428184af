// The results of an order file: lines left out and why, products with too little stock, units by product, and all lines.
import { PackageX } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { unknownLabel } from "#shared/format.ts";
import type { Import, ImportRow, OrderedProduct } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { leaveOut, type OrderOutcomeId, orderOutcomeIds, outcomeOf, takeIn } from "#shared/order-outcome.ts";
import { productLabels } from "#shared/product-fields.ts";
import { codeColumn, numberColumn, textColumn } from "../../../domain/columns.tsx";
import { nameColumn, RowChanges, rowColumn, statusColumn } from "../../../domain/import/preview-columns.tsx";
import { PreviewTable } from "../../../domain/import/preview-table.tsx";
import { nameOf } from "../../../domain/import/row-text.ts";
import type { SpreadsheetImport } from "../../../domain/import/use-import.ts";
import { productsText } from "../../../domain/line-editor/lines.ts";
import { UnitsBeside } from "../../../domain/not-for-picking.tsx";
import { codeText, nameParts } from "../../../domain/product-name.tsx";
import { orderText } from "../../../domain/warehouse-name.tsx";
import { countText, dateText, numberText } from "../../../lib/format.ts";
import type { QueryState } from "../../../lib/query-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Image } from "../../../ui/image.tsx";
import { Card } from "../../../ui/page/page.tsx";
import type { Column } from "../../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../../ui/table/data-table.tsx";
import { numeric, PlainTable } from "../../../ui/table/plain-table.tsx";
import { ClampedText, Code } from "../../../ui/tag.tsx";
import type { OrderSettings } from "./order-settings.ts";
import style from "./order-tables.module.css";
import { ProductText } from "./put-back.tsx";

interface SumsProps {
  data: Import;
  settings: OrderSettings;
  /** The file is no longer available. */
  locked: boolean;
  onAnswer: SpreadsheetImport["answer"];
  onChange: (settings: Partial<OrderSettings>) => void;
  children: ReactNode;
}

/** Outcomes that other parts of the screen ask about. */
const askedElsewhere: readonly string[] = ["unclear", "unknown", "sold", "ready"];

export function OrderSums({ data, settings: { leaveShort }, locked, onAnswer, onChange, children }: SumsProps) {
  const { counts, name, from = [], taken_in = [] } = data;
  const products = data.products?.filter(({ quantity }) => quantity > 0) ?? [];
  const button = (text: string, press: () => void): ReactNode =>
    !locked && (
      <Button kind="plain" onClick={press}>
        {text}
      </Button>
    );
  const answer = (id: string, value: string) => () => onAnswer("answers", value, id);
  const unknown = Object.keys(counts).filter((id) => !outcomeOf(id)) as OrderOutcomeId[];
  const out = [...orderOutcomeIds, ...unknown].filter(
    (id) => counts[id] && !askedElsewhere.includes(id) && (id !== "short" || leaveShort),
  );
  const moreOf = (id: OrderOutcomeId): ReactNode =>
    id === "short"
      ? button("Include them", () => onChange({ leaveShort: false }))
      : outcomeOf(id)?.mayTakeIn && button("Take them in", answer(id, takeIn));
  const wordsOf = (id: string): string =>
    id === "presence" ? "under columns of cancellations or returns" : (outcomeOf(id)?.words ?? `(${unknownLabel(id)})`);
  return (
    <div className={style.sums}>
      <div>
        <p role="status">
          {products.length === 0 && counts.sold ? (
            <strong>{`${countText(counts.sold, "line")} to book as sold`}</strong>
          ) : (
            <>
              <strong>{productsText(products)}</strong> {`from ${countText(counts.ready ?? 0, "line")}`}
            </>
          )}
          {` of ${name ?? "the file"}`}
        </p>
        {(from.length > 0 || out.length + taken_in.length > 0) && (
          <ul>
            {from.length > 0 && <li>{`Taken from ${orderText(from)}`}</li>}
            {out.map((id) => (
              <li key={id}>
                {`Left out: ${countText(counts[id] ?? 0, "line")} ${wordsOf(id)}`} {moreOf(id)}
              </li>
            ))}
            {taken_in.map(({ id, lines, units, remembered }) => (
              <li key={id}>
                {`Taken in: ${countText(lines, "line")} ${wordsOf(id)}, ${countText(units, "unit")}`}
                {remembered && `, as ${remembered.user.name} chose on ${dateText(remembered.at)}`}{" "}
                {button("Leave them out", answer(id, leaveOut))}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </div>
  );
}

interface ShortProps {
  data: Import;
  locked: boolean;
  onLeaveOut: () => void;
}

export function ShortProducts({ data, locked, onLeaveOut }: ShortProps) {
  const short = data.products?.filter((product) => product.short > 0) ?? [];
  return (
    <Card
      title={`${countText(short.length, "product")} with too little stock`}
      aside={
        !locked && (
          <Button icon={PackageX} data-primary kind="filled" onClick={onLeaveOut}>
            {`Leave ${countText(data.counts.short ?? 0, "line")} out`}
          </Button>
        )
      }
    >
      <PlainTable
        label="Products with too little stock"
        head={["Product", numeric("Ordered"), numeric(productLabels.stock), numeric("Too Many")]}
        rows={short.map(({ _id, product, quantity, short: over, available, not_for_picking, elsewhere }) => ({
          key: _id,
          cells: [
            <ProductText key="name" {...product} />,
            numberText(quantity + over),
            <Fragment key="available">
              {numberText(available)}
              <UnitsBeside units={not_for_picking} elsewhere={elsewhere} />
            </Fragment>,
            <strong key="short">{numberText(quantity + over - available)}</strong>,
          ],
        }))}
      />
    </Card>
  );
}

const productColumns: Column<OrderedProduct>[] = [
  { head: "Image", width: "4rem", cell: ({ product }) => <Image src={product.image} /> },
  codeColumn(productLabels.p_id, ({ product }) => product.p_id, { width: "10rem" }),
  textColumn(productLabels.name, ({ product }) => product.name, { rowHeader: true }),
  numberColumn("Quantity", ({ quantity }) => quantity, {
    width: "7rem",
    cell: ({ quantity }) => <strong>{numberText(quantity)}</strong>,
  }),
  numberColumn(productLabels.stock, ({ available }) => available, {
    width: "8rem",
    cell: ({ available, not_for_picking }) => (
      <>
        {numberText(available)}
        <UnitsBeside units={not_for_picking} />
      </>
    ),
  }),
];

const productPhone = ({ product, quantity, available, not_for_picking }: OrderedProduct) => ({
  image: <Image src={product.image} />,
  title: nameParts(product.name).base,
  note: codeText(product),
  number: (
    <>
      {numberText(quantity)}
      <small>of {numberText(available)}</small>
      <UnitsBeside units={not_for_picking} />
    </>
  ),
});

const isTaken = ({ quantity }: OrderedProduct): boolean => quantity > 0;

export const OrderProducts = ({ query }: { query: QueryState<Import> }) => (
  <DataTable
    label="Products"
    list={{ ...query, data: query.data?.products }}
    columns={productColumns}
    phone={productPhone}
    phoneRowHeight={twoLineHeight}
    rowFilter={isTaken}
    nameOf={({ product }) => product.name}
    empty="Nothing to pick in this file. Its lines say why."
  />
);

const lineColumns: Column<ImportRow>[] = [
  rowColumn,
  { ...statusColumn, width: "10rem" },
  { head: importColumns.orders.order.label, width: "11rem", cell: ({ order = "" }) => <Code>{order}</Code> },
  codeColumn(importColumns.orders.code.label, ({ code }) => code, { width: "9rem" }),
  {
    ...nameColumn,
    cell: (row) => (row.problems.length > 0 ? <RowChanges row={row} /> : <ClampedText>{nameOf(row)}</ClampedText>),
  },
  numberColumn("Quantity", ({ quantity = 0 }) => quantity, {
    width: "6rem",
    cell: ({ quantity }) => quantity !== undefined && numberText(quantity),
  }),
];

export const OrderLines = ({ query }: { query: QueryState<Import> }) => (
  <PreviewTable
    query={query}
    columns={lineColumns}
    last={({ order }) => order}
    number={({ quantity }) => quantity !== undefined && numberText(quantity)}
  />
);
