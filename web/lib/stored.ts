// Stored data may be damaged, or of another version: a guard checks it, and drops what does not fit with a line in the
// console. Guards and no schemas, since the first screen does not wait for their library.

export type Guard<T> = (value: unknown) => value is T;

export const isText = (value: unknown): value is string => typeof value === "string";
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
/** NaN too, the number of an emptied field. */
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isOneOf =
  <const T extends string>(...texts: readonly T[]): Guard<T> =>
  (value): value is T =>
    texts.some((text) => text === value);
export const isListOf =
  <T>(fits: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(fits);
/** Undefined or left out, or one that fits. */
export const isOptional =
  <T>(fits: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || fits(value);
/** An object whose named fields fit; further fields are ignored. */
export const isShape =
  <T extends object>(fields: { [F in keyof T]-?: Guard<T[F]> }): Guard<T> =>
  (value): value is T =>
    isRecord(value) && Object.entries<Guard<unknown>>(fields).every(([name, fits]) => fits(value[name]));
/** Tests for the shape of this value: a record's fields have the same types, and a list's items are records. */
export const isLike =
  <T>(model: T): Guard<T> =>
  (value): value is T => {
    if (model === undefined || model === null) return true;
    if (Array.isArray(model)) return Array.isArray(value) && value.every(isRecord);
    if (!isRecord(model)) return typeof value === typeof model;
    return (
      isRecord(value) && Object.entries(value).every(([name, field]) => !(name in model) || isLike(model[name])(field))
    );
  };
/** The value if it fits. */
export const fitting = <T>(name: string, value: unknown, fits: Guard<T>): T | undefined => {
  if (fits(value)) return value;
  console.warn(`Dropped what was stored as "${name}", since it cannot be read`);
  return undefined;
};

type Area = "localStorage" | "sessionStorage";

/** Values that the browser did not store, until the page is left. */
const memory = new Map<string, string>();

export const readText = (area: Area, name: string): string | undefined => {
  try {
    return globalThis[area].getItem(name) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
};

export const writeText = (area: Area, name: string, text: string | undefined): void => {
  memory.delete(name);
  try {
    if (text === undefined) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    if (text !== undefined) memory.set(name, text);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The stored JSON value, if it fits. */
export const readStored = <T>(area: Area, name: string, fits: Guard<T>): T | undefined => {
  const text = readText(area, name);
  if (text === undefined) return undefined;
  const value = fitting(name, parsed(text), fits);
  if (value === undefined) writeText(area, name, undefined);
  return value;
};
