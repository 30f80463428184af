// Every API call, once. A group is a resource: a file in functions/ and the Lambda of that name. The schemas of a resource
// are in a file of its own in shared/, however short.
import * as v from "valibot";
import { AdjustmentForm, AdjustmentSummary } from "./adjustment.ts";
import { Alias, AliasesForm, AskedAlias, Remembered } from "./alias.ts";
import { AppError, CatalogueAnswer, CatalogueQuery, Context } from "./app.ts";
import { Availability, AvailabilityQuery, BufferForm, ChannelBuffer } from "./availability.ts";
import { BulkAnswer, BulkForm } from "./bulk.ts";
import { Category, CategoryEdit, CategoryForm } from "./category.ts";
import { Change, ChangesExport, ChangesPage, Deleted } from "./change.ts";
import { CorrectForm, MovementLines } from "./correction.ts";
import {
  Count,
  CountApplyForm,
  CountApplyStep,
  CountDetail,
  CountForm,
  CountLinesAnswer,
  CountLinesForm,
  CountReview,
  RecountForm,
  TakeBackForm,
} from "./count.ts";
import { EventEdit, EventForm, PlanEvent } from "./event.ts";
import { DatedExport, StocksExport, Ticket, TicketForm, TransactionsExport } from "./export.ts";
import { Days, DaysPage, MaybeDays } from "./field.ts";
import { History } from "./history.ts";
import {
  ApplyForm,
  ApplyStep,
  AvailabilityImport,
  Import,
  ImportSummary,
  LineImport,
  OrderImport,
  ProductImport,
  PutBackForm,
  ReturnImport,
  StockImport,
} from "./import.ts";
import { McpAnswer, McpMessage } from "./mcp.ts";
import { Posted, ReverseForm, StockIn, StockOut, Transaction } from "./movement.ts";
import { CancelForm, CancelledOrder, OpenPutBack, OpenPutBackForm, OrdersForm, OrdersTaken } from "./order.ts";
import {
  ChosenTags,
  Picked,
  PickedForm,
  Picklist,
  PicklistForm,
  PicklistItem,
  PicklistSummary,
  Walk,
  WalkForm,
} from "./picklist.ts";
import { Plan, PlanExport, PlanProduct, PlanQuery, PlanSummary, Snoozed, SnoozeForm } from "./plan.ts";
import { NewProduct, Product, ProductEdit, SavedProduct, ShelvesForm } from "./product.ts";
import { NewProgram, Program, ProgramEdit, ProgramForm, RenewForm } from "./program.ts";
import { PurchaseOrder, PurchaseOrderChange } from "./purchase-order.ts";
import { PurchaseOrderForm } from "./purchase-order-form.ts";
import { ReceiveForm } from "./receipt.ts";
import {
  ClaimForm,
  maxPhotos,
  Rate,
  RatesQuery,
  Return,
  ReturnForm,
  ReturnPosted,
  ReturnSettings,
  ReturnSettingsForm,
  ReturnSummary,
  ReturnsExport,
  ReturnsPage,
} from "./return.ts";
import type { Role } from "./role.ts";
import { Alerts, Analytics } from "./sales.ts";
import type { Scope } from "./scope.ts";
import { Shipment, ShipmentChange, ShipmentForm } from "./shipment.ts";
import { Status } from "./status.ts";
import { StockRecord } from "./stock.ts";
import { TransferForm } from "./transfer.ts";
import { LoginForm, LogoutForm, OwnPasswordForm, Self, Session, User, UserEdit, UserForm } from "./user.ts";
import { ChannelWarehouses, Warehouse, WarehouseEdit, WarehouseForm } from "./warehouse.ts";

type Schema = v.GenericSchema<unknown, unknown>;

