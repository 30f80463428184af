// The kinds of entries of the outbox: title, icon, address of the form, and the units that each moves.
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CalendarClock,
  CalendarPlus,
  CircleAlert,
  ClipboardList,
  FileSpreadsheet,
  Link2,
  type LucideIcon,
  PackageOpen,
  PencilLine,
  ScanBarcode,
  Ship,
  Tag,
  Tags,
  Undo2,
  UserPlus,
  Warehouse,
} from "lucide-react";
import { useCallback } from "react";
import type { Body } from "#shared/api.ts";
import { channelLabel } from "#shared/channel.ts";
import { type Kind, kinds } from "#shared/kinds.ts";
import type { PicklistForm } from "#shared/picklist.ts";
import { inOutLine, transferPair } from "#shared/posting-effect.ts";
import { productLabels } from "#shared/product-fields.ts";
import { foundText } from "#shared/return-label.ts";
import { unitsOf as unitsOfReturn } from "#shared/return-units.ts";
import { findById } from "../lib/find-by-id.ts";
import { countText, dayText } from "../lib/format.ts";
import type { Entry, OnceRoute } from "../lib/outbox/entry.ts";
import { useApplicationContext } from "./application-context.ts";
import { linesText, unitsText } from "./line-editor/lines.ts";

export interface EntryText {
  /** "Transfer, 96 units" */
  title: string;
  /** "Bhiwandi to Delhi NCR, 1 line" */
  detail: string;
}

/** Names of products and warehouses by id. */
interface Names {
  product: (id: string) => string;
  warehouse: (id: string) => string;
}

/** Units of a product into a warehouse, or out of it if negative; a picklist may take from several. */
type Units = readonly [product: string, warehouse: string | undefined, units: number];

interface EntryKind<B> {
  icon: LucideIcon;
  /** The address of its form, made from the id in the entry's path; without one, the entry cannot be corrected. */
  form?: string | ((id: string | undefined) => string);
  text: (body: B, names: Names, entry: Entry) => EntryText;
  units?: (body: B) => readonly Units[];
}

type Bodies = { [R in OnceRoute]: Body<R> } & {
  "POST /v1/transactions/out": Extract<Body<"POST /v1/transactions/out">, { warehouse: string }>;
  /** A stock-out of a list. */
  picklist: PicklistForm;
};

/** The entry that posts each kind of movement. */
interface Posts {
  in: "POST /v1/transactions/in";
  out: "POST /v1/transactions/out";
  picklist: "picklist";
  /** Order files alone post sales. */
  sale: never;
  transfer: "POST /v1/transactions/transfer";
  receipt: "POST /v1/shipments/{id}/receive";
  return: "POST /v1/returns";
  adjustment: "POST /v1/dev/stock-adjustment";
  reversal: "POST /v1/transactions/{id}/reverse";
}

const joined = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(" · ");

const inOut = <K extends "in" | "out">(kind: K, icon: LucideIcon): Required<EntryKind<Bodies[Posts[K]]>> => ({
  icon,
  form: "/inventory?do=update",
  text: (body, { product, warehouse }) => ({
    title: `${kinds[kind].label}, ${unitsText([body])}`,
    detail: joined(product(body.product), warehouse(body.warehouse), body.reason),
  }),
  units: (body) => [inOutLine(kinds[kind].moves, body)],
});

