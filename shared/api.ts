// Every API call, once. A group is a resource: a file in functions/ and the Lambda of that name. The schemas of a resource
// are in a file of its own in shared/, however short.
import * as v from "valibot";
import { AdjustmentForm, AdjustmentSummary } from "./adjustment.ts";
import { Alias } from "./alias.ts";
import { Context } from "./app.ts";
import { Category, CategoryForm } from "./category.ts";
import { Change, ChangesExport, ChangesPage, Deleted } from "./change.ts";
import {
  Count,
  CountApplyForm,
  CountApplyStep,
  CountDetail,
  CountForm,
  CountLinesForm,
  CountLinesKept,
  CountReview,
  RecountForm,
} from "./count.ts";
import { DatedExport, StocksExport, Ticket, TicketForm, TransactionsExport } from "./export.ts";
import { Days, DaysPage, patchForm } from "./field.ts";
import { History } from "./history.ts";
import {
  ApplyForm,
  ApplyStep,
  Import,
  ImportSummary,
  LineImport,
  OrderImport,
  ProductImport,
  StockImport,
} from "./import.ts";
import { Posted, ReverseForm, StockIn, StockOut, Transaction } from "./movement.ts";
import { Picked, PickedForm, Picklist, PicklistForm, PicklistItem } from "./picklist.ts";
import { Plan, PlanExport, PlanProduct, PlanQuery, PlanSummary, Snoozed, SnoozeForm } from "./plan.ts";
import { Product, ProductForm } from "./product.ts";
import { ReceiveForm } from "./receipt.ts";
import type { Role } from "./role.ts";
import { Alerts, Analytics } from "./sales.ts";
import { Shipment, ShipmentChange, ShipmentForm } from "./shipment.ts";
import { StockRecord } from "./stock.ts";
import { TransferForm } from "./transfer.ts";
import { LoginForm, Session, User, UserForm } from "./user.ts";
import { Warehouse, WarehouseForm } from "./warehouse.ts";

type Schema = v.GenericSchema<unknown, unknown>;

export interface Call {
  /** The lowest role that may call it; null needs no session. */
  role: Role | null;
  query?: Schema;
  body?: Schema;
  /** The body is multipart with this optional file field. */
  file?: string;
  answer?: Schema;
  /** The answer is a file, which a form fetches with an export ticket. */
  download?: true;
  /** It honours an Idempotency-Key: whatever is sent again under the same key, it takes effect once. */
  once?: true;
  /** Status of success: 201 created or posted, 204 no content, 303 redirect to the file. */
  status: 200 | 201 | 204 | 303;
}

const get = <const C extends Omit<Call, "status">>(call: C) => ({ ...call, status: 200 as const });
const create = <const C extends Omit<Call, "status">>(call: C) => ({ ...call, status: 201 as const });
const createOnce = <const C extends Omit<Call, "status">>(call: C) => ({ ...create(call), once: true as const });
const patch = get;
const put = get;
const post = get;
const download = <const C extends Omit<Call, "status">>(call: C) => ({
  ...call,
  download: true as const,
  status: 303 as const,
});
const remove = (role: Role) => ({ role, status: 204 as const });

/** A body with `list` or `channel` is a picklist, so that mistakes are reported in terms of the right form. */
const OneLineOrList = v.lazy(
  (body): v.GenericSchema<StockOutInput | PicklistInput, StockOut | PicklistForm> =>
    typeof body === "object" && body !== null && ("list" in body || "channel" in body) ? PicklistForm : StockOut,
);
type StockOutInput = v.InferInput<typeof StockOut>;
type PicklistInput = v.InferInput<typeof PicklistForm>;
const PicklistPosted = v.object({ movement: v.string(), data: v.array(PicklistItem) });

