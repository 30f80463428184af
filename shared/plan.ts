// The plan: what to order, how much, and by when.
import * as v from "valibot";
import { Day, Decimal, optionalLine, UnitsPerDay } from "./field.ts";
import { planStatuses } from "./plan-status.ts";
import { Product, ProductTag } from "./product.ts";
import { serviceLevels } from "./product-fields.ts";
import { rateWindows } from "./rate.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

/** Days that an order should last from its arrival on. */
const targetLimits = { min: 15, max: 90, usual: 30 } as const;
const targetMessage = `A whole number of days, ${targetLimits.min} to ${targetLimits.max}`;

/** An address holds 10 KB: an order of 500 products takes 6. */
const maxLinesLength = 8_000;

export const PlanQuery = v.object({
  /** Closed days over which the rate is computed. */
  basis: v.optional(
    v.pipe(
      v.picklist(["3", "7", "30", "90"], "One of 3, 7, 30, 90"),
      v.transform((days) => rateWindows.find((window) => String(window) === days) ?? 30),
    ),
    "30",
  ),
  target: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{2}$/, targetMessage),
      v.transform(Number),
      v.minValue(targetLimits.min, targetMessage),
      v.maxValue(targetLimits.max, targetMessage),
    ),
    String(targetLimits.usual),
  ),
  /** Whether days that sold far more than usual are cut to what a day counts at most, which is "out". */
  spikes: v.optional(v.picklist(["in", "out"], "in or out"), "out"),
  /** Of products that have none of their own. */
  service: v.optional(
    v.pipe(
      v.picklist(["90", "95", "98"], "One of 90, 95, 98"),
      v.transform((percent) => serviceLevels.find((level) => String(level) === percent) ?? 95),
    ),
    "95",
  ),
});
export type PlanQuery = v.InferOutput<typeof PlanQuery>;

/** Why a product is left out of the plan for a while. */
export const Snooze = v.object({
  /** The day on which it returns. */
  until: v.string(),
  reason: v.string(),
  user: UserTag,
  at: v.string(),
});
export type Snooze = v.InferOutput<typeof Snooze>;

/** Null ends the snooze; another day needs a reason. */
export const SnoozeForm = v.object({ until: v.nullable(Day), reason: optionalLine() });
export type SnoozeForm = v.InferOutput<typeof SnoozeForm>;

export const Snoozed = v.object({ snooze: v.optional(Snooze) });

/** Units of a product that a container still brings, or an order to a supplier that is open. */
export const Arrival = v.object({
  /** The id and the ID of the container; of an order, twice its number. */
  shipment: v.string(),
  container: v.string(),
  /** It is an order: its units are in no container yet. */
  on_order: v.optional(v.literal(true)),
  expected_delivery: v.string(),
  units: v.number(),
  /** The day on which it counts as arriving; missing if it is so late that it does not count. */
  day: v.optional(v.string()),
});
export type Arrival = v.InferOutput<typeof Arrival>;

