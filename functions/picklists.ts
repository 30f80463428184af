// Past picklists as they were posted, and which of their places were picked.
import { checkRange } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { chosenTags, picklistItems } from "#shared/picklist.ts";
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
    const { product, warehouse } = await readTags(picklists);
    const rows = picklists.flatMap(({ _id, channel, user, created_at, reversed_by, lines, from }) =>
      channel
        ? {
            _id,
            number: movementNumber(_id),
            channel,
            user,
            created_at,
            ...(reversed_by && { reversed_by }),
            data: picklistItems(lines, product, warehouse),
            ...chosenTags({ from }, warehouse),
          }
        : [],
    );
    return new Page(rows, next);
  },
});
