// The API client: addresses, pages, failures.
import { beforeEach, expect, test } from "vitest";
import { unknownCall } from "#shared/failure.ts";
import { address } from "#web/lib/api/address.ts";
import { attempt, call } from "#web/lib/api/client.ts";
import { session } from "#web/lib/api/session.ts";
import { mockApi, signedIn } from "../../mount.tsx";

beforeEach(() => signedIn());

test("a query has one address: sorted, without empty values, with an encoded path", () => {
  const query = { start: "2026-11-20", end: "2026-11-21", after: "" };
  expect(address("GET /v1/transactions", { query })).toBe("/v1/transactions?end=2026-11-21&start=2026-11-20");
  expect(address("DELETE /v1/users/{id}", { path: { id: "a/b" } })).toBe("/v1/users/a%2Fb");
});

test("a list is followed page by page to its end", async () => {
  const requests = mockApi(({ path }) =>
    path.includes("after=2")
      ? [200, [{ _id: "3" }]]
      : [200, [{ _id: "1" }, { _id: "2" }], { link: '</v1/stocks?after=2>; rel="next"' }],
  );
  expect(await call("GET /v1/stocks", {})).toEqual([{ _id: "1" }, { _id: "2" }, { _id: "3" }]);
  expect(requests.map(({ path }) => path)).toEqual(["/v1/stocks", "/v1/stocks?after=2"]);
});

test("the lists in an answer are followed page by page too", async () => {
  const [bib, cup] = [{ _id: "p1" }, { _id: "p2" }];
  const warehouse = [{ _id: "w1" }];
  mockApi(({ path }) =>
    path.includes("from=p2")
      ? [200, { product: [cup], warehouse }]
      : [200, { product: [bib], warehouse: [] }, { link: '</v1/app/context?from=p2>; rel="next"' }],
  );
  expect(await call("GET /v1/app/context", {})).toEqual({ product: [bib, cup], warehouse });
});

test("a refusal becomes the catalogue's message with the details", async () => {
  const details = [{ field: "w_id", message: "Another warehouse has this W.ID" }];
  mockApi(() => [409, { code: "CONFLICT", details }]);
  const result = await attempt("POST /v1/warehouses", { body: { w_id: "BLR-01", name: "Hub" } });
  expect(result).toMatchObject({ ok: false, failure: { message: "Duplicate detected, check input", details } });
});

test("the gateway's own answers are mapped by status", async () => {
  mockApi(() => [413]);
  const result = await attempt("GET /v1/warehouses", {});
  expect(result).toMatchObject({ failure: { message: "Too large, reduce the file or list" } });
});

test("a stranger's refusal is no answer, and signs nobody out", async () => {
  for (const status of [401, 403, 404, 409]) {
    for (const body of [{ message: "Welcome to the hotel" }, { code: "HOTEL_LOGIN" }, { code: status }]) {
      mockApi(() => [status, body]);
      const result = await attempt("GET /v1/warehouses", {});
      expect(result).toMatchObject({ failure: { message: "No connection, try again" } });
    }
  }
  expect(session().token).toBe("token-1");
});

test("a posting that another server than the app's own does not know fails by that server, whatever answers meanwhile", async () => {
  const [body, path] = [{}, { id: "m1" }];
  const post = () => attempt("POST /v1/transactions/{id}/reverse", { path, body, key: crypto.randomUUID() });
  const noAnswer = { failure: { message: "No connection, try again" } };
  const hear = async (build: string) => {
    mockApi(() => [200, [], { "api-build": build }]);
    await call("GET /v1/warehouses", {});
    mockApi(() => [404, { message: "Not Found" }]);
  };
  // The settings name "api-build-1".
  await hear("api-build-1");
  expect(await post()).toMatchObject(noAnswer);
  await hear("another");
  const unknown = { code: "RESOURCE_NOT_FOUND", server: "another", details: [{ message: unknownCall }] };
  expect(await post()).toMatchObject({ failure: unknown });
  const message = "The server is older and does not have this yet";
  expect(await attempt("GET /v1/warehouses", {})).toMatchObject({ failure: { name: "NoAnswer", message } });
  mockApi(() => [400, { code: "BAD_REQUEST" }, { "api-build": "old" }]);
  const refused = post();
  const { failure } = (await refused) as { failure: unknown };
  await hear("api-build-1");
  expect(failure).toMatchObject({ code: "BAD_REQUEST", server: "old" });
});

test("a missing answer is reported as no connection", async () => {
  mockApi(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await attempt("GET /v1/warehouses", {})).toMatchObject({ failure: { message: "No connection, try again" } });
});

test("a form with a file field is sent as multipart, also without a file", async () => {
  const requests = mockApi(() => [201, {}]);
  const image = new File(["x"], "bib.webp", { type: "image/webp" });
  const body = { name: "Bib", p_id: "SND-1", lead_time: 15 as const };
  await call("POST /v1/products", { body, file: { image } });
  await call("POST /v1/products", { body, file: { image: undefined } });
  const [first, second] = requests.map(({ body: form }) => form as FormData);
  expect(first?.get("image")).toMatchObject({ name: "bib.webp" });
  expect(first?.get("lead_time")).toBe("15");
  expect(second?.has("image")).toBe(false);
});
