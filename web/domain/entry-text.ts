// Describes an entry of the outbox in a few words, from what was entered and the names of the context.
import { useCallback } from "react";
import { channelLabel } from "#shared/channel.ts";
import type { StockIn, StockOut } from "#shared/movement.ts";
import type { PicklistForm, ProductQuantity } from "#shared/picklist.ts";
import type { ReceiveForm } from "#shared/receipt.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import type { TransferForm } from "#shared/transfer.ts";
import { countText, dayText } from "../lib/format.ts";
import type { Entry } from "../lib/outbox/entry.ts";
import { useApplicationContext } from "./application-context.tsx";

export interface EntryText {
  /** "Transfer, 96 units" */
  title: string;
  /** "Bhiwandi to Delhi NCR, 1 line" */
  detail: string;
}

type Line = Pick<ProductQuantity, "product" | "quantity">;

const unitsText = (lines: readonly Line[]): string =>
  countText(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    "unit",
  );

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(" · ");

export function useEntryText(): (entry: Entry) => EntryText {
  const { product: products, warehouse: warehouses } = useApplicationContext();
  return useCallback(
    ({ route, input: { body, file } }) => {
      const product = (id: string): string => products.find(({ _id }) => _id === id)?.p_id ?? "a deleted product";
      const warehouse = (id: string): string => warehouses.find(({ _id }) => _id === id)?.name ?? "a deleted warehouse";
      const named = body as { name: string };
      switch (route) {
        case "POST /v1/transactions/in": {
          const { product: id, warehouse: into, reason, ...line } = body as StockIn;
          return {
            title: `Stock in, ${unitsText([{ product: id, ...line }])}`,
            detail: joined(product(id), warehouse(into), reason),
          };
        }
        case "POST /v1/transactions/out": {
          const out = body as StockOut | PicklistForm;
          if ("list" in out)
            return {
              title: `Picklist, ${channelLabel[out.channel]}`,
              detail: `${countText(out.list.length, "line")}, ${unitsText(out.list)}. Printed once it is processed.`,
            };
          return {
            title: `Stock out, ${unitsText([out])}`,
            detail: joined(product(out.product), warehouse(out.warehouse), out.reason),
          };
        }
        case "POST /v1/transactions/transfer": {
          const { from, to, list } = body as TransferForm;
          const places = `${warehouse(from)} to ${warehouse(to)}`;
          return { title: `Transfer, ${unitsText(list)}`, detail: `${places}, ${countText(list.length, "line")}` };
        }
        case "POST /v1/shipments/{id}/receive": {
          const { warehouse: into, list = [], close } = body as ReceiveForm;
          return {
            title: `Receipt, ${unitsText(list)}`,
            detail: joined(list.length > 0 ? warehouse(into) : undefined, close && "closed short"),
          };
        }
        case "POST /v1/shipments": {
          const { container, expected_delivery, list } = body as ShipmentForm;
          return {
            title: `Container ${container}`,
            detail: joined(`expected ${dayText(expected_delivery)}`, countText(list.length, "product")),
          };
        }
        case "POST /v1/transactions/{id}/reverse":
          return { title: "Reversal of a movement", detail: (body as { remarks?: string }).remarks ?? "" };
        case "POST /v1/dev/stock-adjustment":
          return {
            title: "Stock adjustment",
            detail: joined(file?.file?.name, dayText((body as { date: string }).date)),
          };
        case "POST /v1/products":
          return { title: "New product", detail: joined((body as { p_id: string }).p_id, named.name) };
        case "POST /v1/warehouses":
          return { title: "New warehouse", detail: joined((body as { w_id: string }).w_id, named.name) };
        case "POST /v1/users":
          return { title: "New user", detail: named.name };
        case "POST /v1/counts":
          return { title: "New count", detail: warehouse((body as { warehouse: string }).warehouse) };
        case "POST /v1/categories":
          return { title: "New category", detail: named.name };
      }
    },
    [products, warehouses],
  );
}
