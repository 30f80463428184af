// Why a file is refused as a sheet.
import { Failure } from "#shared/failure.ts";

export const unreadable = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
export const damaged = () => unreadable("The .xlsx file is damaged or incomplete");
export const tooLarge = (message = "Larger than a stock report can be") =>
  new Failure("PAYLOAD_TOO_LARGE", { field: "file", message });