export interface Call {
  /** Its name in `openapi.json`: generated clients have methods of these names, so it stays when a path changes. */
  id: string;
  /** One line. */
  summary: string;
  /** The lowest role that may call it; null needs no session. */
  role: Role | null;
  /** What a program must be allowed besides, if it is not open to any; without one the call is for people only. */
  scope?: Scope | "any";
  query?: Schema;
  /** A key that it does not know is refused, since it may be of another call. */
  body?: Schema;
  /** The body is multipart with this optional file field. */
  file?: string;
  /** So many of these files at most; the body is then JSON, with files in the field `form` beside them. */
  files?: number;
  answer?: Schema;
  /** The answer is a file, which a form fetches with an export ticket. */
  download?: true;
  /** It honours an Idempotency-Key: however often it is sent under the same key, it takes effect once. */
  once?: true;
  /** Somebody makes it by hand, now and then: the gateway lets through fewer. */
  rare?: true;
  /** Status of success: 201 created or posted, 204 no content, 303 redirect to the file. */
  status: 200 | 201 | 204 | 303;
}

/** A row of the table: the call's id, its summary, the lowest role that may call it, and its other properties. */
const row =
  <const S extends object>(fixed: S) =>
  <const R extends Role | null, const C extends Omit<Call, "id" | "summary" | "role" | "status"> = object>(
    id: string,
    summary: string,
    role: R,
    call = {} as C,
  ) => ({ id, summary, role, ...call, ...fixed });
const get = row({ status: 200 });
const create = row({ status: 201 });
const createOnce = row({ status: 201, once: true });
const patch = get;
const put = get;
const post = get;
const noContent = row({ status: 204 });
const remove = noContent;
const download = row({ download: true, status: 303 });

/** A body with `list` or `channel` is a picklist, so that mistakes are reported in terms of the right form. */
const OneLineOrList = v.lazy(
  (body): v.GenericSchema<StockOutInput | PicklistInput, StockOut | PicklistForm> =>
    typeof body === "object" && body !== null && ("list" in body || "channel" in body) ? PicklistForm : StockOut,
);
type StockOutInput = v.InferInput<typeof StockOut>;
type PicklistInput = v.InferInput<typeof PicklistForm>;
const PicklistPosted = v.object({ movement: v.string(), data: v.array(PicklistItem), from: ChosenTags });

