// The closed catalogue of what can go wrong.
import { expect, test } from "vitest";
import { codeOf, Failure, failureCatalogue } from "#shared/failure.ts";

test("the catalogue is the specification's, with 413, 429 and 503 of ours", () => {
  expect(Object.entries(failureCatalogue).map(([code, { status, message }]) => [status, code, message])).toEqual([
    [400, "BAD_REQUEST", "Bad request, check input"],
    [401, "UNAUTHORIZED", "Session expired, please login again"],
    [403, "FORBIDDEN", "Unauthorized, contact administrator"],
    [404, "RESOURCE_NOT_FOUND", "Resource not found, invalid request"],
    [409, "CONFLICT", "Duplicate detected, check input"],
    [413, "PAYLOAD_TOO_LARGE", "Too large, reduce the file or list"],
    [422, "UNPROCESSABLE_CONTENT", "Unable to process request"],
    [429, "TOO_MANY_REQUESTS", "Too many attempts, try again later"],
    [500, "INTERNAL_SERVER_ERROR", "Internal server error, try again"],
    [503, "SERVICE_UNAVAILABLE", "Busy right now, try again"],
  ]);
});

test("a failure knows its status and message by its code, and keeps its details", () => {
  const failure = new Failure("CONFLICT", { field: "w_id", message: "Taken already" });
  expect(failure).toBeInstanceOf(Error);
  expect(failure).toMatchObject({ code: "CONFLICT", status: 409, message: "Duplicate detected, check input" });
  expect(failure.details).toEqual([{ field: "w_id", message: "Taken already" }]);
  expect(new Failure("FORBIDDEN").details).toEqual([]);
});

test("every status has a code: its own, or that of its class", () => {
  for (const [code, { status }] of Object.entries(failureCatalogue)) expect(codeOf(status)).toBe(code);
  expect([402, 405, 418, 499].map(codeOf)).toEqual(Array(4).fill("BAD_REQUEST"));
  expect([502, 504, 599, 302, 0].map(codeOf)).toEqual(Array(5).fill("INTERNAL_SERVER_ERROR"));
});
