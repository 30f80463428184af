// Where the form of an entry is, and the icon that stands for its kind.
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ClipboardList,
  FileSpreadsheet,
  Link2,
  type LucideIcon,
  ScanBarcode,
  Ship,
  Tag,
  Undo2,
  UserPlus,
  Warehouse,
} from "lucide-react";
import type { Entry, OnceRoute } from "../../lib/outbox/entry.ts";

const icons: Record<OnceRoute, LucideIcon> = {
  "POST /v1/transactions/in": ArrowDownToLine,
  "POST /v1/transactions/out": ArrowUpFromLine,
  "POST /v1/transactions/transfer": ArrowLeftRight,
  "POST /v1/transactions/{id}/reverse": Undo2,
  "POST /v1/shipments": Ship,
  "POST /v1/shipments/{id}/receive": ArrowDownToLine,
  "POST /v1/dev/stock-adjustment": FileSpreadsheet,
  "POST /v1/counts": ScanBarcode,
  "POST /v1/products": Tag,
  "POST /v1/warehouses": Warehouse,
  "POST /v1/users": UserPlus,
  "POST /v1/categories": Link2,
};

const isPicklist = ({ input: { body } }: Entry): boolean => typeof body === "object" && body !== null && "list" in body;

export const iconOf = (entry: Entry): LucideIcon =>
  entry.route === "POST /v1/transactions/out" && isPicklist(entry) ? ClipboardList : icons[entry.route];

/** The address of the form that an entry was made in; undefined if there is nothing to correct in it. */
export const formAddressOf = (entry: Entry): string | undefined => {
  switch (entry.route) {
    case "POST /v1/transactions/out":
      return isPicklist(entry) ? "/picklist" : "/inventory?do=update";
    case "POST /v1/transactions/in":
    case "POST /v1/transactions/transfer":
      return "/inventory?do=update";
    case "POST /v1/shipments":
      return "/intransit?do=add";
    case "POST /v1/shipments/{id}/receive":
      return `/intransit?do=receive&id=${entry.input.path?.id}`;
    case "POST /v1/products":
      return "/products/opr";
    case "POST /v1/warehouses":
      return "/warehouses?do=add";
    case "POST /v1/counts":
      return "/count?do=open";
    case "POST /v1/users":
      return "/users/opr";
    case "POST /v1/categories":
      return "/dashboard/analytics";
    case "POST /v1/dev/stock-adjustment":
      return "/dev/console";
    case "POST /v1/transactions/{id}/reverse":
      return undefined;
  }
};
