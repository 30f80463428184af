// The developer console's call: adjusts stock to an uploaded count.
import { checkNotFuture } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { adjust, findAdjustment } from "./lib/days/adjust.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";
import { readAdjustmentFile } from "./lib/imports/adjustment-file.ts";
import { sheetHeads } from "./lib/imports/heads.ts";
import { readSpreadsheet } from "./lib/spreadsheets/read-spreadsheet.ts";

const handlers: Handlers<"dev"> = {
  "POST /v1/dev/stock-adjustment": async (request) => {
    const { body, file, today } = request;
    if (!file) throw new Failure("BAD_REQUEST", { field: "file", message: "Required" });
    checkNotFuture("date", body.date, today);
    return adjust(request, body, await readAdjustmentFile(await readSpreadsheet(file, sheetHeads("stock")), body.date));
  },
};

export const handler = serve("dev", handlers, {
  readUpload,
  findDone: { "POST /v1/dev/stock-adjustment": findAdjustment },
});
