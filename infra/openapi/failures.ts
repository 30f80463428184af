// The failures of the catalogue as answers: what each means, and which of them a call can give.

import { outOfStock } from "#shared/allocation.ts";
import type { Call } from "#shared/api.ts";
import { type Code, type Detail, failureCatalogue } from "#shared/failure.ts";
import { fileLimit } from "#shared/limits.ts";
import { ref } from "./json-schema.ts";

const meanings: Record<Code, string> = {
  BAD_REQUEST: "A field is missing or wrong; `details` name each.",
  UNAUTHORIZED:
    "There is no valid session. At sign-in: wrong username or password. At an export: no valid ticket either.",
  FORBIDDEN: "The role of the user is too low, or the call is not among what the program may do.",
  RESOURCE_NOT_FOUND: "Something that the request names does not exist, or has been deleted.",
  CONFLICT:
    "A name is taken, somebody else changed the same record, it has been done already, or the Idempotency-Key was used for another request.",
  PAYLOAD_TOO_LARGE: `JSON of more than 256 KB, or a file of more than ${fileLimit.bytes / 2 ** 20} MB.`,
  UNPROCESSABLE_CONTENT: "The request is well formed, but the stock or a rule forbids it.",
  TOO_MANY_REQUESTS:
    "Too many requests at once. At sign-in also: five wrong passwords from this address within 15 minutes, or 50 from all addresses within 24 hours. Of a program: more calls than `RateLimit-Policy` says.",
  INTERNAL_SERVER_ERROR: "A fault of the product. The request may have taken effect.",
  SERVICE_UNAVAILABLE:
    "Busy. The request may have taken effect: send it again, with the same Idempotency-Key if it takes one.",
};

const details: Partial<Record<Code, Detail[]>> = {
  BAD_REQUEST: [{ field: "list.0.quantity", message: "At least 1" }],
  CONFLICT: [{ field: "w_id", message: "Taken already" }],
  UNPROCESSABLE_CONTENT: [{ field: "list", product: "p1042", message: outOfStock(2), available: 2 }],
};

/** RESOURCE_NOT_FOUND as ResourceNotFound. */
const nameOf = (code: Code): string =>
  code
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");

const retried: Code[] = ["TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE"];

/** By name, for `components.responses`. */
export const failures = Object.fromEntries(
  (Object.keys(failureCatalogue) as Code[]).map((code) => [
    nameOf(code),
    {
      description: meanings[code],
      ...(retried.includes(code) && { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } }),
      content: {
        "application/json": {
          schema: ref("Failure"),
          example: { code, message: failureCatalogue[code].message, details: details[code] },
        },
      },
    },
  ]),
);

const always: Code[] = ["UNAUTHORIZED", "TOO_MANY_REQUESTS", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"];

/** Reads may come in pages. */
export const isRead = (route: string, { download }: Call): boolean => route.startsWith("GET ") && !download;

/** The failures that a call can give: those that follow from the table of calls, and its own. */
export const failuresOf = (route: string, call: Call, own: readonly Code[] = []) => {
  const { role, query, body, download, once } = call;
  const codes: Code[] = [...always, ...own];
  if (query || body || route.includes("{") || isRead(route, call)) codes.push("BAD_REQUEST");
  if (role) codes.push("FORBIDDEN");
  if (route.includes("{")) codes.push("RESOURCE_NOT_FOUND");
  if (body) codes.push("PAYLOAD_TOO_LARGE");
  // The key of another request.
  if (once) codes.push("CONFLICT");
  if (download) codes.push("UNPROCESSABLE_CONTENT");
  const sorted = [...new Set(codes)].sort((a, b) => failureCatalogue[a].status - failureCatalogue[b].status);
  return {
    ...Object.fromEntries(
      sorted.map((code) => [failureCatalogue[code].status, { $ref: `#/components/responses/${nameOf(code)}` }]),
    ),
    ...((query || isRead(route, call)) && { 431: { $ref: "#/components/responses/AddressTooLong" } }),
  };
};
