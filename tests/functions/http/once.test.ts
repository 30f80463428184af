// Calls that honour an Idempotency-Key: however often a request is sent under the same key, it takes effect once and
// gets the same answer.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Call, calls, type Route } from "#shared/api.ts";
import { countByStatus, inParallel, newPerson } from "#tests/support/fixtures.ts";
import { type Sample, samplesOf, send } from "#tests/support/samples.ts";
import { idempotencyKey, newStockLine } from "#tests/support/stock.ts";
import { type Answer, type Client, world } from "#tests/support/world.ts";

const here = await world();
const { root, manager } = here;
const samples = samplesOf(here);

const onceRoutes = (Object.keys(calls) as Route[]).filter((route) => (calls[route] as Call).once);
const sampleOf = async (route: Route) => samples[route](root);

/** A route's posting under a key, to be sent again and again: every second time the key is in capitals. */
const sender = (route: Route, sample: Sample, client: Client = root) => {
  const key: string = randomUUID();
  let sent = 0;
  return (body = sample.body, by = client): Promise<Answer> =>
    send(by, route, { ...sample, body }, idempotencyKey(sent++ % 2 === 0 ? key : key.toUpperCase()));
};

/** The same body with another field, which the schema drops. */
const otherBody = (body: unknown): unknown => {
  if (!(body instanceof FormData)) return { ...(body as object), label: "field" };
  const other = new FormData();
  for (const [field, value] of body.entries()) other.append(field, value);
  other.append("label", "field");
  return other;
};

/** Deletes the row that a request created, or the product or container that it moved. */
const removeTrace = async (route: Route, { id, body }: Sample, answer: Answer): Promise<void> => {
  const created = route.split(" ")[1] ?? "";
  const { product, list } = body as { product?: string; list?: { product: string }[] };
  const path = /^\/v1\/(categories|products|purchase-orders|shipments|users|warehouses)$/.test(created)
    ? `${created}/${answer.body._id}`
    : route === "POST /v1/shipments/{id}/receive"
      ? `/v1/shipments/${id}`
      : (product ?? list) && `/v1/products/${product ?? list?.[0]?.product}`;
  if (path) expect([path, (await root.delete(path)).status]).toEqual([path, 204]);
};

test("every posting and every creation honours a key, but orders, each once by its number, and what is answered once", () => {
  const creating = (Object.keys(calls) as Route[]).filter((route) => calls[route].status === 201);
  const previews = creating.filter((route) => route.startsWith("POST /v1/imports/"));
  expect(creating.filter((route) => !onceRoutes.includes(route))).toEqual([
    "POST /v1/tickets",
    "POST /v1/orders",
    ...previews,
    "POST /v1/programs",
  ]);
});

/** One posting and one creation, since all share the same idempotency records. */
const inCheck: Route[] = ["POST /v1/transactions/out", "POST /v1/products"];
const tagsOf = (route: Route) => (inCheck.includes(route) ? {} : { tags: "exhaustive" });

describe.each(onceRoutes)("%s", (route) => {
  test("sent again, even after the created or moved row is gone, it gets the same answer", async () => {
    const sample = await sampleOf(route);
    const post = sender(route, sample);
    const first = await post();
    expect(first.status).toBe(201);
    const again = await post();
    expect([again.status, again.body]).toEqual([201, first.body]);
    await removeTrace(route, sample, first);
    const late = await post();
    expect([late.status, late.body]).toEqual([201, first.body]);
  });

  test("sent five times at once, it takes effect once", tagsOf(route), async () => {
    const post = sender(route, await sampleOf(route));
    const answers = await inParallel(5, () => post());
    expect(countByStatus(answers)).toEqual({ 201: 5 });
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  });

  test("another body under its key is refused, and its first one still answered", tagsOf(route), async () => {
    const sample = await sampleOf(route);
    const post = sender(route, sample);
    const first = await post();
    const { status, body } = await post(otherBody(sample.body));
    expect([status, body.details]).toEqual([409, [{ field: "idempotency-key", message: "Used for another request" }]]);
    expect((await post()).body).toEqual(first.body);
  });

  test("a body that cannot be read is refused as such, though its key was used", tagsOf(route), async () => {
    const post = sender(route, await sampleOf(route));
    await post();
    expect((await post("{")).status).toBe(400);
  });
});

describe.each(onceRoutes.filter((route) => calls[route].role !== "executive"))("%s", (route) => {
  test("is answered as before to a person who has lost the right to send it", tagsOf(route), async () => {
    const { _id, client } = await newPerson(here, "root");
    const post = sender(route, await sampleOf(route), client);
    const first = await post();
    await root.patch(`/v1/users/${_id}`, { role: "executive" });
    const again = await post();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await sender(route, await sampleOf(route), client)()).status).toBe(403);
  });
});

test("a key belongs to its user: another user's request under the same key is a request of its own", async () => {
  const header = idempotencyKey();
  const sample = await sampleOf("POST /v1/warehouses");
  const [first, second] = [
    await send(root, "POST /v1/warehouses", sample, header),
    await send(manager, "POST /v1/warehouses", sample, header),
  ];
  expect([first.status, second.status]).toEqual([201, 409]);
  expect(second.body.details).toEqual([{ field: "w_id", message: "Taken already" }]);
});

test("a key that was used for one kind of thing is refused for another", async () => {
  const header = idempotencyKey();
  await send(root, "POST /v1/warehouses", await sampleOf("POST /v1/warehouses"), header);
  const { status, body } = await send(root, "POST /v1/categories", await sampleOf("POST /v1/categories"), header);
  expect([status, body.details?.[0].field]).toEqual([409, "idempotency-key"]);
});

test("the answer to a request does not change when the row that it created is edited", async () => {
  const header = idempotencyKey();
  const sample = await sampleOf("POST /v1/warehouses");
  const first = await send(root, "POST /v1/warehouses", sample, header);
  await root.patch(`/v1/warehouses/${first.body._id}`, { name: "Renamed" });
  expect((await send(root, "POST /v1/warehouses", sample, header)).body).toEqual(first.body);
});

test("a posting without a key takes effect each time", async () => {
  const line = await newStockLine(root, 3);
  const answers = [await root.post("/v1/transactions/out", line), await root.post("/v1/transactions/out", line)];
  expect(answers[0]?.body.movement).not.toBe(answers[1]?.body.movement);
});