export const api = {
  login: {
    "POST /v1/login": get("login", "Sign in with a username and a password", null, {
      body: LoginForm,
      answer: Session,
    }),
  },
  logout: {
    "POST /v1/logout": noContent("logout", "End a session before it expires", null, { body: LogoutForm }),
  },
  app: {
    "GET /v1/app/context": get("getAppContext", "Get the products and warehouses to choose from", "executive", {
      scope: "stock:read",
      answer: Context,
    }),
    "GET /v1/app/catalogue": get(
      "getCatalogue",
      "Get the catalogue that a device keeps, or what has changed of it",
      "executive",
      { scope: "stock:read", query: CatalogueQuery, answer: CatalogueAnswer },
    ),
    "GET /v1/app/dash/analytics": get("getAnalytics", "Get the sales of a range of days", "manager", {
      scope: "ledger:read",
      query: Days,
      answer: Analytics,
    }),
    "GET /v1/app/dash/inventory": get("getStockAlerts", "Get the products that are low or out of stock", "manager", {
      scope: "stock:read",
      answer: Alerts,
    }),
    "GET /v1/app/status": get("getStatus", "Get the outcome of the last nightly run", "root", { answer: Status }),
    "POST /v1/app/errors": noContent("tellError", "Tell of an error of the app", "executive", { body: AppError }),
  },
  audit: {
    "GET /v1/audit": get("listChanges", "List what was changed in a range of days", "root", {
      query: ChangesPage,
      answer: v.array(Change),
    }),
    "GET /v1/audit/export": download("exportChanges", "Export the same changes", "root", { query: ChangesExport }),
  },
  categories: {
    "GET /v1/categories": get("listCategories", "List all categories", "manager", { answer: v.array(Category) }),
    "POST /v1/categories": createOnce("createCategory", "Create a category", "manager", {
      body: CategoryForm,
      answer: Category,
    }),
    "PATCH /v1/categories/{id}": patch("updateCategory", "Change a category", "manager", {
      body: CategoryEdit,
      answer: Category,
    }),
    "DELETE /v1/categories/{id}": remove("deleteCategory", "Delete a category", "manager"),
  },
  products: {
    "GET /v1/products": get("listProducts", "List all products", "manager", {
      scope: "stock:read",
      answer: v.array(Product),
    }),
    "GET /v1/products/{id}/movements": get(
      "getProductHistory",
      "Get the movements of a product, with the balance after each",
      "manager",
      { query: v.partial(Days), answer: History },
    ),
    "GET /v1/products/{id}/changes": get(
      "getProductChanges",
      "Get what was changed of a product, newest first",
      "manager",
      { answer: v.array(Change) },
    ),
    "GET /v1/products/deleted": get("listDeletedProducts", "List the products that can be restored", "manager", {
      answer: v.array(Deleted),
    }),
    "POST /v1/products/{id}/restore": post("restoreProduct", "Restore a deleted product, with its stock", "manager", {
      answer: SavedProduct,
    }),
    "POST /v1/products": createOnce("createProduct", "Create a product", "manager", {
      scope: "products:write",
      body: NewProduct,
      file: "image",
      answer: SavedProduct,
    }),
    "POST /v1/products/bulk": createOnce("setProducts", "Set one field of many products", "manager", {
      body: BulkForm,
      answer: BulkAnswer,
    }),
    "PATCH /v1/products/{id}": patch("updateProduct", "Change a product", "manager", {
      scope: "products:write",
      body: ProductEdit,
      file: "image",
      answer: SavedProduct,
    }),
    "PATCH /v1/products/{id}/shelves": patch("setShelves", "Say on which shelves a product lies", "manager", {
      body: ShelvesForm,
      answer: Product,
    }),
    "DELETE /v1/products/{id}": remove("deleteProduct", "Delete a product", "manager"),
  },
  stocks: {
    "GET /v1/stocks": get("listStocks", "List what each warehouse holds of each product", "executive", {
      scope: "stock:read",
      answer: v.array(StockRecord),
    }),
    "GET /v1/stocks/export": download("exportStocks", "Export what warehouses hold now", "executive", {
      query: StocksExport,
    }),
  },
  transactions: {
    "GET /v1/transactions": get("listTransactions", "List the ledger of a range of days, a page at a time", "manager", {
      scope: "ledger:read",
      query: DaysPage,
      answer: v.array(Transaction),
    }),
    "GET /v1/transactions/export": download("exportTransactions", "Export the ledger of a range of days", "manager", {
      scope: "ledger:read",
      query: TransactionsExport,
    }),
    "POST /v1/transactions/transfer": createOnce(
      "transferStock",
      "Move units from one warehouse to another",
      "executive",
      { scope: "stock:write", body: TransferForm, answer: Posted },
    ),
    "GET /v1/transactions/{id}": get("getMovementLines", "Get what is left of the lines of a movement", "executive", {
      answer: MovementLines,
    }),
    "POST /v1/transactions/{id}/correct": createOnce("correctMovement", "Correct lines of a movement", "executive", {
      body: CorrectForm,
      answer: Posted,
    }),
    "POST /v1/transactions/{id}/reverse": createOnce(
      "reverseMovement",
      "Reverse a movement by another one",
      "executive",
      { body: ReverseForm, answer: Posted },
    ),
    "POST /v1/transactions/in": createOnce("stockIn", "Record units that come into a warehouse", "executive", {
      scope: "stock:write",
      body: StockIn,
      answer: Posted,
    }),
    "POST /v1/transactions/out": createOnce(
      "stockOut",
      "Record units that leave a warehouse, or a whole picklist",
      "executive",
      { body: OneLineOrList, answer: v.union([Posted, PicklistPosted]) },
    ),
  },
  plan: {
    "GET /v1/plan": get("getPlan", "Get what to order of each product, how much, and by when", "manager", {
      scope: "plan:read",
      query: PlanQuery,
      answer: Plan,
    }),
    "GET /v1/plan/summary": get("getPlanSummary", "Get how many products have each status of the plan", "manager", {
      answer: PlanSummary,
    }),
    "GET /v1/plan/export": download("exportPlan", "Export the plan, or an order of chosen quantities", "manager", {
      query: PlanExport,
    }),
    "GET /v1/plan/calendar/events": get("listEvents", "List the events that change sales for some days", "manager", {
      answer: v.array(PlanEvent),
    }),
    "POST /v1/plan/calendar/events": createOnce("createEvent", "Add an event", "manager", {
      body: EventForm,
      answer: PlanEvent,
    }),
    "PUT /v1/plan/calendar/events/{id}": put(
      "updateEvent",
      "Change an event; a field that is left out is cleared",
      "manager",
      { body: EventEdit, answer: PlanEvent },
    ),
    "DELETE /v1/plan/calendar/events/{id}": remove("deleteEvent", "Delete an event", "manager"),
    "GET /v1/plan/{product}": get(
      "getProductPlan",
      "Get the plan of one product, and its units by warehouse",
      "manager",
      { query: PlanQuery, answer: PlanProduct },
    ),
    "PUT /v1/plan/{product}/snooze": put("snoozeProduct", "Leave a product out of the plan until a day", "manager", {
      body: SnoozeForm,
      answer: Snoozed,
    }),
  },
  product: {
    "GET /v1/product/export": download("exportProducts", "Export all products", "manager"),
  },
  "stock-report": {
    "GET /v1/stock-report/export": download(
      "exportStockReport",
      "Export the stock at the close of a day, or of now",
      "executive",
      { query: DatedExport },
    ),
  },
  "sales-report": {
    "GET /v1/sales-report/export": download(
      "exportSalesReport",
      "Export what was sold on all channels in a range of days",
      "manager",
      { query: Days },
    ),
    "GET /v1/sales-report/export/{channel}": download(
      "exportChannelSalesReport",
      "Export what was sold on one channel in a range of days",
      "manager",
      { query: Days },
    ),
  },
  tickets: {
    "POST /v1/tickets": create("createTicket", "Get a ticket for an export", "executive", {
      body: TicketForm,
      answer: Ticket,
    }),
  },
  shipments: {
    "GET /v1/shipments": get(
      "listShipments",
      "List all shipments, or those announced in a range of days",
      "executive",
      { scope: "shipments:write", query: MaybeDays, answer: v.array(Shipment) },
    ),
    "POST /v1/shipments": createOnce("createShipment", "Announce a shipment", "executive", {
      scope: "shipments:write",
      body: ShipmentForm,
      answer: Shipment,
    }),
    "PATCH /v1/shipments/{id}": patch("updateShipment", "Change the list or the date of a shipment", "manager", {
      scope: "shipments:write",
      body: ShipmentChange,
      answer: Shipment,
    }),
    "DELETE /v1/shipments/{id}": remove("deleteShipment", "Delete a shipment", "executive"),
    "POST /v1/shipments/{id}/receive": createOnce(
      "receiveShipment",
      "Receive a shipment into a warehouse, whole or in part",
      "executive",
      { body: ReceiveForm, answer: Posted },
    ),
  },
  "purchase-orders": {
    "GET /v1/purchase-orders": get(
      "listPurchaseOrders",
      "List the open orders to suppliers, or those made in a range of days",
      "executive",
      { query: MaybeDays, answer: v.array(PurchaseOrder) },
    ),
    "POST /v1/purchase-orders": createOnce("createPurchaseOrder", "Order from a supplier", "manager", {
      body: PurchaseOrderForm,
      answer: PurchaseOrder,
    }),
    "PATCH /v1/purchase-orders/{id}": patch("updatePurchaseOrder", "Change an order, or close its rest", "manager", {
      body: PurchaseOrderChange,
      answer: PurchaseOrder,
    }),
    "DELETE /v1/purchase-orders/{id}": remove("deletePurchaseOrder", "Delete an order never announced", "manager"),
    "GET /v1/purchase-orders/{id}/export": download("exportPurchaseOrder", "Export an order as a sheet", "manager"),
  },
  returns: {
    "GET /v1/returns": get("listReturns", "List the open returns, or those changed in a range of days", "executive", {
      query: ReturnsPage,
      answer: v.array(Return),
    }),
    "GET /v1/returns/export": download("exportReturns", "Export the same returns, with their claims", "executive", {
      query: ReturnsExport,
    }),
    "GET /v1/returns/summary": get("getReturnSummary", "Get what comes back and is to be claimed", "executive", {
      answer: ReturnSummary,
    }),
    "GET /v1/returns/settings": get("getReturnSettings", "Get the settings of returns and claims", "executive", {
      answer: ReturnSettings,
    }),
    "PUT /v1/returns/settings": put("updateReturnSettings", "Change the settings of returns and claims", "manager", {
      body: ReturnSettingsForm,
      answer: ReturnSettings,
      rare: true,
    }),
    "GET /v1/returns/rates": get("listReturnRates", "List how much of what was sold came back", "manager", {
      query: RatesQuery,
      answer: v.array(Rate),
    }),
    "GET /v1/returns/rates/export": download("exportReturnRates", "Export how much of it came back", "manager"),
    "GET /v1/returns/{id}": get("getReturn", "Get a return", "executive", { answer: Return }),
    "POST /v1/returns": createOnce("receiveReturn", "Receive a parcel of a return, advised or not", "executive", {
      body: ReturnForm,
      file: "photos",
      files: maxPhotos,
      answer: ReturnPosted,
    }),
    "PUT /v1/returns/{id}/claims": put("updateClaim", "Say what became of a claim", "manager", {
      body: ClaimForm,
      answer: Return,
    }),
  },
  orders: {
    // Not `once`: an order is taken once by its number, under whatever key.
    "POST /v1/orders": create("takeOrders", "Take orders of a channel from stock, to be picked", "executive", {
      scope: "orders:write",
      body: OrdersForm,
      answer: OrdersTaken,
    }),
    "POST /v1/orders/{order}/cancel": post("cancelOrder", "Cancel an order, known or not yet", "executive", {
      scope: "orders:write",
      body: CancelForm,
      answer: CancelledOrder,
    }),
    "GET /v1/orders/put-back": get("listPutBack", "List what is to be put back of cancelled orders", "executive", {
      answer: v.array(OpenPutBack),
    }),
    "POST /v1/orders/put-back": noContent("finishOrderPutBack", "Say that units are back on the shelf", "executive", {
      body: OpenPutBackForm,
    }),
  },
  picklists: {
    "GET /v1/picklists": get("listPicklists", "List the picklists of a range of days, a page at a time", "executive", {
      query: DaysPage,
      answer: v.array(Picklist),
    }),
    "GET /v1/picklists/summary": get(
      "getPicklistSummary",
      "Get how many picklists since yesterday are picked",
      "executive",
      { answer: PicklistSummary },
    ),
    "POST /v1/picklists/walk": post("beginWalk", "Begin to pick waiting orders together", "executive", {
      body: WalkForm,
      answer: Walk,
    }),
    "GET /v1/picklists/{id}/picked": get(
      "listPicked",
      "Get what was taken from the shelves of a picklist",
      "executive",
      { answer: Picked },
    ),
    "PUT /v1/picklists/{id}/picked": put(
      "updatePicked",
      "Tick off what was taken from the shelves of a picklist",
      "executive",
      { body: PickedForm, answer: Picked },
    ),
  },
  dev: {
    "POST /v1/dev/stock-adjustment": createOnce("adjustStock", "Adjust the stock to a count of a day", "root", {
      body: AdjustmentForm,
      file: "file",
      answer: AdjustmentSummary,
    }),
  },
  imports: {
    "POST /v1/imports/products": create("importProducts", "Preview a sheet of products", "manager", {
      body: ProductImport,
      file: "file",
      answer: ImportSummary,
    }),
    "POST /v1/imports/stock": create("importStock", "Preview a sheet of stock to set, add or remove", "manager", {
      body: StockImport,
      file: "file",
      answer: ImportSummary,
    }),
    "POST /v1/imports/orders": create(
      "importOrders",
      "Preview a channel's order file, of which picklists are made",
      "executive",
      { body: OrderImport, file: "file", answer: ImportSummary },
    ),
    "POST /v1/imports/lines": create(
      "importLines",
      "Read the lines of a container or transfer from a sheet",
      "executive",
      { body: LineImport, file: "file", answer: ImportSummary },
    ),
    "POST /v1/imports/returns": create(
      "importReturns",
      "Preview a channel's returns file, of which returns are expected",
      "executive",
      { body: ReturnImport, file: "file", answer: ImportSummary },
    ),
    "POST /v1/imports/availability": create(
      "importAvailability",
      "Fill in a channel's own sheet of listings with what may be sold",
      "executive",
      { body: AvailabilityImport, file: "file", answer: ImportSummary },
    ),
    "GET /v1/imports/{id}": get("getImport", "Get an import with its rows", "executive", { answer: Import }),
    "GET /v1/imports/{id}/export": download(
      "exportImport",
      "Export the rows of an import that cannot be applied, with why",
      "executive",
    ),
    "GET /v1/imports/{id}/filled/export": download("exportFilled", "Export a sheet as it is filled in", "executive"),
    "POST /v1/imports/{id}/put-back": noContent(
      "finishPutBack",
      "Note that units of a cancelled line are back on the shelf",
      "executive",
      { body: PutBackForm },
    ),
    "POST /v1/imports/{id}/apply": post("applyImport", "Apply the next groups of an import", "executive", {
      body: ApplyForm,
      answer: ApplyStep,
    }),
  },
  counts: {
    "GET /v1/counts": get("listCounts", "List open and past counts", "executive", { answer: v.array(Count) }),
    "POST /v1/counts": createOnce("openCount", "Open a count of a warehouse", "manager", {
      body: CountForm,
      answer: Count,
    }),
    "GET /v1/counts/{id}": get("getCount", "Get a count with its lines", "executive", { answer: CountDetail }),
    "PUT /v1/counts/{id}/lines": put("storeCountLines", "Store lines of a count", "executive", {
      body: CountLinesForm,
      answer: CountLinesAnswer,
    }),
    "GET /v1/counts/{id}/review": get(
      "reviewCount",
      "Compare the counted units with the units in stock then",
      "manager",
      { answer: CountReview },
    ),
    "GET /v1/counts/{id}/export": download("exportCount", "Export the review of a count", "manager"),
    "POST /v1/counts/{id}/recount": post("recount", "Ask for products to be counted again", "manager", {
      body: RecountForm,
      answer: Count,
    }),
    "POST /v1/counts/{id}/apply": post(
      "applyCount",
      "Post the chosen differences as corrections, and close the count",
      "manager",
      { body: CountApplyForm, answer: CountApplyStep },
    ),
    "POST /v1/counts/{id}/take-back": post(
      "takeBackLateEntry",
      "Take back what an entry and a count that came before it have both posted",
      "manager",
      { body: TakeBackForm, answer: Posted },
    ),
    "DELETE /v1/counts/{id}": remove("cancelCount", "Cancel a count", "manager"),
  },
  availability: {
    "GET /v1/availability": get("getAvailability", "Get what a channel may sell of each of its codes", "executive", {
      scope: "stock:read",
      query: AvailabilityQuery,
      answer: Availability,
    }),
    "GET /v1/availability/buffers": get("listBuffers", "List the units that are kept back from channels", "executive", {
      answer: v.array(ChannelBuffer),
    }),
    "PUT /v1/availability/buffers": put("setBuffer", "Set the units that are kept back from a channel", "manager", {
      body: BufferForm,
      answer: v.array(ChannelBuffer),
    }),
  },
  aliases: {
    "GET /v1/aliases": get("listAliases", "List the codes of channels that stand for products", "executive", {
      answer: v.array(Alias),
    }),
    "GET /v1/aliases/remembered": get(
      "listRemembered",
      "List what was said about sheets and order files",
      "executive",
      { answer: v.array(Remembered) },
    ),
    "GET /v1/aliases/asked": get(
      "listAskedAliases",
      "List the codes of orders that stand for no product",
      "executive",
      {
        answer: v.array(AskedAlias),
      },
    ),
    "PUT /v1/aliases": put("chooseAliases", "Choose the products that codes of a channel stand for", "executive", {
      body: AliasesForm,
      answer: v.array(AskedAlias),
    }),
    "DELETE /v1/aliases/{id}": remove("deleteAlias", "Delete the code of a channel, or what was said", "manager"),
  },
  users: {
    "GET /v1/users": get("listUsers", "List all users", "manager", { answer: v.array(User) }),
    "POST /v1/users": createOnce("createUser", "Create a user", "manager", {
      body: UserForm,
      answer: User,
      rare: true,
    }),
    "PATCH /v1/users/{id}": patch("updateUser", "Change a user", "manager", {
      body: UserEdit,
      answer: User,
      rare: true,
    }),
    "GET /v1/users/me": get("getCaller", "Get who calls: a role, and of a program its scopes", "executive", {
      scope: "any",
      answer: Self,
    }),
    "PUT /v1/users/me/password": put("changeOwnPassword", "Choose your own password", "executive", {
      body: OwnPasswordForm,
      answer: User,
      rare: true,
    }),
    "DELETE /v1/users/{id}": remove("deleteUser", "Delete a user", "manager", { rare: true }),
  },
  programs: {
    "GET /v1/programs": get("listPrograms", "List the programs that may call the API", "root", {
      answer: v.array(Program),
    }),
    // Not `once`: a token is stored nowhere, so no second answer could have it. Who got none renews it.
    "POST /v1/programs": create("createProgram", "Add a program, and get its token", "root", {
      body: ProgramForm,
      answer: NewProgram,
      rare: true,
    }),
    "PATCH /v1/programs/{id}": patch("updateProgram", "Change what a program may do", "root", {
      body: ProgramEdit,
      answer: Program,
      rare: true,
    }),
    "POST /v1/programs/{id}/renew": post("renewProgram", "Get a new token for a program", "root", {
      body: RenewForm,
      answer: NewProgram,
      rare: true,
    }),
    "DELETE /v1/programs/{id}": remove("deleteProgram", "Delete a program, whose token ends at once", "root", {
      rare: true,
    }),
  },
  mcp: {
    "POST /v1/mcp": post("mcp", "Ask as an AI assistant, over the Model Context Protocol", "executive", {
      scope: "any",
      body: McpMessage,
      answer: McpAnswer,
    }),
  },
  warehouses: {
    "GET /v1/warehouses": get("listWarehouses", "List all warehouses", "manager", { answer: v.array(Warehouse) }),
    "GET /v1/warehouses/deleted": get("listDeletedWarehouses", "List the warehouses that can be restored", "manager", {
      answer: v.array(Deleted),
    }),
    "POST /v1/warehouses/{id}/restore": post(
      "restoreWarehouse",
      "Restore a deleted warehouse, with its stock",
      "manager",
      { answer: Warehouse },
    ),
    "POST /v1/warehouses": createOnce("createWarehouse", "Create a warehouse", "manager", {
      body: WarehouseForm,
      answer: Warehouse,
    }),
    "PATCH /v1/warehouses/{id}": patch("updateWarehouse", "Change a warehouse", "manager", {
      body: WarehouseEdit,
      answer: Warehouse,
    }),
    "PUT /v1/warehouses/channels": put(
      "setChannelWarehouses",
      "Set the warehouses that picklists of a channel take from, in order",
      "manager",
      { body: ChannelWarehouses, answer: v.array(Warehouse) },
    ),
    "DELETE /v1/warehouses/{id}": remove("deleteWarehouse", "Delete a warehouse", "manager"),
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
