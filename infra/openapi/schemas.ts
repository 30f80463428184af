// The named schemas of the document, with descriptions of them and their fields.
import type { GenericSchema } from "valibot";
import { AdjustmentForm, AdjustmentSummary, adjustmentColumns, maxAdjustmentRows } from "#shared/adjustment.ts";
import { calls } from "#shared/api.ts";
import { Context, ContextProduct } from "#shared/app.ts";
import { Category, CategoryForm } from "#shared/category.ts";
import { CorrectForm, MovementLines } from "#shared/correction.ts";
import { EventForm, eventFactors, PlanEvent } from "#shared/event.ts";
import { Ticket, TicketForm } from "#shared/export.ts";
import { failureCatalogue } from "#shared/failure.ts";
import { AnyChannel, AnyRole, Day, Decimal, Id, Quantity, UnitsPerDay } from "#shared/field.ts";
import { History, HistoryRow } from "#shared/history.ts";
import { fileLimit, maxProducts, maxUnits } from "#shared/limits.ts";
import { Action, Posted, ReverseForm, StockIn, StockOut, Transaction } from "#shared/movement.ts";
import { Picklist, PicklistForm, PicklistItem, ProductQuantity } from "#shared/picklist.ts";
import { imageLimit, NewProduct, Product, ProductForm, ProductTag } from "#shared/product.ts";
import { numberFields, productFields } from "#shared/product-fields.ts";
import { PurchaseOrder } from "#shared/purchase-order.ts";
import { PurchaseOrderForm } from "#shared/purchase-order-form.ts";
import { ReceiveForm } from "#shared/receipt.ts";
import { drrDays } from "#shared/reorder.ts";
import { Return, ReturnForm, ReturnSettings } from "#shared/return.ts";
import { Alerts, Analytics, OutOfStock, ProductSales } from "#shared/sales.ts";
import { Shipment, ShipmentChange, ShipmentForm } from "#shared/shipment.ts";
import { maxItems } from "#shared/shipment-item.ts";
import { StockRecord } from "#shared/stock.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { TransferForm } from "#shared/transfer.ts";
import { LoginForm, Session, User, UserForm, UserTag } from "#shared/user.ts";
import { Warehouse, WarehouseForm, WarehouseTag } from "#shared/warehouse.ts";
import { type JsonSchema, namedSchemas, schemaOf as plainSchemaOf, ref } from "./json-schema.ts";

interface Named {
  schema: GenericSchema;
  description?: string;
  /** By field: a description, or keywords that the schema lacks. A file, which no schema has, is added. */
  fields?: Record<string, string | JsonSchema>;
  /** A file that must be there. */
  required?: string;
  /** The named schema that it extends. */
  base?: string;
  /** Replaces the derived schema where that says too little. */
  instead?: JsonSchema;
}

const countedFields = {
  counted:
    "Of products that were counted since: the entry was wrong and the stock stays as counted, or goods move now.",
  seen: "The `counted_at` of the counts that the person was shown. If left out, nothing is asked.",
};

const list = (most: number): string =>
  `At most ${most} different products, and ${maxUnits.toLocaleString("en")} units of each in all its lines.`;
const unique = "Unique; case, spaces and invisible characters do not count.";
const upload = (description: string): JsonSchema => ({ type: "string", format: "binary", description });
const changed = "A field that is left out keeps its value; an optional one that is empty is cleared.";
const movement = "Id of the movement, by which it can be reversed.";
const chosen = "The warehouses that were chosen to take from, in order.";
const PostedPicklist = calls["POST /v1/transactions/out"].answer.options[1];
const ShipmentItem = Shipment.entries.items.item;

/** `lead_time` is LeadTime. */
const nameOf = (field: string): string => field.replace(/(^|_)\w/g, (start) => start.slice(-1).toUpperCase());

