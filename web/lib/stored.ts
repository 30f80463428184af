// Stored data may be damaged, or of another version: a guard checks it, and drops what does not fit with a line in the
// console. Guards and no schemas, since the first screen does not wait for their library; it needs these and not
// guards.ts.

export type Guard<T> = (value: unknown) => value is T;

export const isText = (value: unknown): value is string => typeof value === "string";
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isOneOf =
  <const T extends string>(...texts: readonly T[]): Guard<T> =>
  (value): value is T =>
    texts.some((text) => text === value);
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
