// What the texts of an order line say about it: pure rules, over the words of statuses.
import { addDays, dayOf, isDay } from "#shared/day.ts";
import { patternOf, wordsOf } from "../words.ts";

/** A text without upper case and punctuation: RTO_LOCKED is "rto locked", and PickedUp "picked up". */
const plain = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * "Partially refunded", "not cancelled", "cancellation request rejected", "return window closed": the line, or what is left of
 * it, is still wanted.
 */
const denied =
  /\b(return|refund|cancel|cancellation)( request)? (not|window|policy|eligible|allowed)\b.*|\bcancel(lation)?( request)? (rejected|declined|denied)\b|\b(not|no|non|never|partial|partially|partly)( yet)? \w+/g;

const cancelled = new RegExp(`\\b${patternOf("cancelled")}\\b`);
const returned = new RegExp(`\\b${patternOf("returned")}\\b`);

export type Cancellation = "cancelled" | "returned";

/** Whether a status says that nothing of the line is taken from stock. */
export const cancellationOf = (status: string): Cancellation | undefined => {
  const text = plain(status).replace(denied, "");
  return returned.test(text) ? "returned" : cancelled.test(text) ? "cancelled" : undefined;
};

/** Whether a text in a column of cancellations says that there is none. */
export const saysNo = (text: string): boolean => {
  const words = plain(text);
  if (/^(|n|na|n a|nan|no|not|none|null|nil|false|blank|eligible|applicable|not .*|no .*|never.*)$/.test(words))
    return true;
  // What replaces another line leaves the shelf.
  if (/^(free )?(replacement|replaced|exchanged?)( order| item)?$/.test(words)) return true;
  if (/^0+([.,]0+)?$/.test(text.trim())) return true;
  // A date before 2000 is how software writes that there is none.
  return (dayIn(text.trim()) ?? "9") < "2000";
};

/** Whether the channel sends the line from its own warehouse; "Amazon Easy Ship" and "Seller Smart" leave our shelf. */
export const isOfMarketplace = (text: string): boolean =>
  /^(marketplace|(fulfil+(ed|ment) by |prime )?(amazon( [a-z]{2})?|afn|fba|flipkart|fbf( lite)?)( (afn|fba|fbf|amazon|flipkart|advantage|fulfil+(ed|ment)( network)?))?|fulfil+(ed|ment) by (jio ?mart|first ?cry|snapdeal|meesho))$/.test(
    plain(text),
  );
/** Whether a text in a column of who sends says that we do. */
export const isOfSeller = (text: string): boolean =>
  /^(default|(non|not) (fbf|fba|afn)|smart|(amazon )?easy ship( prime)?|(fulfil+(ed|ment) by |shipped by )?(merchant|seller|self|mfn|fbm)( (smart|self|amazon|fulfil+(ed|ment)( network)?|ship(ped|ping)?|easy ship))*)$/.test(
    plain(text),
  );
export const isFbf = (text: string): boolean => /^\s*fbf\s*$/i.test(text);

export const isCashOnDelivery = (text: string): boolean =>
  /\b(cod|cash on delivery|pay on delivery|postpaid|post paid)\b/.test(plain(text));

const notPaid =
  /\b(un ?paid|not( yet)? paid|payment( is)? (pending|awaited|awaiting)|(pending|awaiting|awaited|waiting for) payment)\b/;
const onHold = new RegExp(`\\b${patternOf("held")}\\b|^trash(ed)?$|^((payment|order|checkout|link) )*expired$`);
const failed = /^((payment|order|transaction) )*failed( (payment|order|transaction))*$/;

interface PaymentFacts {
  isCashOnDelivery: boolean;
  /** How a bare "pending" is meant in the status's column: by Amazon, by a web shop, or as an order to be packed. */
  pending: "amazon" | "shop" | undefined;
}

/** Whether a status says that the line must not be sent yet. */
export const isUnpaid = (status: string, { isCashOnDelivery: isCash, pending }: PaymentFacts): boolean => {
  const text = plain(status);
  if (failed.test(text)) return true;
  if (!/\b(not|no|never|off|released|removed)\b/.test(text) && onHold.test(text)) return true;
  if (text === "pending" && pending === "amazon") return true;
  return !isCash && (notPaid.test(text) || (text === "pending" && pending === "shop"));
};

/** "Packing completed" is a step before it. */
const sent = new RegExp(`(?<!\\b(packing|picking|label|payment) (?=completed))\\b${patternOf("sent", "onTheWay")}\\b`);
const notYet = new RegExp(`\\b${patternOf("notYet")}\\b`);

/** Whether a status says that the line has left. */
export const isSent = (status: string): boolean => {
  const text = plain(status);
  const at = text.search(sent);
  return at >= 0 && !notYet.test(text.slice(0, at));
};

