// What came back of an order, unit by unit: units advised by the channel, units received in each condition, and claims for those
// that are damaged, wrong or missing. Without schemas, like the items of containers.
import { addDays } from "./day.ts";
import { Failure } from "./failure.ts";
import type { Line } from "./movement.ts";
import { sumLines } from "./posting-effect.ts";
import { sumBy } from "./sum.ts";

export const conditions = ["good", "damaged", "wrong", "missing"] as const;
export type Condition = (typeof conditions)[number];

type Units = { [C in Condition]?: number | undefined };

/** One parcel, or what was found of one. */
export interface Receipt extends Units {
  /** That of its movement. */
  _id: string;
  /** The business day on which it was received. */
  day: string;
}

export const claimStates = ["to_file", "filed", "won", "lost", "not_filed"] as const;
export type ClaimState = (typeof claimStates)[number];

export interface StoredClaim {
  state: ClaimState;
  /** The channel's number of the claim. */
  reference?: string | undefined;
  /** Units that it is about, also if some of them come later. */
  units: number;
}

export interface ReturnUnits {
  /** 0 if nobody has advised it. */
  advised: number;
  advised_on?: string | undefined;
  receipts: readonly Receipt[];
  /** By the id of the claim; those to file are not stored. */
  claims?: Readonly<Record<string, StoredClaim>> | undefined;
  product?: string | undefined;
  /** Somebody has chosen the product at a receipt, and no file has known it. */
  chosen?: boolean | undefined;
}

/** Parcels of one return: a row holds 400 KB. */
export const maxReceipts = 50;

/** Units that somebody has looked for, whatever became of them. */
export const unitsOf = (units: Units): number => sumBy(conditions, (condition) => units[condition] ?? 0);

/** What became of the units received: their sum is the units received. */
export const receivedUnits = (receipts: readonly Units[]): Record<Condition, number> => {
  const of = (condition: Condition) => sumBy(receipts, (receipt) => receipt[condition] ?? 0);
  return { good: of("good"), damaged: of("damaged"), wrong: of("wrong"), missing: of("missing") };
};

/** Units advised that have not come, and those that came beyond. */
export const balanceOf = ({ advised, receipts }: Pick<ReturnUnits, "advised" | "receipts">) => {
  const open = advised - sumBy(receipts, unitsOf);
  return { awaited: Math.max(0, open), beyond: Math.max(0, -open) };
};

/** Days of a channel, counted from the day of receiving or the day a return was advised. */
export interface ClaimDays {
  /** Until the last day on which a damaged, wrong or missing unit is claimed. */
  claim_days?: number | undefined;
  /** After which a unit that has not come counts as lost, and until the last day on which it is claimed. */
  lost_after?: number | undefined;
  lost_claim_days?: number | undefined;
}

export const claimCauses = ["damaged", "wrong", "missing", "lost"] as const;
export type ClaimCause = (typeof claimCauses)[number];

export interface Claim extends StoredClaim {
  /** `<receipt>.<cause>`, or `lost` for units that never came. */
  _id: string;
  cause: ClaimCause;
  /** None of a claim that somebody has worked on before the channel's days were taken away. */
  last_day?: string | undefined;
}

const ofReceipts = claimCauses.filter((cause) => cause !== "lost");
const claimId = (receipt: Receipt, cause: Condition): string => `${receipt._id}.${cause}`;

/** Nothing is a claim before the channel has its days; one that is filed stays one without them. After its last day it is not filed. */
export const claimsOf = (
  { advised_on, claims = {}, ...units }: ReturnUnits,
  { claim_days, lost_after, lost_claim_days }: ClaimDays,
  today: string,
): Claim[] => {
  const known = (_id: string, cause: ClaimCause, units: number, last_day: string | undefined): Claim[] => {
    const { [_id]: stored } = claims;
    if (units === 0 || (!stored && !last_day)) return [];
    const state = last_day && last_day < today ? "not_filed" : "to_file";
    return [{ _id, cause, state, ...stored, units, ...(last_day && { last_day }) }];
  };
  const isDue = advised_on !== undefined && lost_after !== undefined && today > addDays(advised_on, lost_after);
  const lostDay = advised_on && lost_claim_days !== undefined ? addDays(advised_on, lost_claim_days) : undefined;
  return [
    ...units.receipts.flatMap((receipt) =>
      ofReceipts.flatMap((cause) => {
        const day = claim_days === undefined ? undefined : addDays(receipt.day, claim_days);
        return known(claimId(receipt, cause), cause, receipt[cause] ?? 0, day);
      }),
    ),
    ...known("lost", "lost", claims.lost?.units ?? (isDue ? balanceOf(units).awaited : 0), lostDay),
  ];
};