const numbersOfProducts = Object.fromEntries(
  numberFields.map((field): [string, Named] => {
    const { about, values, unit } = productFields[field];
    const schema = ProductForm.entries[field];
    const instead = (): JsonSchema => {
      if (!("max" in values)) return { type: "integer", enum: [...values] };
      return unit === "rupees"
        ? { type: "number", exclusiveMinimum: 0, maximum: values.max, multipleOf: 0.01 }
        : { type: "integer", minimum: 1, maximum: values.max };
    };
    return [nameOf(field), { schema, description: about, instead: instead() }];
  }),
);

const named = {
  Id: { schema: Id },
  Day: { schema: Day, description: "A business day of the time zone Asia/Kolkata." },
  Quantity: { schema: Quantity, description: "Units." },
  Role: { schema: AnyRole, description: "In ascending rank." },
  Channel: { schema: AnyChannel, description: "Where goods are sold." },
  Action: { schema: Action },
  ...numbersOfProducts,
  UnitsPerDay: { schema: UnitsPerDay, instead: { type: "number", minimum: 0 } },
  Decimal: { schema: Decimal, instead: { type: "number", minimum: 0 } },

  LoginForm: {
    schema: LoginForm,
    fields: {
      device: "The device token of the last sign-in with this username. One that is not valid counts as none.",
    },
  },
  Session: {
    schema: Session,
    fields: {
      token: "Valid for 12 hours, or until the password is changed.",
      device:
        "A device token for the next sign-in with this username: with it, wrong passwords tried by other people do not lock the user out. Valid for a year, or until the password is changed.",
    },
  },
  User: {
    schema: User,
    description: "A member of staff.",
    fields: {
      renew: "The password was generated, of the first root: the app asks for another at the sign-in.",
      given: "Somebody else has set the password: the app asks for another at the sign-in.",
    },
  },
  UserReference: { schema: UserTag, description: "The user who made it, by the name they had then." },
  UserForm: {
    schema: UserForm,
    fields: {
      username: unique,
      password: "Without one, the user cannot sign in.",
    },
  },
  UserChange: { schema: calls["PATCH /v1/users/{id}"].body, description: changed },

  Event: { schema: PlanEvent, description: "Days on which more or less is sold than usual." },
  EventForm: {
    schema: EventForm,
    fields: {
      end: "At most 60 days from the first one on.",
      last_end: "Both days of last year or neither, before those of this year.",
      factor: {
        type: "number",
        minimum: eventFactors.least,
        maximum: eventFactors.most,
        description:
          "Times the usual rate. Left out, it is measured on the days of last year, which are then required.",
      },
      products: "P.IDs with commas between them; left out, all products.",
    },
  },

  Category: { schema: Category, description: "A kind of product, with its pages on the marketplaces." },
  CategoryForm: { schema: CategoryForm, fields: { name: unique } },
  CategoryChange: { schema: calls["PATCH /v1/categories/{id}"].body, description: changed },

  Product: {
    schema: Product,
    description: "A product of the catalogue, with its current stock and sales.",
    fields: {
      p_id: "The seller's own code, SKU or bar code.",
      image: "Path of the picture on the web app's host.",
      stock: "Units in all active warehouses.",
      in_transit: "Outstanding units of open shipments.",
      ...Object.fromEntries(numberFields.map((field) => [field, productFields[field].about])),
      drr: `Daily run rate: units sold per day over the last ${drrDays} business days, today included.`,
    },
  },
  ProductReference: { schema: ProductTag, description: "A product by its current name." },
  ProductForm: {
    schema: NewProduct,
    fields: {
      p_id: `The seller's own code, SKU or bar code. ${unique}`,
      image: upload(
        `A PNG, JPEG or WebP picture of up to ${imageLimit.side} x ${imageLimit.side} pixels. ${fileLimit.message}.`,
      ),
    },
  },
  ProductChange: {
    schema: calls["PATCH /v1/products/{id}"].body,
    description: changed,
    fields: { image: upload("Replaces the picture.") },
  },
  ProductHistory: {
    schema: History,
    fields: {
      opening: "Units at the start of the range, in the warehouses that existed then.",
      closing: "Units at the end of the range, in the warehouses that existed then.",
      rows: "Oldest first.",
      settling: "The latest movements may still be missing: read again in a moment.",
    },
  },
  ProductHistoryRow: {
    schema: HistoryRow,
    base: "Transaction",
    fields: {
      balance: "Units of the product in this warehouse afterwards.",
      total: "Units of the product in all warehouses afterwards.",
    },
  },

  Warehouse: {
    schema: Warehouse,
    description: "A place that holds stock.",
    fields: {
      w_id: "The seller's own code.",
      channels: "Its place among the warehouses that a channel's picklists take from.",
    },
  },
  WarehouseReference: { schema: WarehouseTag, description: "A warehouse by its current name." },
  WarehouseForm: { schema: WarehouseForm, fields: { w_id: `The seller's own code. ${unique}` } },
  WarehouseChange: { schema: calls["PATCH /v1/warehouses/{id}"].body, description: changed },
  StockRecord: { schema: StockRecord, description: "Units of a product in a warehouse." },

  AppContext: { schema: Context, description: "The choices of the web app's pickers." },
  ProductChoice: { schema: ContextProduct },
  Analytics: {
    schema: Analytics,
    fields: {
      channelSales: "Units sold, by channel and day.",
      productSales: "Products that sold in the range or have a run rate.",
      attention:
        "As of now, whatever the range: numbers of products that are low and that ran out, and open containers whose expected day has passed, the earliest first.",
    },
  },
  ProductSales: {
    schema: ProductSales,
    base: "Product",
    fields: {
      saleChannels: "Units sold in the range, by channel.",
      period: "Days of the range.",
      deleted: "The product has been deleted since; its sales still count.",
    },
  },
  StockAlerts: {
    schema: Alerts,
    fields: {
      lowStockProducts:
        "Products that sell and are at or below their minimum stock: `drr` x `lead_time`, rounded up. The most units required first.",
      outOfStockProducts: "Products without stock, by run rate.",
    },
  },
  OutOfStockProduct: {
    schema: OutOfStock,
    base: "Product",
    fields: { never_stocked: "The product has never had a unit." },
  },

  Transaction: {
    schema: Transaction,
    description: "One line of a movement of stock, as the ledger has it.",
    fields: {
      movement,
      channel: "The channel of a picklist.",
      container: "The container of a receipt.",
      reverses: "Id of the movement that this one reverses.",
      reversed_by: "Id of the movement that reversed this one, or of the correction that left nothing of it.",
      corrects: "Id of the movement that this one corrects.",
      adds_to: "Id of the movement beside which a correction added this one.",
      takes_back: "Id of the correction or reversal whose units this adjustment took back, since they were counted.",
      corrections: "How often its movement was corrected.",
      left: "Units that corrections have left of this row.",
    },
  },
  StockInForm: { schema: StockIn, description: "Units of one product into a warehouse." },
  StockOutForm: { schema: StockOut, description: "Units of one product out of a warehouse." },
  ProductQuantity: { schema: ProductQuantity },
  PicklistForm: {
    schema: PicklistForm,
    description: "Products to take for a channel, first from the warehouse that holds least.",
    fields: {
      warehouses: "Takes from these alone, in this order.",
      list: list(maxProducts),
      channel: ref("Channel"),
      ...Object.fromEntries(
        ["product", "warehouse", "quantity"].map((field) => [field, "For a single line; not allowed beside `list`."]),
      ),
    },
  },
  PicklistItem: {
    schema: PicklistItem,
    fields: { breakdown: "The units taken from each warehouse." },
  },
  Picklist: {
    schema: Picklist,
    fields: {
      number: "As printed on the picklist.",
      from: chosen,
      reversed_by: "Id of the movement that reversed it, or of the correction that left nothing of it.",
      corrections: "How often it was corrected.",
      now: "What corrections have left of it.",
      adds_to: "Id of the picklist beside which a correction added this one.",
    },
  },
  TransferForm: {
    schema: TransferForm,
    fields: { from: "A warehouse.", to: "Another warehouse.", list: list(maxProducts) },
  },
  ReverseForm: { schema: ReverseForm, fields: countedFields },
  CorrectForm: {
    schema: CorrectForm,
    fields: {
      list: "All that is to be left of each product that it names; other products stay as they are. `to` is for transfers.",
      corrections: "How often the movement had been corrected when its lines were read: 409 if it was corrected since.",
      over: "Confirms that more is received than is outstanding.",
      ...countedFields,
    },
  },
  MovementLines: {
    schema: MovementLines,
    description: "What corrections have left of the lines of a movement.",
    fields: { corrections: "How often it was corrected." },
  },
  PostedMovement: { schema: Posted, fields: { movement } },
  PostedPicklist: { schema: PostedPicklist, fields: { movement, from: chosen } },

  Shipment: {
    schema: Shipment,
    description: "A container and its products.",
    fields: {
      expected_delivery: ref("Day"),
      received: "No units are outstanding.",
      closed_short: "Why some of its units will not arrive.",
    },
  },
  ShipmentItem: {
    schema: ShipmentItem,
    fields: {
      quantity: "Units sent.",
      received: "Units received.",
      closed: "Units closed short, which will not arrive.",
      from: "Orders and units of each that were announced from them.",
      deleted: "The product has been deleted; the next receipt closes its outstanding units short.",
    },
  },
  ShippedProduct: {
    schema: ShipmentItem.entries.product,
    base: "ProductReference",
    fields: {
      in_transit: "Outstanding units of this shipment; once it is received, the units received.",
    },
  },
  ShipmentForm: { schema: ShipmentForm, fields: { list: list(maxItems) } },
  ShipmentChange: {
    schema: ShipmentChange,
    description: "A field that is left out keeps its value.",
    fields: {
      list: `Replaces the list; no quantity may be less than the units received. ${list(maxItems)}`,
      from: "Replaces the orders that all units come from. Without it, units that items no longer have go back to theirs.",
    },
  },
  PurchaseOrder: {
    schema: PurchaseOrder,
    description: "An order to a supplier. Of each product, what is neither announced nor closed is open.",
    fields: { _id: "Its number." },
  },
  PurchaseOrderForm: { schema: PurchaseOrderForm, fields: { list: list(maxItems) } },
  Return: {
    schema: Return,
    description: "What comes back of one order under one code: units advised, and what became of those received.",
  },
  ReturnForm: { schema: ReturnForm },
  ReturnSettings: { schema: ReturnSettings },
  ReceiptForm: {
    schema: ReceiveForm,
    fields: {
      warehouse: "Where the goods go.",
      list: "The units that arrived; without a list, everything outstanding.",
      over: "Accepts more units than are outstanding. If any line has `owed`, only for lines whose `owed` still equals the outstanding units.",
      close:
        "Why the rest is closed short. If any line has `owed`, closes at most `owed` units of each such line, and none of other lines; otherwise everything outstanding.",
      remarks: "Required if more units arrived than were outstanding.",
    },
  },
  ReceivedProduct: {
    schema: ReceiveForm.entries.list.wrapped.item,
    fields: {
      quantity: "Units that arrived; 0 only beside `owed`.",
      owed: "Units that were outstanding when these were counted.",
    },
  },

  TicketForm: {
    schema: TicketForm,
    fields: { path: "Path of an export, such as `/v1/stocks/export`.", query: "The parameters of the export." },
  },
  Ticket: {
    schema: Ticket,
    fields: { ticket: `For one download of that very path and query, within ${ticketSeconds} seconds.` },
  },

  AdjustmentForm: {
    schema: AdjustmentForm,
    required: "file",
    fields: {
      file: upload(
        `.xlsx or CSV with the columns ${Object.values(adjustmentColumns).join(", ")}, read as an import of stock is, and 422 where that would ask; at most ${maxAdjustmentRows.toLocaleString("en")} rows. ${fileLimit.message}.`,
      ),
    },
  },
  AdjustmentSummary: {
    schema: AdjustmentSummary,
    fields: {
      movement,
      read: "Rows of the file.",
      changed: "Rows that changed the stock.",
      unchanged: "Rows that matched the stock.",
      left_out:
        "Rows that were not applied: counted for a later day, or their stock changed or product was deleted meanwhile.",
    },
  },
} satisfies Record<string, Named>;

