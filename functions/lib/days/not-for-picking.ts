// Which warehouses were marked as not for picking when a day ended, by what was changed of them since.
import { dayEnd } from "#shared/day.ts";
import { changesOf } from "../audit/changes.ts";
import { mapLimit } from "../db/batch-reads.ts";
import { warehouses } from "../db/tables.ts";

/** The ids of the marked warehouses at the end of a day. */
export type Marks = (day: string) => string[];

export const readMarks = async (): Promise<Marks> => {
  const known = await mapLimit(await warehouses.listWithDeleted(), async (row) => ({
    row,
    changes: await changesOf("warehouse", row._id),
  }));
  return (day) => {
    const end = dayEnd(day);
    return known.flatMap(({ row, changes }) => {
      let state: Record<string, unknown> = { ...row };
      for (const { action, fields, created_at } of changes) {
        if (created_at < end) break;
        const before = Object.fromEntries(fields.map(({ field, from }) => [field, from]));
        state = { ...state, ...before, deleted_at: action === "deleted" ? undefined : state.deleted_at };
        if (action === "created" || action === "restored") state.deleted_at = created_at;
      }
      return state.not_for_picking && !state.sells_for && !state.deleted_at ? [row._id] : [];
    });
  };
};
