// The ledger in pages, newest first: a range of a year is more than one answer holds.
import { Failure } from "#shared/failure.ts";
import type { DaysPage } from "#shared/field.ts";
import type { Movement } from "#shared/movement.ts";
import { type Cursor, portions } from "./entries.ts";

/** Rows, or characters of remarks in them, after which a page ends, with the movement that reaches them: 6 MB is the most a Lambda answers. */
const pageRows = 5_000;
const pageRemarks = 1_000_000;

/** Entries of a range until a page is full; `next` asks for the following one. */
export const readPage = async ({ start, end, after }: DaysPage): Promise<{ entries: Movement[]; next?: DaysPage }> => {
  const entries: Movement[] = [];
  let rows = 0;
  let remarks = 0;
  for await (const found of portions({ start, end }, after ? readCursor(after, start, end) : undefined))
    for (const entry of found) {
      entries.push(entry);
      rows += entry.lines.length;
      remarks += entry.lines.length * (entry.remarks?.length ?? 0);
      if (rows >= pageRows || remarks >= pageRemarks)
        return { entries, next: { start, end, after: writeCursor(entry) } };
    }
  return { entries };
};

const writeCursor = ({ day, created_at, _id }: Cursor): string => [day, created_at, _id].join("~");

/** Day, instant and id as we write them: from any other day the query would walk what was not asked for. */
const cursor = /^(\d{4}-\d{2}-\d{2})~([\dTZ:.-]{24})~([\w.-]{1,64})$/;

const readCursor = (after: string, start: string, end: string): Cursor => {
  const [, day = "", created_at = "", _id = ""] = cursor.exec(after) ?? [];
  if (day < start || day > end) throw new Failure("BAD_REQUEST", { field: "after", message: "Unknown page" });
  return { day, created_at, _id };
};
