// Returns: what comes back of orders, as it is received, claimed and listed. No name, address or number of a buyer is among it.
import * as v from "valibot";
import { AnyChannel, DaysPage, Id, optionalLine, optionalText, orEmpty, unitCount, wholeNumber } from "./field.ts";
import { Posted } from "./movement.ts";
import { ProductTag } from "./product.ts";
import { returnKinds } from "./return-line.ts";
import { claimCauses, claimStates, returnsShown } from "./return-units.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

/** Photos of a parcel. */
export const maxPhotos = 6;

const number = () => optionalLine(100);
const units = () => v.optional(unitCount(0));
const Kind = v.picklist(returnKinds, "customer or undelivered");
const State = v.picklist(claimStates, `One of ${claimStates.join(", ")}`);

/** A parcel, or one that never came. `return` names it, or else its channel and numbers, by which it is found or is a new return. */
export const ReturnForm = v.object({
  return: v.optional(Id),
  channel: v.optional(AnyChannel),
  order: number(),
  /** The number of the return, or of its parcel. */
  reference: number(),
  /** Of a return that nobody has advised, or whose code is unknown. */
  product: v.optional(Id),
  ...{ good: units(), damaged: units(), wrong: units(), missing: units() },
  /** Where good units go. */
  warehouse: Id,
  /** Damaged units are thrown away; else they go to the warehouse for them, if there is one. */
  thrown_away: v.optional(v.boolean("Yes or no expected")),
  /** What came in place of the wrong units, one for each. */
  instead: v.optional(v.object({ product: Id, condition: v.picklist(["good", "damaged"], "good or damaged") })),
  remarks: optionalText(),
  /** Parcels of the return that the person saw. If there are more, it is refused unless `again` says that it is another one. */
  parcels: v.optional(unitCount(0)),
  again: v.optional(v.boolean("Yes or no expected")),
});
export type ReturnForm = v.InferOutput<typeof ReturnForm>;

export const ClaimForm = v.object({
  claim: v.pipe(v.string("Required"), v.maxLength(100, "Unknown claim")),
  state: State,
  /** The channel's number of the claim. */
  reference: optionalLine(100),
  /** Its state as the person saw it. */
  seen: v.optional(State),
});
export type ClaimForm = v.InferOutput<typeof ClaimForm>;

const dayCount = () => orEmpty(wholeNumber(1, 365));
const DaysForm = v.pipe(
  v.object({ claim_days: dayCount(), lost_after: dayCount(), lost_claim_days: dayCount() }),
  v.forward(
    v.check(({ lost_after = 0, lost_claim_days = 366 }) => lost_after < lost_claim_days, "Ends before they are lost"),
    ["lost_claim_days"],
  ),
);

/** For managers: the days of each channel, and where damaged units go. */
export const ReturnSettingsForm = v.object({
  unsellable: orEmpty(Id),
  channels: v.record(AnyChannel, DaysForm),
  /** How often they had been changed when the person saw them. */
  edits: unitCount(0),
});
export type ReturnSettingsForm = v.InferOutput<typeof ReturnSettingsForm>;

const days = v.optional(v.number());
export const ReturnSettings = v.object({
  /** Missing also if that warehouse was deleted, or its units are sold by now. */
  unsellable: v.optional(WarehouseTag),
  channels: v.record(AnyChannel, v.object({ claim_days: days, lost_after: days, lost_claim_days: days })),
  edits: v.number(),
});
export type ReturnSettings = v.InferOutput<typeof ReturnSettings>;

const shownNames = Object.keys(returnsShown) as (keyof typeof returnsShown)[];
const filters = {
  channel: v.optional(AnyChannel),
  product: v.optional(Id),
  show: v.optional(v.picklist(shownNames, `One of ${shownNames.join(", ")}`)),
};

/** The open ones, or those that changed last in a range of days. */
export const ReturnsPage = v.object({ ...v.partial(DaysPage).entries, ...filters });
export const ReturnsExport = v.omit(ReturnsPage, ["after"]);
export type ReturnsExport = v.InferOutput<typeof ReturnsExport>;
export const RatesQuery = v.object({ product: v.optional(Id) });

const Conditions = { good: v.number(), damaged: v.number(), wrong: v.number(), missing: v.number() };

export const Return = v.object({
  _id: v.string(),
  channel: AnyChannel,
  order: v.optional(v.string()),
  reference: v.optional(v.string()),
  tracking: v.optional(v.string()),
  /** The channel's code; that of the product if nobody has advised the return. */
  code: v.string(),
  product: v.optional(ProductTag),
  kind: v.optional(Kind),
  advised: v.number(),
  advised_on: v.optional(v.string()),
  state: v.picklist(["expected", "received in part", "received", "lost", "cancelled"]),
  awaited: v.number(),
  /** Units received beyond those advised. */
  beyond: v.number(),
  receipts: v.array(
    v.object({
      /** Its id is that of its movement, by whose reversal it is undone. */
      ...{ _id: v.string(), day: v.string(), at: v.string(), user: UserTag },
      ...Conditions,
      remarks: v.optional(v.string()),
      /** Paths of its photos on the web app's host. */
      photos: v.optional(v.array(v.string())),
    }),
  ),
  claims: v.array(
    v.object({
      ...{ _id: v.string(), cause: v.picklist(claimCauses), units: v.number(), state: State },
      ...{ last_day: v.optional(v.string()), reference: v.optional(v.string()) },
    }),
  ),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Return = v.InferOutput<typeof Return>;

export const ReturnPosted = v.object({ ...Posted.entries, return: Return });

/** What is to be done about returns. */
export const ReturnSummary = v.object({
  /** Units advised that have not come. */
  awaited: v.number(),
  to_file: v.number(),
  /** The next last day on which claims can be filed, and how many of them. */
  next: v.optional(v.object({ day: v.string(), claims: v.number() })),
  /** Channels with units that may be claimed, and without the days for it. */
  without_days: v.array(AnyChannel),
});
export type ReturnSummary = v.InferOutput<typeof ReturnSummary>;

export const Rate = v.object({
  product: ProductTag,
  channel: AnyChannel,
  days: v.number(),
  sold: v.number(),
  /** Good, damaged and wrong units. */
  returned: v.number(),
  units: v.object(Conditions),
});
export type Rate = v.InferOutput<typeof Rate>;
