// Past picklists: what was taken for whom, as it was.
import { checkRange } from "#shared/day.ts";
import { numberOf } from "#shared/number.ts";
import { itemsOf } from "#shared/picklist.ts";
import { allOf } from "./lib/ledger.ts";
import { readTags } from "./lib/names.ts";
import { serve } from "./lib/serve.ts";

export const handler = serve("picklists", {
  "GET /v1/picklists": async ({ query, today }) => {
    checkRange(query, today);
    const entries = (await allOf(query)).filter(({ kind }) => kind === "picklist");
    const { product, warehouse } = await readTags(entries);
    return entries.map(({ _id, channel, user, created_at, reversed_by, lines }) => ({
      _id,
      number: numberOf(_id),
      channel: channel ?? "amazon",
      user,
      created_at,
      ...(reversed_by && { reversed_by }),
      data: itemsOf(lines, product, warehouse),
    }));
  },
});
