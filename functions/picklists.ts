// Past picklists as they were posted, and which of their places were picked.
import { addDays, checkRange } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { chosenTags, picklistItems } from "#shared/picklist.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { toUserTag } from "#shared/user.ts";
import { readTags } from "./lib/catalogue/tags.ts";
import { Page } from "./lib/http/answer.ts";
import { serve } from "./lib/http/serve.ts";
import { readEntries, readEntriesPage } from "./lib/ledger/entries.ts";
import { beginWalk, readPicked, readProgress, updatePicked } from "./lib/ledger/picked.ts";

export const handler = serve("picklists", {
  "POST /v1/picklists/walk": ({ body, user }) => beginWalk(body.picklists, user),

  "GET /v1/picklists/{id}/picked": ({ path }) => readPicked(path.id ?? ""),

  "PUT /v1/picklists/{id}/picked": (request) => updatePicked(request.path.id ?? "", { ...request, form: request.body }),

  /** What was ordered in the evening is picked in the morning. */
  "GET /v1/picklists/summary": async ({ today }) => {
    const picklists: Movement[] = [];
    for await (const entries of readEntries({ start: addDays(today, -1), end: today }))
      picklists.push(...entries.filter(({ kind, reversed_by }) => factsOf(kind).picked && !reversed_by));
    const progress = await readProgress(picklists);
    const picked = picklists.filter((one) => (progress.get(one._id)?.picked ?? 0) >= linesLeft(one).length);
    const waiting = picklists.filter((one) => progress.get(one._id)?.waits);
    return { picklists: picklists.length, picked: picked.length, waiting: waiting.length };
  },

  "GET /v1/picklists": async ({ query, today }) => {
    checkRange(query, today);
    const { rows: entries, next } = await readEntriesPage(query);
    const picklists = entries.filter(({ kind }) => factsOf(kind).picked);
    const [{ product, warehouse }, progress] = await Promise.all([
      readTags(picklists.map((entry) => ({ ...entry, lines: [...entry.lines, ...(entry.now ?? [])] }))),
      readProgress(picklists),
    ]);
    const rows = picklists.flatMap(({ _id, channel, user, created_at, lines, now, from, order, ...more }) =>
      channel
        ? {
            _id,
            number: movementNumber(_id),
            channel,
            user: toUserTag(user),
            created_at,
            ...linksOf(more),
            picked: 0,
            ...progress.get(_id),
            ...(order && { order: order.number }),
            data: picklistItems(lines, product, warehouse),
            ...(now && { now: picklistItems(now, product, warehouse) }),
            ...chosenTags({ from }, warehouse),
          }
        : [],
    );
    return new Page(rows, next);
  },
});

const linksOf = ({ reversed_by, corrections, corrected_at, adds_to }: Partial<Movement>) => ({
  ...(reversed_by && { reversed_by }),
  ...(corrections && { corrections, corrected_at }),
  ...(adds_to && { adds_to }),
});
