// The products of an order under its row, with its sheet to export and to print. Loaded after the list.
import { Printer } from "lucide-react";
import { rupeesText } from "#shared/format.ts";
import { cartonsOf } from "#shared/projection.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { openUnits } from "#shared/purchase-order-item.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { CodeLine, ProductLink } from "../../domain/product-name.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { useIsManager, useSession } from "../../lib/api/session.ts";
import { countText, dateText, dayText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { PrintPages } from "../../ui/print/print-pages.tsx";
import { type PrintColumn, usePrint } from "../../ui/print/printout.tsx";
import { numeric, SideTable } from "../../ui/table/plain-table.tsx";

type Item = PurchaseOrder["items"][number];

const printed = (
  { items, expected_delivery: day }: PurchaseOrder,
  packs: ReadonlyMap<string, number | undefined>,
  withCost: boolean,
): PrintColumn<Item>[] => [
  { head: "P.ID", width: 34, cell: ({ product }) => product.p_id },
  { head: "Product", cell: ({ product }) => product.name },
  { head: "Quantity", width: 22, right: true, strong: true, cell: ({ quantity }) => numberText(quantity) },
  {
    head: "Cartons",
    width: 20,
    right: true,
    cell: ({ product, quantity }) => {
      const pack = packs.get(product._id);
      return pack ? numberText(cartonsOf(quantity, pack)) : "–";
    },
  },
  ...(items.some(({ expected_delivery: own = day }) => own !== day)
    ? [{ head: "Expected", width: 26, cell: ({ expected_delivery: own = day }: Item) => dayText(own) }]
    : []),
  ...(withCost
    ? [{ head: "Cost", width: 26, right: true, cell: ({ cost }: Item) => (cost ? rupeesText(cost) : "–") }]
    : []),
];

const figures = ["Ordered", "Announced", "Closed", "Open"];
const unitsIn = (item: Item): string[] =>
  [item.quantity, item.announced ?? 0, item.closed ?? 0, openUnits(item)].map(numberText);

/** Its own day, or that its product was deleted. */
const noteOf = ({ deleted, expected_delivery: own }: Item, day: string): string | undefined => {
  if (deleted) return "product deleted";
  return own && own !== day ? `expected ${dayText(own)}` : undefined;
};

export function OrderItems({ order }: { order: PurchaseOrder }) {
  const { _id, supplier, note, expected_delivery, created_at, items } = order;
  const isManager = useIsManager();
  const onPhone = usePhone();
  const { product: products } = useApplicationContext();
  const { user } = useSession();
  const download = useDownload("GET /v1/purchase-orders/{id}/export", { path: { id: _id } });
  const { print, portal } = usePrint({
    name: ["Order", _id, supplier].filter(Boolean).join(" "),
    title: `Order ${_id}`,
    by: user?.name ?? "",
    footer: `Order ${_id}`,
    facts: [
      ...(supplier ? [["Supplier", supplier] as const] : []),
      ["Ordered", dateText(created_at)],
      ["Expected", dayText(expected_delivery)],
    ],
    ...(note && { note }),
    body: (foot) => (
      <PrintPages
        foot={foot}
        columns={printed(order, new Map(products.map(({ _id, pack }) => [_id, pack])), isManager)}
        groups={[{ rows: items.map((item) => ({ ...item, _id: item.product._id })) }]}
      />
    ),
  });
  return (
    <>
      {note && <p>{note}</p>}
      <SideTable
        label={`Products of ${_id}`}
        head={["Product", ...(onPhone ? [] : figures.map(numeric))]}
        rows={items.map((item) => ({
          key: item.product._id,
          cells: [
            <span key="product" style={{ whiteSpace: "normal" }}>
              <ProductLink id={item.product._id} off={item.deleted === true}>
                {item.product.name}
              </ProductLink>
              <CodeLine {...item.product} note={noteOf(item, expected_delivery)} />
              {onPhone && (
                <small>
                  {unitsIn(item)
                    .map((units, at) => `${figures[at]} ${units}`)
                    .join(" · ")}
                </small>
              )}
            </span>,
            ...(onPhone ? [] : unitsIn(item)),
          ],
        }))}
      />
      <p data-controls style={{ margin: "0.75rem 0 0" }}>
        <Button icon={Printer} onClick={print}>
          Print
        </Button>{" "}
        {isManager && (
          <ExportButton alwaysLabelled hideOf download={download} of={countText(items.length, "line")}>
            Export order
          </ExportButton>
        )}
      </p>
      {portal}
    </>
  );
}
