// Guards of stored data, for screens after the sign-in.
import { type Guard, isRecord } from "./stored.ts";

/** NaN too, the number of an emptied field. */
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isListOf =
  <T>(fits: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(fits);
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
