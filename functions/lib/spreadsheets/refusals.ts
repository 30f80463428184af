// Why a file is refused as a spreadsheet.
import { Failure } from "#shared/failure.ts";

export const unreadable = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
export const damaged = () => unreadable("The .xlsx file is damaged or incomplete");
export const noSuchSheet = () => new Failure("BAD_REQUEST", { field: "sheet", message: "No such sheet in the file" });
export const tooLarge = (message = "Larger than a stock report can be") =>
  new Failure("PAYLOAD_TOO_LARGE", { field: "file", message });