const entries = Object.entries<Named>(named);
const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
const plain = namedSchemas(schemas);

/** The schema of a call, with references to the named ones. */
export const schemaOf = (schema: GenericSchema): JsonSchema => plainSchemaOf(schema, schemas);

type Fields = Record<string, JsonSchema>;
const fieldsOf = (name: string): Fields => (plain[name]?.properties ?? {}) as Fields;

const detailed = (name: string, field: string, schema: JsonSchema = {}): JsonSchema => {
  const timed = field.endsWith("_at") ? { ...schema, format: "date-time" } : schema;
  const detail = (named as Record<string, Named>)[name]?.fields?.[field];
  if (typeof detail === "string") return { ...timed, description: detail };
  return detail?.$ref ? detail : { ...timed, ...detail };
};

const componentOf = ([name, { description, fields = {}, required, base, instead }]: [string, Named]): JsonSchema => {
  const whole = instead ?? plain[name] ?? {};
  if (whole.type !== "object") return { ...whole, ...(description && { description }) };
  const own = fieldsOf(name);
  const unknown = Object.entries(fields).find(([field, detail]) => !own[field] && typeof detail === "string");
  if (unknown) throw new Error(`${name} has no field ${unknown[0]}`);
  const inherited = base ? fieldsOf(base) : {};
  const names = [...new Set([...Object.keys(own), ...Object.keys(fields)])].filter((field) => !inherited[field]);
  const must = [...(whole.required ?? []), ...(required ? [required] : [])].filter((field) => !inherited[field]);
  const object: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((field) => [field, detailed(name, field, own[field])])),
    ...(must.length > 0 && { required: must }),
  };
  return { ...(description && { description }), ...(base ? { allOf: [ref(base), object] } : object) };
};

