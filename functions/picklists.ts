// Past picklists as they were posted, and which of their places were picked.
import { addDays, checkRange } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { picklistItems } from "#shared/picklist.ts";
import { readTags } from "./lib/catalogue/tags.ts";
import { Page } from "./lib/http/answer.ts";
import { serve } from "./lib/http/serve.ts";
import { readEntries, readEntriesPage } from "./lib/ledger/entries.ts";
import { countPicked, readPicked, updatePicked } from "./lib/ledger/picked.ts";

export const handler = serve("picklists", {
  "GET /v1/picklists/{id}/picked": ({ path }) => readPicked(path.id ?? ""),

  "PUT /v1/picklists/{id}/picked": (request) => updatePicked(request.path.id ?? "", { ...request, form: request.body }),

  /** What was ordered in the evening is picked in the morning. */
  "GET /v1/picklists/summary": async ({ today }) => {
    const picklists: Movement[] = [];
    for await (const entries of readEntries({ start: addDays(today, -1), end: today }))
      picklists.push(...entries.filter(({ kind, reversed_by }) => kind === "picklist" && !reversed_by));
    const ticked = await countPicked(picklists.map(({ _id }) => _id));
    const picked = picklists.filter(({ _id, lines }) => (ticked.get(_id) ?? 0) >= lines.length);
    return { picklists: picklists.length, picked: picked.length };
  },

  "GET /v1/picklists": async ({ query, today }) => {
    checkRange(query, today);
    const { rows: entries, next } = await readEntriesPage(query);
    const picklists = entries.filter(({ kind }) => kind === "picklist");
    const [{ product, warehouse }, ticked] = await Promise.all([
      readTags(picklists),
      countPicked(picklists.map(({ _id }) => _id)),
    ]);
    const rows = picklists.flatMap(({ _id, channel, user, created_at, reversed_by, lines }) =>
      channel
        ? {
            _id,
            number: movementNumber(_id),
            channel,
            user,
            created_at,
            ...(reversed_by && { reversed_by }),
            picked: ticked.get(_id) ?? 0,
            data: picklistItems(lines, product, warehouse),
          }
        : [],
    );
    return new Page(rows, next);
  },
});
