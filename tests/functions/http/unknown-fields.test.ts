// Every call refuses fields which it does not know: a body that was meant for another call takes no effect.
import { describe, expect, test } from "vitest";
import { type Call, calls, type Route } from "#shared/api.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { heldOf, newStockLine } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { root } = here;
const samples = samplesOf(here);
/** Refusals to assistants have a form of their own, and none of their calls takes effect. */
const routes = (Object.keys(calls) as Route[]).filter(
  (route) => (calls[route] as Call).body && route !== "POST /v1/mcp",
);

const added = (body: unknown, fields: Record<string, string>): unknown => {
  if (!(body instanceof FormData)) return { ...(body as object), ...fields };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};

describe.each(routes)("%s", (route) => {
  const sent = async (fields: Record<string, string>) => {
    const sample = await samples[route](root);
    return send(root, route, { ...sample, body: added(sample.body, fields) });
  };

  test("names a field that it does not know", async () => {
    const unknown = { field: "quantities", message: "Unknown field" };
    expect(await sent({ quantities: "3" })).toFailWith("BAD_REQUEST", unknown);
  });

  test("passes over how a list shows its products", async () => {
    const { status, body } = await sent({ label: "Bib", image: "" });
    expect({ status, body }).toMatchObject({ status: calls[route].status });
  });
});

test("one line in the body of a reversal takes nothing back, and one in a list is named by its place", async () => {
  const line = await newStockLine(root, 10);
  const { body } = await root.post("/v1/transactions/out", { ...line, quantity: 4 });
  const reverse = `/v1/transactions/${body.movement}/reverse`;
  expect(await root.post(reverse, { list: [line] })).toFailWith("BAD_REQUEST", { field: "list" });
  const list = [{ product: line.product, quantity: 1, label: "Bib", image: "/bib.png", units: 2 }];
  const picklist = await root.post("/v1/transactions/out", { channel: "amazon", list });
  expect(picklist).toFailWith("BAD_REQUEST", { field: "list.0.units", message: "Unknown field" });
  expect(await heldOf(root, line.product)).toBe(6);
});