const open: ReadonlySet<string> = new Set(wordsOf("open"));
const besides: ReadonlySet<string> = new Set(wordsOf("besideOpen"));
/** Who has it does not send it any more. */
const byOther = /(?<!\bpick ?up )\b(by|to) (the )?(customer|buyer|courier)\b/;
const isOpen = (text: string): boolean => {
  const words = text.split(" ");
  if (byOther.test(text)) return false;
  return words.every((word) => open.has(word) || besides.has(word)) && words.some((word) => open.has(word));
};

/** Whether it is known what a status says of its line, be it that it was not sent, or not cancelled. */
export const isKnownStatus = (status: string, payment: PaymentFacts): boolean => {
  const text = plain(status);
  return (
    /^(|na|n a|nan|none|null|nil|blank)$/.test(text) ||
    [cancelled, returned, sent].some((words) => words.test(text)) ||
    isUnpaid(status, payment) ||
    isOfMarketplace(status) ||
    isOpen(text)
  );
};

/** A status by which others that differ in case and punctuation only are the same. */
export const statusForm = plain;

/** Whether a cell says that a line was sent or delivered: a day that has come, or yes. */
export const saysSent = (text: string, today: string): boolean =>
  /^(yes|y|true)$/i.test(text.trim()) || (!saysNo(text) && (dayIn(text.trim()) ?? "9999") <= today);

/** A size that says nothing: the code alone is the product. */
export const isNoSize = (size: string): boolean =>
  /^(|na|n a|none|free|free size|freesize|one size|onesize|standard|std|regular|default|os)$/.test(plain(size));

/** Sizes of clothes and ages, as they end codes. */
export const looksLikeSize = (text: string): boolean =>
  /^(x{0,4}[sml]|\dx?l|\dxs|nb|newborn|free size|\d{1,2}([-/ ]\d{1,2})? ?(m|mths?|months?|y|yrs?|years?)?)$/.test(
    text.toLowerCase().trim(),
  );

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day of a date as channels write it, the day before the month as in India; undefined if it is none. */
export const dayIn = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text) ?? named(text) ?? numeric(text) ?? [];
  return year && Number(month) <= 12 ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : undefined;
};
/** Two numbers before a year. */
const twoNumbers = /^(\d{1,2})([-/.])(\d{1,2})(?=[-/.])/;
/** A time of day, and what it is ahead of UTC. */
const zoned = /(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)? ?([ap]m)? ?(?:Z|UTC|GMT|([+-]\d\d):?(\d\d))$/i;

/** Days before today within which an order file of American dates has all of its days. */
const recentDays = 60;

/**
 * Reads the business days in India of a column, whose dates may name another time zone. Where one of them has its month first,
 * all have: because it could not be read otherwise, or because all would be of the last weeks and else some would not.
 */
export const dayReader = (column: readonly string[], today: string): ((text: string) => string | undefined) => {
  const dated = column.filter((text) => twoNumbers.test(text));
  const hasDayAt = (part: 1 | 3) => dated.some((text) => Number(twoNumbers.exec(text)?.[part]) > 12);
  const areRecent = (read: (text: string) => string) => dated.every((text) => isRecent(dayIn(read(text)), today));
  const isMonthFirst = hasDayAt(3) || (!hasDayAt(1) && areRecent(monthLast) && !areRecent((text) => text));
  return (text) => {
    const day = dayIn(isMonthFirst ? monthLast(text) : text);
    if (!day || !isDay(day)) return undefined;
    const [, hour, minute, half = "", ahead = "+00", minutes = "00"] = zoned.exec(text.trim()) ?? [];
    const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
    const instant = Date.parse(`${day}T${String(hours).padStart(2, "0")}:${minute}:00${ahead}:${minutes}`);
    return Number.isNaN(instant) ? day : dayOf(instant);
  };
};
const monthLast = (text: string): string => text.replace(twoNumbers, "$3$2$1");
const isRecent = (day: string | undefined, today: string): boolean =>
  day !== undefined && isDay(day) && day <= today && day >= addDays(today, -recentDays);
const century = (year = ""): string => (year.length === 2 ? `20${year}` : year);
const named = (text: string): string[] | undefined => {
  const [, d, m = "", y] =
    /^(\d{1,2})[-/ ]([a-z]{3})[a-z]*[-/, ]+(\d{4}|\d{2})/i.exec(text) ??
    (/^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})/i.exec(text) ?? []).map((part, at, [, month = "", day = ""]) =>
      at === 1 ? day : at === 2 ? month : part,
    );
  const month = months.indexOf(m.toLowerCase()) + 1;
  return month > 0 ? ["", century(y), String(month), d ?? ""] : undefined;
};
const numeric = (text: string): string[] | undefined => {
  const [, first = "", second = "", year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/.exec(text) ?? [];
  if (!year) return undefined;
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  return ["", century(year), month, day];
};