export const PlanRow = v.object({
  ...ProductTag.entries,
  status: v.picklist(planStatuses),
  /** Units that can be picked. */
  stock: v.number(),
  /** Units in warehouses that are not for picking. */
  not_for_picking: v.optional(v.number()),
  /** Outstanding units of open containers. */
  in_transit: v.number(),
  /** Open units of orders to suppliers, which are in no container yet; missing if there are none. */
  on_order: v.optional(v.number()),
  /** What brings them, and when each arrives. */
  arrivals: v.array(Arrival),
  /** Days from an order to its arrival. */
  lead_time: v.number(),
  /** Days by which an order of today will come later than its lead time, as its containers did; missing if it will not. */
  late: v.optional(v.number()),
  /** Days from the order of its units to their receipt, and how many receipts say so; missing where no order is known. */
  ordered_lead: v.optional(v.object({ days: v.number(), receipts: v.number() })),
  /** Units per carton. */
  pack: v.optional(v.number()),
  supplier: v.optional(v.string()),
  /** Units that an order has at least. */
  min_order: v.optional(v.number()),
  /** Rupees a unit. */
  cost: v.optional(Decimal),
  /** Its own service level. */
  service: v.optional(v.number()),
  /**
   * Units sold on each of the last closed days, oldest first: at most 30, none before the first movement, and null on a
   * day out of stock.
   */
  days: v.array(v.nullable(v.number())),
  /** Units a day over 3, 7 and 30 closed days; null if the product was in stock on none of them. */
  rates: v.pipe(v.array(v.nullable(UnitsPerDay)), v.length(3)),
  /** The rate that the plan uses; missing if there is none. */
  rate: v.optional(
    v.object({
      /** Units a day. */
      units: UnitsPerDay,
      /** The closed days over which it is computed: more than the basis if that has too few days in stock, and see `windowFor`. */
      window: v.number(),
      /** A spike may be cut to half a unit. */
      sold: Decimal,
      inStockDays: v.number(),
      /** Even the longest window holds fewer than three days in stock. */
      fewDays: v.boolean(),
      /** What a marketplace sells of it from its own shelf: the rest is over the days in stock of own warehouses. */
      shelf: v.optional(v.object({ units: Decimal, sold: Decimal, inStockDays: v.number() })),
      /** The product that it sells like, its units a day, the factor, and its share of the rate, until its own days are enough. */
      like: v.optional(v.object({ p_id: v.string(), units: UnitsPerDay, factor: Decimal, share: Decimal })),
    }),
  ),
  trend: v.optional(v.picklist(["rising", "falling"])),
  /** Days among `days` that sold far more than usual, and the units by which rates are cut if the query says so. */
  spikes: v.optional(v.array(v.object({ day: v.string(), units: v.number(), cut: Decimal }))),
  /** Percents of the rate that are expected in each of the next 27 weeks; missing where all are 100. */
  season: v.optional(v.array(v.number())),
  /**
   * Events of the known days and ahead. Their days count in no rate; on those ahead so many percents of what the season makes of
   * the rate are expected, where that is known.
   */
  events: v.optional(
    v.array(v.object({ name: v.string(), start: v.string(), end: v.string(), percent: v.optional(v.number()) })),
  ),
  /** Units that are to be left when an order arrives; missing without a rate above zero. */
  safety: v.optional(
    v.object({
      units: v.number(),
      /** Standard deviation of the units sold from an order to its arrival. */
      sales: Decimal,
      /** Standard deviation of the lead time, in days. */
      days: Decimal,
    }),
  ),
  /** Units out by hand with reason Outbound on the last 30 closed days. They do not count as demand. */
  by_hand: v.optional(v.number()),
  /** Whole days that the stock lasts by season and events, without and with arrivals; missing without a rate above zero. */
  cover: v.optional(v.number()),
  cover_with_transit: v.optional(v.number()),
  /**
   * The first day without units, if it is within a year. If the product is out of stock, the day on which it ran out.
   */
  runs_out: v.optional(v.string()),
  /**
   * Spells without units that end before an order of today could arrive: the first day without, the first with units
   * again, and the container that brings them.
   */
  gaps: v.optional(v.array(v.object({ start: v.string(), end: v.string(), container: v.optional(v.string()) }))),
  /**
   * The last day on which an order still arrives before less than the safety stock is left; today if that has passed. Before
   * today if an order of today cannot arrive before the product runs out.
   */
  order_by: v.optional(v.string()),
  quantity: v.number(),
  /** About how many units were not sold since it ran out. */
  unsold: v.optional(v.number()),
  /** The last day with sales among the last 90 closed days. */
  last_sale: v.optional(v.string()),
  /** Present only while the product is snoozed. */
  snooze: v.optional(Snooze),
  /** What one warehouse should send to another, by today's stock: see `moves.ts`. */
  move: v.optional(v.object({ from: WarehouseTag, to: WarehouseTag, units: v.number() })),
});
export type PlanRow = v.InferOutput<typeof PlanRow>;

/** The last closed day that the plan knows; missing before the first nightly job. */
const as_of = v.optional(v.string());

export const Plan = v.object({ as_of, rows: v.array(PlanRow) });
export type Plan = v.InferOutput<typeof Plan>;

/**
 * Products by status, without snoozed ones, and about how many units were not sold because products are out of stock.
 */
export const PlanSummary = v.object({
  as_of,
  counts: v.record(v.picklist(planStatuses), v.number()),
  unsold: v.number(),
});
export type PlanSummary = v.InferOutput<typeof PlanSummary>;

/** One product with its row of the plan, and its units by warehouse. */
export const PlanProduct = v.object({
  as_of,
  product: Product,
  row: PlanRow,
  /** `beyond`: units in a marketplace's shelf beyond 90 days of its sales there. */
  warehouses: v.array(v.object({ warehouse: v.string(), quantity: v.number(), beyond: v.optional(v.number()) })),
});
export type PlanProduct = v.InferOutput<typeof PlanProduct>;

/** Quantities of an order by product, as `p1042-744.p7-66`. */
const OrderLines = v.pipe(
  v.string(),
  v.maxLength(maxLinesLength, "At most 8,000 characters"),
  v.regex(/^\w{1,64}-[1-9]\d{0,6}(\.\w{1,64}-[1-9]\d{0,6})*$/, "Quantities expected as p1042-744.p7-66"),
  v.transform((lines) =>
    lines.split(".").map((line) => {
      const [product = "", quantity] = line.split("-");
      return { product, quantity: Number(quantity) };
    }),
  ),
);

/** Without `lines` the file is the whole plan. */
export const PlanExport = v.object({ ...PlanQuery.entries, lines: v.optional(OrderLines) });
