// What a return is known by, and what a line of a returns file says of it. Without schemas.
import { normalised } from "./name.ts";

export const returnKinds = ["customer", "undelivered"] as const;
export type ReturnKind = (typeof returnKinds)[number];

/** Numbers as the channel writes them: of the order, of the return (else of its parcel), and of its parcel. */
export interface ReturnNumbers {
  order?: string | undefined;
  reference?: string | undefined;
  tracking?: string | undefined;
}

/** A line of a file, or several that are of one return. */
export interface ReturnLine extends ReturnNumbers {
  /** That of its return, if that was known when the file was read. */
  _id?: string | undefined;
  /** Numbers of its rows. */
  rows: number[];
  /** As it stands in the file. */
  code: string;
  /** Undefined while the code is unknown. */
  product?: string | undefined;
  /** The P.ID of the product, under which a parcel was received that nobody had advised. */
  p_id?: string | undefined;
  units: number;
  kind?: ReturnKind | undefined;
  advised_on?: string | undefined;
}

export const hasNumber = ({ order, reference, tracking }: ReturnNumbers): boolean =>
  [order, reference, tracking].some(Boolean);

/**
 * By which a return is stored or found, the surest first: a number of the return or its parcel and a code, else the order and a
 * code. A scan does not tell which of these a number is, so all are alike.
 */
export const returnKeys = (
  { reference, tracking, order }: ReturnNumbers,
  codes: readonly (string | undefined)[],
): string[] => {
  const of = (number: string | undefined) =>
    number ? codes.flatMap((code) => (code === undefined ? [] : [number, code].map(normalised).join("\n"))) : [];
  return [...new Set([reference, tracking, order].flatMap(of))];
};

const formsOf = (...numbers: (string | undefined)[]): string[] =>
  numbers.flatMap((number) => (number ? normalised(number) : []));

const haveCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((number) => other.includes(number));

/** Whether a return that was found by a number is this one: another number of its own, or another order, makes it another one. */
export const isSameReturn = (found: ReturnNumbers, line: ReturnNumbers): boolean => {
  // One parcel may bring returns of several orders.
  if (found.order && line.order && normalised(found.order) !== normalised(line.order))
    return haveCommon(formsOf(found.reference), formsOf(line.reference));
  // The order's number may have been scanned as that of the return.
  const own = formsOf(found.reference, found.tracking).filter((number) => !formsOf(line.order).includes(number));
  const other = formsOf(line.reference, line.tracking).filter((number) => !formsOf(found.order).includes(number));
  return own.length === 0 || other.length === 0 || haveCommon(own, other);
};

/** All numbers of a return, as they are compared. */
export const numbersOf = ({ reference, tracking, order }: ReturnNumbers): string[] =>
  formsOf(reference, tracking, order);

/** Lines of one file, each with the units of all its rows: those of a return's number, or of a parcel or none and an order. */
export const sumReturnLines = (lines: readonly ReturnLine[]): ReturnLine[] => {
  const keyOf = (line: ReturnLine) =>
    [...returnKeys(line, [line.code]).slice(0, 1), ...(line.reference ? [] : formsOf(line.order))].join("\n");
  return [...Map.groupBy(lines, keyOf).values()].flatMap(([first, ...more]) => {
    const add = (sum: ReturnLine, { rows, units }: ReturnLine): ReturnLine => ({
      ...{ ...sum, rows: [...sum.rows, ...rows], units: sum.units + units },
    });
    return first ? more.reduce(add, first) : [];
  });
};

interface Advice extends ReturnNumbers, Pick<ReturnLine, "product" | "kind" | "advised_on"> {
  advised: number;
  /** Somebody has chosen the product at a receipt, and no file has known it. */
  chosen?: boolean | undefined;
}

/** What a line, read on this day, changes of a stored return. What the line does not say stays, and so does the product of what came. */
export const adviceChanges = (
  row: Advice & { receipts: readonly unknown[] },
  line: ReturnLine,
  today: string,
): Partial<Advice> => {
  const { order, tracking, kind, units: advised } = line;
  const product = row.receipts.length > 0 ? (row.product ?? line.product) : (line.product ?? row.product);
  // A scan has stored one of the others in its place.
  const isOther = row.reference !== undefined && haveCommon([normalised(row.reference)], formsOf(tracking, order));
  // Without a day it is lost as if it had been advised when its file came. The first of several days counts.
  const [advised_on] = [row.advised_on, line.advised_on ?? (advised > 0 && !row.advised_on ? today : undefined)]
    .filter((day) => day !== undefined)
    .sort();
  const after: Partial<Advice> = {
    ...{ advised, order, tracking, kind, product, advised_on },
    reference: isOther ? (line.reference ?? row.reference) : (row.reference ?? line.reference),
    ...(row.chosen && product === line.product && { chosen: false }),
  };
  const changed = Object.entries(after).filter(
    ([field, value]) => value !== undefined && value !== row[field as keyof Advice],
  );
  return Object.fromEntries(changed);
};
