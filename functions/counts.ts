// Counts: what people find on the shelves of a warehouse, and the corrections that follow.
import { Failure } from "#shared/failure.ts";
import { assertExists } from "./lib/catalogue/tags.ts";
import { applyCount } from "./lib/counts/apply.ts";
import { linesBatchGet, readLines, storeLines, toLine } from "./lib/counts/count-lines.ts";
import { sendCountReport } from "./lib/counts/count-report.ts";
import { cancelCount, findOpened, getOpen, openCount, recount, toCount, toCounts } from "./lib/counts/counts.ts";
import { readCounted, readReview } from "./lib/counts/review.ts";
import { takeBack } from "./lib/counts/take-back.ts";
import { counts, products, stocks } from "./lib/db/tables.ts";
import { type Handlers, type ServeOptions, serve } from "./lib/http/serve.ts";
import { postingAnswer } from "./lib/ledger/post.ts";

/** The count, the stock of its lines' products, and the lines as they are stored. */
const prefetch: ServeOptions<"counts">["prefetch"] = {
  "PUT /v1/counts/{id}/lines": ({ lines }, { id = "" }) => {
    const count = counts.batchGet([id], ["_id", "warehouse", "rounds", "created_at"]);
    if (count.keys.length === 0) return [];
    return [
      count,
      stocks.batchGet(lines.flatMap(({ product }) => product ?? [])),
      linesBatchGet(
        id,
        lines.map((line) => line.id),
      ),
    ];
  },
};

const handlers: Handlers<"counts"> = {
  "GET /v1/counts": async () => toCounts((await counts.list()).reverse(), true),

  "POST /v1/counts": (request) => openCount(request, request.body),

  "GET /v1/counts/{id}": async ({ path: { id = "" } }) => {
    const [row, lines] = await Promise.all([counts.get(id), readLines(id)]);
    return { count: await toCount(row), lines: lines.map(toLine) };
  },

  "PUT /v1/counts/{id}/lines": async (request) => {
    const count = counts.rowsIn(request.prefetched).get(request.path.id ?? "");
    if (!count) throw new Failure("RESOURCE_NOT_FOUND");
    return storeLines(request, count, request.body.lines);
  },

  "GET /v1/counts/{id}/review": async ({ path: { id = "" }, now }) => readReview(await counts.get(id), now),

  "GET /v1/counts/{id}/export": async ({ path: { id = "" }, now }) =>
    sendCountReport(await readReview(await counts.get(id), now), now),

  "POST /v1/counts/{id}/recount": async ({ path: { id = "" }, body, now }) => {
    const row = await getOpen(id);
    assertExists("product", body.products, await products.findAll(body.products), "products");
    const { counted } = await readCounted(row);
    const countersOf = (product: string) => counted.get(product)?.users.map(({ _id }) => _id) ?? [];
    return recount(row, body.products, countersOf, now);
  },

  "POST /v1/counts/{id}/apply": (request) => applyCount(request, request.path.id ?? "", request.body),

  "POST /v1/counts/{id}/take-back": async (request) =>
    postingAnswer([await takeBack(request, request.path.id ?? "", request.body)]),

  "DELETE /v1/counts/{id}": async (request) => {
    await cancelCount(request.path.id ?? "", request);
  },
};

export const handler = serve("counts", handlers, { prefetch, findDone: { "POST /v1/counts": findOpened } });
