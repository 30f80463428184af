// What a head of an order file says about its column, in the form of `comparableHead`: pure rules, with lists of words.
import { ofQuantity } from "../heads.ts";
import { patternOf } from "../words.ts";

/** Words of heads that some portals write without blanks, as in RETURNINITIATEDON. The longer ones come first. */
const joined = [
  ...["cancellation", "fulfillment", "fulfilment", "requested", "initiated", "cancelled", "reference", "fulfilled"],
  ...[
    "dispatched",
    "delivered",
    "quantity",
    "returned",
    "refunded",
    "canceled",
    "shipment",
    "delivery",
    "shipped",
    "purchase",
    "category",
    "payment",
  ],
  ...["product", "pending", "request", "release", "channel", "display", "invoice", "courier", "vendor", "seller"],
  ...["number", "return", "refund", "cancel", "reason", "status", "amount", "method", "sales", "order", "style"],
  ...["title", "price", "state"],
  ...["code", "item", "date", "type", "mode", "name", "size", "sale", "unit", "sub", "sku", "qty", "rto", "ref"],
  ...["on", "at", "by", "is", "id", "no"],
];
const joinedWord = new RegExp(joined.join("|"), "g");
const isJoined = new RegExp(`^(?:${joined.join("|")})+$`);

/** A head of one word as its words: "suborderno" is "sub order no". */
export const headWords = (head: string): string =>
  isJoined.test(head) ? head.replace(joinedWord, "$& ").trim() : head;

/** Words behind which an order has its number. */
const numbers = "id|ids|no|num|number|code|ref|reference|(?:ref|reference) (?:no|number|id|code)|release id";
const orderNumber = new RegExp(`(^| )(order|suborder|saleorder|salesorder)s? (${numbers})$`);
/** Numbers of something else: an item of the order, or an order that this one replaces. */
const otherNumber =
  /\b(item|line|date|status|type|return|replacement|replaced|exchange|original|parent|related|work|transfer)\b/;

/** Whether a column has numbers of orders; `raw` is the head as it stands, which may end in #. */
export const isOrderNumber = (head: string, raw = head): boolean => {
  const words = headWords(head);
  if (otherNumber.test(words)) return false;
  return orderNumber.test(words) || /^(sub ?|sales? ?|display )?order\s*#$/i.test(raw.trim());
};
/** Numbers of parts of an order, which are taken only where the order itself has none. */
export const isSubOrder = (head: string): boolean => /\bsub ?order\b/.test(headWords(head));

/** Heads about possible cancellations, not actual ones: deadlines, rules, prices, places. */
const notYet = new RegExp(
  `\\b(${[
    ...["window", "policy", "address", "eligib\\w*", "risk", "\\w+able", "allowed", "possible", "period", "days"],
    ...["deadline", "last", "till", "until", "before", "due", "valid", "score", "probability", "prediction"],
    ...["fees?", "charges?", "amount", "cost", "price", "rate", "tax", "value", "quantity", "qty", "units", "count"],
    ...["pin", "pincode", "city", "state", "hub", "warehouse", "cent(er|re)", "location", "url", "link", "label"],
  ].join("|")})\\b`,
);
const stem = /\b(cancel(?!l?able)\w*|return(s|ed|ing)?|rto|refund(s|ed)?)\b/;
const told = /\b(at|on|date|by|reason|reasons|status|initiated|requested|request|type)\b/;

/** Whether only lines that were cancelled or returned have a text in the column. */
export const isOfCancelled = (head: string): boolean => {
  const words = headWords(head);
  if (!stem.test(words) || notYet.test(words)) return false;
  // "Return by" is a deadline, "Returned by" is not.
  if (/\b(cancel|return|refund) by\b/.test(words)) return false;
  if (/^((order|item|line|sub order) )?(cancelled|canceled|returned|refunded)$/.test(words)) return true;
  return words.startsWith("is ") || told.test(words);
};
export const isOfReturns = (head: string): boolean => /\b(return|rto)/.test(headWords(head));

const sent = patternOf("sent");
const sentAt = new RegExp(
  `^(is |(order |item |line |shipment )?(actual )?(date )?)${sent}( (at|on))?( (date|time|datetime|timestamp))*$|` +
    "^actual (shipping|ship|shipment|dispatch|despatch|delivery) (date|time)$",
);
/** Whether only lines that were sent or delivered have a day in the column; a deadline, promise or estimate is none. */
export const isSentAt = (head: string): boolean => sentAt.test(headWords(head));