const isFinal = ({ state }: StoredClaim): boolean => state !== "to_file" && state !== "filed";

/** Whether units are awaited, or may be claimed: whatever the channel's days are, which may change. */
export const isReturnOpen = ({ claims = {}, ...units }: ReturnUnits): boolean => {
  const isDone = (id: string): boolean => claims[id] !== undefined && isFinal(claims[id]);
  return (
    // Also what is lost may come after all, and is then found by its numbers.
    balanceOf(units).awaited > 0 ||
    (claims.lost !== undefined && !isDone("lost")) ||
    units.receipts.some((receipt) =>
      ofReceipts.some((cause) => (receipt[cause] ?? 0) > 0 && !isDone(claimId(receipt, cause))),
    )
  );
};

export type ReturnState = "expected" | "received in part" | "received" | "lost" | "cancelled";

export const returnState = ({ advised, receipts, claims }: ReturnUnits): ReturnState => {
  const { awaited } = balanceOf({ advised, receipts });
  if (awaited === 0) return advised + receipts.length > 0 ? "received" : "cancelled";
  // More may be advised after its loss is claimed.
  if (awaited <= (claims?.lost?.units ?? 0)) return "lost";
  return receipts.length > 0 ? "received in part" : "expected";
};

/** A return as it is shown. */
interface Shown extends ReturnType<typeof balanceOf> {
  state: ReturnState;
  claims: readonly Pick<StoredClaim, "state">[];
}

export const isToFile = ({ state }: Pick<StoredClaim, "state">): boolean => state === "to_file";

/** Which returns a list shows. */
export const returnsShown = {
  expected: { label: "Expected", test: ({ awaited, state }: Shown): boolean => awaited > 0 && state !== "lost" },
  to_file: { label: "Claims to file", test: ({ claims }: Shown): boolean => claims.some(isToFile) },
  claims: { label: "All claims", test: ({ claims }: Shown): boolean => claims.length > 0 },
  beyond: { label: "More than advised", test: ({ beyond }: Shown): boolean => beyond > 0 },
} as const;

/** A parcel as it was found, and where its units go. */
export interface Found extends Units {
  warehouse: string;
  /** Where damaged units lie; without it they are thrown away, and nothing is booked: they left when they were sold. */
  unsellable?: string | undefined;
  /** What came in place of the wrong units, one for each. */
  instead?: { product: string; condition: "good" | "damaged" } | undefined;
}

export const productMissing = "Which product is it?";

/** What the parcel books; 400 where it says nothing, or names no product of units that it books. */
export const returnLines = (found: Found, product: string | undefined): Line[] => {
  const refuse = (field: string, message: string) => new Failure("BAD_REQUEST", { field, message });
  const { good = 0, damaged = 0, wrong = 0, warehouse, unsellable, instead } = found;
  if (unitsOf(found) === 0) throw refuse("good", "How many units came, or are missing?");
  if (instead && wrong === 0) throw refuse("instead", "Only in place of wrong units");
  const booked = good > 0 || (damaged > 0 && unsellable !== undefined);
  if (booked && product === undefined) throw refuse("product", productMissing);
  const place = { good: warehouse, damaged: unsellable };
  const lines = [
    [product, place.good, good],
    [product, place.damaged, damaged],
    [instead?.product, instead && place[instead.condition], instead ? wrong : 0],
  ] as const;
  return sumLines(lines.flatMap(([of, at, units]): Line[] => (of && at && units > 0 ? [[of, at, units]] : [])));
};

/** Without a receipt, whose claims go with it, and with the last one a product that only it names; 409 if a claim was filed. */
export const withoutReceipt = <R extends ReturnUnits>(row: R, receipt: string): R => {
  if (Object.keys(row.claims ?? {}).some((id) => id.startsWith(`${receipt}.`)))
    throw new Failure("CONFLICT", { field: "claims", message: "Set its claim back to file first" });
  const { product, chosen, ...rest } = row;
  const receipts = row.receipts.filter(({ _id }) => _id !== receipt);
  // A product that was chosen wrongly goes with what was received of it.
  return { ...(chosen && receipts.length === 0 ? (rest as R) : row), receipts };
};

/** With a claim in another state: one that is to file follows from the units again. */
export const withClaim = <R extends ReturnUnits>(row: R, id: string, claim: StoredClaim): R => {
  const { [id]: _, ...others } = row.claims ?? {};
  return { ...row, claims: claim.state === "to_file" ? others : { ...others, [id]: claim } };
};
