// Imports: sheets that are previewed row by row and then applied.
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";
import { applyStep } from "./lib/imports/apply.ts";
import { readImport } from "./lib/imports/import-file.ts";
import type { ApplyRequest, StoredImport } from "./lib/imports/import-kind.ts";
import { kinds } from "./lib/imports/kinds.ts";
import { previewImport, summarise } from "./lib/imports/preview.ts";
import { sendRejectedRows } from "./lib/imports/rejected-rows.ts";

const handlers: Handlers<"imports"> = {
  "POST /v1/imports/products": (request) => previewImport("products", request),
  "POST /v1/imports/stock": (request) => previewImport("stock", request),
  "POST /v1/imports/orders": (request) => previewImport("orders", request),
  "POST /v1/imports/lines": (request) => previewImport("lines", request),

  "GET /v1/imports/{id}": async (request) => {
    const stored = await readImport(request, request.path.id);
    const { rows, codes, products } = stored;
    const summary = await summarise(stored, await countApplied(request, stored), request.now);
    return { ...summary, rows, ...(codes && { codes }), ...(products && { products }) };
  },

  "GET /v1/imports/{id}/export": async (request) =>
    sendRejectedRows(await readImport(request, request.path.id), request.now),

  "POST /v1/imports/{id}/apply": async (request) =>
    applyStep(request, await readImport(request, request.path.id), request.body.from),
};

const countApplied = (request: ApplyRequest, stored: StoredImport): Promise<number> =>
  kinds[stored.kind].countApplied(request, stored);

export const handler = serve("imports", handlers, { readUpload });