export const api = {
  login: {
    "POST /v1/login": get({ role: null, body: LoginForm, answer: Session }),
  },
  app: {
    "GET /v1/app/context": get({ role: "executive", answer: Context }),
    "GET /v1/app/dash/analytics": get({ role: "manager", query: Days, answer: Analytics }),
    "GET /v1/app/dash/inventory": get({ role: "manager", answer: Alerts }),
  },
  audit: {
    "GET /v1/audit": get({ role: "root", query: ChangesPage, answer: v.array(Change) }),
    "GET /v1/audit/export": download({ role: "root", query: ChangesExport }),
  },
  categories: {
    "GET /v1/categories": get({ role: "manager", answer: v.array(Category) }),
    "POST /v1/categories": createOnce({ role: "manager", body: CategoryForm, answer: Category }),
    "PATCH /v1/categories/{id}": patch({ role: "manager", body: patchForm(CategoryForm), answer: Category }),
    "DELETE /v1/categories/{id}": remove("manager"),
  },
  products: {
    "GET /v1/products": get({ role: "manager", answer: v.array(Product) }),
    "GET /v1/products/{id}/movements": get({ role: "manager", query: v.partial(Days), answer: History }),
    "GET /v1/products/{id}/changes": get({ role: "manager", answer: v.array(Change) }),
    "GET /v1/products/deleted": get({ role: "manager", answer: v.array(Deleted) }),
    "POST /v1/products/{id}/restore": post({ role: "manager", answer: Product }),
    "POST /v1/products": createOnce({ role: "manager", body: ProductForm, file: "image", answer: Product }),
    "PATCH /v1/products/{id}": patch({ role: "manager", body: patchForm(ProductForm), file: "image", answer: Product }),
    "DELETE /v1/products/{id}": remove("manager"),
  },
  stocks: {
    "GET /v1/stocks": get({ role: "executive", answer: v.array(StockRecord) }),
    "GET /v1/stocks/export": download({ role: "executive", query: StocksExport }),
  },
  transactions: {
    "GET /v1/transactions": get({ role: "manager", query: DaysPage, answer: v.array(Transaction) }),
    "GET /v1/transactions/export": download({ role: "manager", query: TransactionsExport }),
    "POST /v1/transactions/transfer": createOnce({ role: "executive", body: TransferForm, answer: Posted }),
    "POST /v1/transactions/{id}/reverse": createOnce({ role: "executive", body: ReverseForm, answer: Posted }),
    "POST /v1/transactions/in": createOnce({ role: "executive", body: StockIn, answer: Posted }),
    "POST /v1/transactions/out": createOnce({
      role: "executive",
      body: OneLineOrList,
      answer: v.union([Posted, PicklistPosted]),
    }),
  },
  plan: {
    "GET /v1/plan": get({ role: "manager", query: PlanQuery, answer: Plan }),
    "GET /v1/plan/summary": get({ role: "manager", answer: PlanSummary }),
    "GET /v1/plan/export": download({ role: "manager", query: PlanExport }),
    "GET /v1/plan/{product}": get({ role: "manager", query: PlanQuery, answer: PlanProduct }),
    "PUT /v1/plan/{product}/snooze": put({ role: "manager", body: SnoozeForm, answer: Snoozed }),
  },
  product: {
    "GET /v1/product/export": download({ role: "manager" }),
  },
  "stock-report": {
    "GET /v1/stock-report/export": download({ role: "executive", query: DatedExport }),
  },
  "sales-report": {
    "GET /v1/sales-report/export": download({ role: "manager", query: Days }),
    "GET /v1/sales-report/export/{channel}": download({ role: "manager", query: Days }),
  },
  tickets: {
    "POST /v1/tickets": create({ role: "executive", body: TicketForm, answer: Ticket }),
  },
  shipments: {
    "GET /v1/shipments": get({ role: "executive", answer: v.array(Shipment) }),
    "POST /v1/shipments": createOnce({ role: "executive", body: ShipmentForm, answer: Shipment }),
    "PATCH /v1/shipments/{id}": patch({ role: "manager", body: ShipmentChange, answer: Shipment }),
    "DELETE /v1/shipments/{id}": remove("executive"),
    "POST /v1/shipments/{id}/receive": createOnce({ role: "executive", body: ReceiveForm, answer: Posted }),
  },
  picklists: {
    "GET /v1/picklists": get({ role: "executive", query: DaysPage, answer: v.array(Picklist) }),
    "GET /v1/picklists/{id}/picked": get({ role: "executive", answer: Picked }),
    "PUT /v1/picklists/{id}/picked": put({ role: "executive", body: PickedForm, answer: Picked }),
  },
  dev: {
    "POST /v1/dev/stock-adjustment": createOnce({
      role: "root",
      body: AdjustmentForm,
      file: "file",
      answer: AdjustmentSummary,
    }),
  },
  imports: {
    "POST /v1/imports/products": create({ role: "manager", body: ProductImport, file: "file", answer: ImportSummary }),
    "POST /v1/imports/stock": create({ role: "manager", body: StockImport, file: "file", answer: ImportSummary }),
    "POST /v1/imports/orders": create({ role: "executive", body: OrderImport, file: "file", answer: ImportSummary }),
    "POST /v1/imports/lines": create({ role: "executive", body: LineImport, file: "file", answer: ImportSummary }),
    "GET /v1/imports/{id}": get({ role: "executive", answer: Import }),
    "GET /v1/imports/{id}/export": download({ role: "executive" }),
    "POST /v1/imports/{id}/apply": post({ role: "executive", body: ApplyForm, answer: ApplyStep }),
  },
  counts: {
    "GET /v1/counts": get({ role: "executive", answer: v.array(Count) }),
    "POST /v1/counts": createOnce({ role: "manager", body: CountForm, answer: Count }),
    "GET /v1/counts/{id}": get({ role: "executive", answer: CountDetail }),
    "PUT /v1/counts/{id}/lines": put({ role: "executive", body: CountLinesForm, answer: CountLinesKept }),
    "GET /v1/counts/{id}/review": get({ role: "manager", answer: CountReview }),
    "GET /v1/counts/{id}/export": download({ role: "manager" }),
    "POST /v1/counts/{id}/recount": post({ role: "manager", body: RecountForm, answer: Count }),
    "POST /v1/counts/{id}/apply": post({ role: "manager", body: CountApplyForm, answer: CountApplyStep }),
    "DELETE /v1/counts/{id}": remove("manager"),
  },
  aliases: {
    "GET /v1/aliases": get({ role: "executive", answer: v.array(Alias) }),
    "DELETE /v1/aliases/{id}": remove("manager"),
  },
  users: {
    "GET /v1/users": get({ role: "manager", answer: v.array(User) }),
    "POST /v1/users": createOnce({ role: "manager", body: UserForm, answer: User }),
    "PATCH /v1/users/{id}": patch({ role: "manager", body: patchForm(UserForm), answer: User }),
    "DELETE /v1/users/{id}": remove("manager"),
  },
  warehouses: {
    "GET /v1/warehouses": get({ role: "manager", answer: v.array(Warehouse) }),
    "GET /v1/warehouses/deleted": get({ role: "manager", answer: v.array(Deleted) }),
    "POST /v1/warehouses/{id}/restore": post({ role: "manager", answer: Warehouse }),
    "POST /v1/warehouses": createOnce({ role: "manager", body: WarehouseForm, answer: Warehouse }),
    "PATCH /v1/warehouses/{id}": patch({ role: "manager", body: patchForm(WarehouseForm), answer: Warehouse }),
    "DELETE /v1/warehouses/{id}": remove("manager"),
  },
} as const satisfies Record<string, Record<string, Call>>;

/** Resources of the developer API, which has a host of its own. */
export const developerApi: readonly Resource[] = ["dev"];

export type Api = typeof api;
export type Resource = keyof Api;

/** All calls in one object, keyed by route. */
type Intersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;
export type Calls = Intersection<Api[Resource]>;
export type Route = keyof Calls & string;

export const calls = Object.assign({}, ...Object.values(api)) as Calls;

type Read<C, K extends string, I extends "in" | "out"> =
  C extends Record<K, infer S extends Schema> ? (I extends "in" ? v.InferInput<S> : v.InferOutput<S>) : undefined;

/** Types of a call: what the client sends (Body, Query), what the handler gets (Parsed, ParsedQuery), and the answer. */
export type Body<R extends Route> = Read<Calls[R], "body", "in">;
export type Query<R extends Route> = Read<Calls[R], "query", "in">;
export type Parsed<R extends Route> = Read<Calls[R], "body", "out">;
export type ParsedQuery<R extends Route> = Read<Calls[R], "query", "out">;
export type Answer<R extends Route> = Read<Calls[R], "answer", "out">;
