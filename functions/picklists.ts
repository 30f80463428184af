// Past picklists as they were posted, and which of their places were picked.
import { checkRange } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { picklistItems } from "#shared/picklist.ts";
import { readTags } from "./lib/catalogue/tags.ts";
import { Page } from "./lib/http/answer.ts";
import { serve } from "./lib/http/serve.ts";
import { readEntriesPage } from "./lib/ledger/entries.ts";
import { readPicked, updatePicked } from "./lib/ledger/picked.ts";

export const handler = serve("picklists", {
  "GET /v1/picklists/{id}/picked": ({ path }) => readPicked(path.id ?? ""),

  "PUT /v1/picklists/{id}/picked": (request) => updatePicked(request.path.id ?? "", { ...request, form: request.body }),

  "GET /v1/picklists": async ({ query, today }) => {
    checkRange(query, today);
    const { rows: entries, next } = await readEntriesPage(query);
    const picklists = entries.filter(({ kind }) => kind === "picklist");
    const { product, warehouse } = await readTags(
      picklists.map((entry) => ({ ...entry, lines: [...entry.lines, ...(entry.now ?? [])] })),
    );
    const rows = picklists.flatMap(({ _id, channel, user, created_at, lines, now, ...more }) =>
      channel
        ? {
            _id,
            number: movementNumber(_id),
            channel,
            user,
            created_at,
            ...linksOf(more),
            data: picklistItems(lines, product, warehouse),
            ...(now && { now: picklistItems(now, product, warehouse) }),
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