/** Whether a column may have the day on which a line was sold by being sent. */
export const isDayOfSale = (head: string): boolean =>
  isSentAt(head) || /^(shipment|shipping|ship|dispatch|invoice) date$/.test(headWords(head));

/** Things whose status is the line's; a customer's, for example, is not. */
const ofLines =
  "sub ?order|sale order item|order item|order line|order|item|line ?item|line|bag|logistics|shipment|shipping|courier|delivery|dispatch|tracking|" +
  "package|parcel|fulfil+ment|lineitem fulfil+ment|current|latest|channel|payment|financial|return|sale order";
const status = new RegExp(`^(amazon |flipkart )?((${ofLines}) )?status$`);

export const isStatus = (head: string): boolean => {
  const words = headWords(head);
  return (
    status.test(words) ||
    /^((sub )?order|order item|item) state$/.test(words) ||
    /^(event( sub)? type|transaction type|type of return|reason for credit entry)$/.test(words)
  );
};
export const isOfPayment = (head: string): boolean => /\b(payment|financial)\b/.test(headWords(head));
export const isOfOrder = (head: string): boolean => /^(order )?status$/.test(headWords(head));

/** Who sends the line. */
export const isFulfilment = (head: string): boolean =>
  /^((order|item|order item|shipment) )?fulfil+(ment|ed)( channel| type| by| mode)*$/.test(headWords(head));

export const isPaymentMethod = (head: string): boolean =>
  /^(payment( method| mode| type| gateway| option)?( title)?|(mode|method|type) of payment|order (payment )?type)$/.test(
    headWords(head),
  );

export const isChannel = (head: string): boolean =>
  /^((sales? |selling )?channel|marketplace|market place)( name)?$/.test(headWords(head));

export const isRequiresShipping = (head: string): boolean => /^(lineitem |item )?requires shipping$/.test(head);

/** The day of the order, the best first. */
export const dateHeads = [
  ...["purchase date", "order date", "orderdate", "ordered on", "order placed on", "order placed date"],
  ...["order created date", "order created at", "order created on", "created at", "created on", "date created", "date"],
];

export const isSize = (head: string): boolean => /^((product |item |variant )?size( name)?|option size)$/.test(head);

/** Quantities, and not what they are worth or what a warehouse has. */
const otherQuantity = /\b(value|amount|amt|price|rate|cost|mrp|tax|stock|inventory|available|closing|per|in hand)\b/;
const isQuantity = (words: string): boolean => ofQuantity.test(words) && !otherQuantity.test(words);

/** Units that are still to be sent. */
export const isQuantityLeft = (head: string, raw = head): boolean => {
  const words = headWords(head);
  if (!isQuantity(words)) return false;
  // WooCommerce writes "Quantity (- Refund)".
  if (/-\s*refund/i.test(raw)) return true;
  return /\b(to (be )?(ship|dispatch|send|pack|pick|fulfil|deliver)\w*|pending|outstanding|balance|remaining|open|unshipped|unfulfilled)\b/.test(
    words,
  );
};

/** Of which kind are the units that leave nothing to send; units that were shipped and then delivered are the same. */
export const quantityGone = (head: string, raw = head): "cancelled" | "sent" | "returned" | undefined => {
  const words = headWords(head);
  if (!isQuantity(words) || isQuantityLeft(head, raw) || /\b(not|un|ordered)\b/.test(words)) return undefined;
  if (/\bcancel(led|ed|lation)?\b/.test(words)) return "cancelled";
  if (/\b(shipped|dispatched|delivered|fulfilled)\b/.test(words)) return "sent";
  if (/\b(refund|return)(ed)?\b/.test(words)) return "returned";
  return undefined;
};

/** Numbers that are no quantities, however small: money, places, measures, and numbers by which something is known. */
const otherNumbers = new RegExp(
  `\\b(${[
    ...["price", "amount", "amt", "value", "mrp", "rate", "cost", "tax", "[csiu]?gst", "vat", "discount", "commission"],
    ...["fees?", "charges?", "pin", "pincode", "zip", "postcode", "phone", "mobile", "hsn", "date", "year", "weight"],
    ...["length", "width", "height", "size", "age", "rating", "sl", "sr", "row"],
  ].join("|")})\\b|\\b(id|no|number|code)$`,
);
export const isOtherNumber = (head: string): boolean => {
  const words = headWords(head);
  return otherNumbers.test(words) && !ofQuantity.test(words);
};