/** One that posts a movement names its units, which are shown as waiting. */
const entryKinds: { [K in keyof Bodies]: EntryKind<Bodies[K]> } & Record<Posts[Kind], { units: unknown }> = {
  "POST /v1/transactions/in": inOut("in", ArrowDownToLine),
  "POST /v1/transactions/out": inOut("out", ArrowUpFromLine),
  picklist: {
    icon: ClipboardList,
    form: "/picklist",
    text: ({ channel, list, warehouses = [] }, { warehouse }) => ({
      title: `${kinds.picklist.label}, ${channelLabel(channel)}`,
      detail: `${linesText(list)}${warehouses.length > 0 ? ` from ${warehouses.map(warehouse).join(", then ")}` : ""}. Printed once it is processed.`,
    }),
    units: ({ list, warehouses: [only, ...more] = [] }) =>
      list.map(({ product, quantity }) => [product, more.length === 0 ? only : undefined, -quantity]),
  },
  "POST /v1/transactions/transfer": {
    icon: ArrowLeftRight,
    form: "/inventory?do=update",
    text: ({ from, to, list }, { warehouse }) => ({
      title: `${kinds.transfer.label}, ${unitsText(list)}`,
      detail: `${warehouse(from)} to ${warehouse(to)}, ${countText(list.length, "line")}`,
    }),
    units: ({ list, ...places }) => list.flatMap(({ product, quantity }) => transferPair(places, product, quantity)),
  },
  "POST /v1/transactions/{id}/correct": {
    icon: PencilLine,
    text: ({ list }, _, { about = "a movement" }) => ({
      title: `Correction of ${about}`,
      detail: countText(new Set(list.map(({ product }) => product)).size, "product"),
    }),
  },
  "POST /v1/transactions/{id}/reverse": {
    icon: Undo2,
    text: ({ remarks }) => ({ title: "Reversal of a movement", detail: remarks ?? "" }),
    units: () => [],
  },
  "POST /v1/shipments": {
    icon: Ship,
    form: "/intransit?do=add",
    text: ({ container, expected_delivery, list }) => ({
      title: `Container ${container}`,
      detail: joined(`expected ${dayText(expected_delivery)}`, countText(list.length, "product")),
    }),
  },
  "POST /v1/purchase-orders": {
    icon: CalendarClock,
    form: "/intransit/orders?do=add",
    text: ({ supplier, expected_delivery, list }) => ({
      title: supplier ? `Order from ${supplier}` : "Order",
      detail: joined(`expected ${dayText(expected_delivery)}`, linesText(list)),
    }),
    // It moves none; its products are not to be ordered twice.
    units: ({ list }) => list.map(({ product }) => [product, undefined, 0]),
  },
  "POST /v1/shipments/{id}/receive": {
    icon: ArrowDownToLine,
    form: (id) => `/intransit?do=receive&id=${id}`,
    text: ({ warehouse: into, list = [], close }, { warehouse }, { about }) => ({
      title: about ? `Receipt of ${about}, ${unitsText(list)}` : `Receipt, ${unitsText(list)}`,
      detail: joined(list.length > 0 && warehouse(into), close && "closed short"),
    }),
    units: ({ warehouse, list = [] }) => list.map(({ product, quantity }) => [product, warehouse, quantity]),
  },
  "POST /v1/returns": {
    icon: PackageOpen,
    form: "/returns?do=new",
    text: (body, { product, warehouse }, { about = body.reference || body.order }) => ({
      title: joined(`${kinds.return.label}, ${countText(unitsOfReturn(body), "unit")}`, about),
      detail: joined(
        body.product && product(body.product),
        foundText(body),
        body.good !== undefined && warehouse(body.warehouse),
      ),
    }),
    units: ({ product, warehouse, good = 0 }) => (product && good > 0 ? [[product, warehouse, good]] : []),
  },
  "POST /v1/dev/stock-adjustment": {
    icon: FileSpreadsheet,
    form: "/dev/console",
    text: ({ date }, _, { input: { file } }) => ({
      title: "Stock adjustment",
      detail: joined([file?.file].flat()[0]?.name, dayText(date)),
    }),
    units: () => [],
  },
  "POST /v1/counts": {
    icon: ScanBarcode,
    form: "/count?do=open",
    text: (body, { warehouse }) => ({ title: "New count", detail: warehouse(body.warehouse) }),
  },
  "POST /v1/products": {
    icon: Tag,
    form: "/products/opr",
    text: ({ p_id, name }) => ({ title: "New product", detail: joined(p_id, name) }),
  },
  "POST /v1/products/bulk": {
    icon: Tags,
    text: ({ field, changes }) => ({
      title: `${productLabels[field]} of ${countText(changes.length, "product")}`,
      detail: String(changes[0]?.value ?? "") || "cleared",
    }),
  },
  "POST /v1/warehouses": {
    icon: Warehouse,
    form: "/warehouses?do=add",
    text: ({ w_id, name }) => ({ title: "New warehouse", detail: joined(w_id, name) }),
  },
  "POST /v1/users": {
    icon: UserPlus,
    form: "/users/opr",
    text: ({ name }) => ({ title: "New user", detail: name }),
  },
  "POST /v1/categories": {
    icon: Link2,
    form: "/dashboard/analytics",
    text: ({ name }) => ({ title: "New category", detail: name }),
  },
  "POST /v1/plan/calendar/events": {
    icon: CalendarPlus,
    text: ({ name }) => ({ title: "New event", detail: name }),
  },
};

/** What is stored on a device may be damaged. Such an entry is shown, the server refuses it, and it can only be discarded. */
const damaged: EntryKind<unknown> = {
  icon: CircleAlert,
  text: (body) => ({ title: "Entry that cannot be read", detail: JSON.stringify(body) ?? "" }),
};

/** As much of a body as screens read, without schemas. */
const isReadable = ({ text, units }: EntryKind<unknown>, entry: Entry): boolean => {
  const { body } = entry.input;
  try {
    text(body, { product: String, warehouse: String }, entry);
    return (units?.(body) ?? []).every(([product, , of]) => typeof product === "string" && Number.isFinite(of));
  } catch {
    return false;
  }
};

const kindOf = (entry: Entry): EntryKind<unknown> => {
  const { route, input } = entry;
  const isList = typeof input.body === "object" && input.body !== null && "list" in input.body;
  const kind = entryKinds[route === "POST /v1/transactions/out" && isList ? "picklist" : route] as
    | EntryKind<unknown>
    | undefined;
  return kind && isReadable(kind, entry) ? kind : damaged;
};

export const iconOf = (entry: Entry): LucideIcon => kindOf(entry).icon;

/** The address of the form that an entry was made in; undefined if it cannot be corrected. */
export const formAddressOf = (entry: Entry): string | undefined => {
  const { form } = kindOf(entry);
  return typeof form === "function" ? form(entry.input.path?.id) : form;
};

/** Units that an entry will move. */
export const unitsOf = (entry: Entry): readonly Units[] => kindOf(entry).units?.(entry.input.body) ?? [];

export function useEntryText(): (entry: Entry) => EntryText {
  const { product: products, warehouse: warehouses } = useApplicationContext();
  return useCallback(
    (entry) =>
      kindOf(entry).text(
        entry.input.body,
        {
          product: (id) => findById(products, id)?.p_id ?? "a deleted product",
          warehouse: (id) => warehouses.find(({ _id }) => _id === id)?.name ?? "a deleted warehouse",
        },
        entry,
      ),
    [products, warehouses],
  );
}