const failure: JsonSchema = {
  type: "object",
  required: ["message"],
  properties: {
    code: {
      enum: Object.keys(failureCatalogue),
      description: "Missing when the gateway itself answers, for example when it throttles.",
    },
    message: { type: "string" },
    details: { type: "array", items: ref("FailureDetail") },
  },
};

const numberOrText: JsonSchema = { anyOf: [{ type: "number" }, { type: "string" }] };

const failureDetail: JsonSchema = {
  type: "object",
  required: ["message"],
  properties: {
    field: { type: "string", description: "The field, query parameter or column." },
    row: { type: "integer", description: "The row of an uploaded file, from 1." },
    product: { type: "string", description: "Id of the product." },
    _id: { type: "string", description: "Id of another row that the request meets." },
    message: { type: "string" },
    available: { type: "integer", description: "Units available." },
    elsewhere: { type: "integer", description: "Units in other warehouses than those that were chosen." },
    counted_on: { type: "string", format: "date", description: "The later day for which a row's pair was counted." },
    counted_at: {
      type: "string",
      format: "date-time",
      description: "When the product was counted in the warehouse `_id`, after the movement: belongs in `seen`.",
    },
    seen: { ...numberOrText, description: "The value of the field in `seen`, which somebody else has changed since." },
    saved: { ...numberOrText, description: "The value that it has now; empty if it has none." },
    by: { type: "string", description: "The name of who has saved that value." },
  },
};

/** `components.schemas` of the document. */
export const components: Record<string, JsonSchema> = {
  ...Object.fromEntries(entries.map((entry) => [entry[0], componentOf(entry)])),
  Failure: failure,
  FailureDetail: failureDetail,
};
