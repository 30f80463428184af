// Whether ids stand for something that is still there.
import { Failure } from "#shared/failure.ts";
import type { Buried } from "../db/tables.ts";

/** 404 names every id that stands for nothing, or for something deleted. */
export const checkKnown = (
  noun: "product" | "warehouse",
  ids: readonly string[],
  rows: ReadonlyMap<string, Buried>,
  field: string = noun,
): void => {
  const unknown = ids.filter((id) => !rows.has(id) || rows.get(id)?.deleted_at);
  if (unknown.length === 0) return;
  const details = unknown.map((id) => ({
    field,
    ...(noun === "product" && { product: id }),
    message: `No such ${noun}`,
  }));
  throw new Failure("RESOURCE_NOT_FOUND", ...details);
};
