// The developer console's call: adjusting stock to a counted one.
import { checkBegun } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { adjust } from "./lib/adjust.ts";
import { readCounts } from "./lib/count.ts";
import { type Handlers, serve } from "./lib/serve.ts";
import { readSheet } from "./lib/sheet.ts";
import { readUpload } from "./lib/upload.ts";

const handlers: Handlers<"dev"> = {
  "POST /v1/dev/stock-adjustment": async (request) => {
    const { body, file, today } = request;
    if (!file) throw new Failure("BAD_REQUEST", { field: "file", message: "Required" });
    checkBegun("date", body.date, today);
    return adjust(request, body.date, await readCounts(await readSheet(file), body.date));
  },
};

export const handler = serve("dev", handlers, { readUpload });
