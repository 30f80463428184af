// What becomes of a line of an order file: the first outcome that fits. Without schemas, for the web.

export interface OrderOutcome {
  label: string;
  /** After "3 lines". */
  words: string;
  /** A person may take its lines in all the same. */
  mayTakeIn?: true;
  /** That answer is remembered for the channel. */
  remembered?: true;
}

/** In the order in which they are looked at. */
export const orderOutcomes = {
  no_goods: { label: "No goods", words: "that need no shipping" },
  other_channel: { label: "Other channel", words: "of another channel" },
  cancelled_since: { label: "Cancelled since", words: "cancelled since picked, whose units go back on the shelf" },
  cancelled: { label: "Cancelled", words: "cancelled or returned" },
  added: { label: "More ordered", words: "of which more were ordered since picked", mayTakeIn: true },
  picked: { label: "Picked before", words: "picked before", mayTakeIn: true },
  another: { label: "Another one?", words: "that may be another item of an order picked before", mayTakeIn: true },
  unsure: { label: "Maybe picked", words: "that may have been picked before", mayTakeIn: true },
  marketplace: { label: "Marketplace's", words: "sent by the marketplace", mayTakeIn: true, remembered: true },
  unpaid: { label: "Not paid", words: "not paid or on hold", mayTakeIn: true, remembered: true },
  sent: { label: "Sent already", words: "sent already", mayTakeIn: true, remembered: true },
  too_old: { label: "Too old", words: "sold more than 28 days ago" },
  unclear_status: { label: "Unclear status", words: "with a status that is not known" },
  nothing_left: { label: "Nothing left", words: "with nothing left to send" },
  wrong: { label: "Wrong", words: "wrong" },
  unclear: { label: "Unclear code", words: "with an unclear code" },
  unknown: { label: "Unknown code", words: "with an unknown code" },
  sold: { label: "Sold", words: "sold already, which are booked and not picked" },
  shelf_short: { label: "Too little on the shelf", words: "with too little stock on the marketplace's shelf" },
  short: { label: "Too little stock", words: "with too little stock" },
  ready: { label: "Ready", words: "ready" },
} as const satisfies Record<string, OrderOutcome>;

export type OrderOutcomeId = keyof typeof orderOutcomes;
export const orderOutcomeIds = Object.keys(orderOutcomes) as OrderOutcomeId[];

export const outcomeOf = (id: string): OrderOutcome | undefined =>
  Object.hasOwn(orderOutcomes, id) ? orderOutcomes[id as OrderOutcomeId] : undefined;

/** What a person answers about an order file: its channel, whether it is one, and which lines are taken in or left out. */
export const answerIds = [
  "channel",
  "order_file",
  // Lines that are cancelled only because a column of cancellations or returns has a text.
  "presence",
  ...orderOutcomeIds.filter((id) => outcomeOf(id)?.mayTakeIn),
] as const;
export const isAnswerId = (id: string): boolean => (answerIds as readonly string[]).includes(id);
export const takeIn = "take_in";
export const leaveOut = "leave_out";

/** What a person says of lines with a status that is not known. */
export const statusMeanings = { send: "To send", sent: "Sent already", gone: "Cancelled, returned or lost" } as const;
export type StatusMeaning = keyof typeof statusMeanings;
