// Parameters of queries: an empty one counts as left out, in every call.
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parametersOf } from "#ops/session-checks.ts";
import { type Call, calls, type Route } from "#shared/api.ts";
import { channelMissing } from "#shared/channel.ts";
import { today } from "#tests/support/fixtures.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { root, executive } = here;
const samples = samplesOf(here);

const parameters = (Object.entries(calls) as [Route, Call][]).flatMap(([route, call]) =>
  Object.entries(parametersOf(call)).map(([name, schema]): [name: string, route: Route, isRequired: boolean] => [
    name,
    route,
    !v.is(schema, undefined),
  ]),
);

/** The first parameter of each route in the check. */
const tagsOf = (name: string, route: Route) =>
  parameters.find(([, other]) => other === route)?.[0] === name ? {} : { tags: "exhaustive" };

/** A cursor holds the time of its answer. */
const withoutCursor = (body?: { cursor?: string }) =>
  body?.cursor ? { ...body, cursor: undefined, now: undefined } : body;

describe.each(parameters)("an empty %s of %s", (name, route, isRequired) => {
  const guarantee = isRequired ? "is refused as missing, by its name" : "gives the same answer as without it";
  test(guarantee, tagsOf(name, route), async () => {
    const sample = await samples[route](root);
    const ask = (value: string | undefined) => {
      const query = new URLSearchParams(sample.query);
      query.delete(name);
      if (value !== undefined) query.set(name, value);
      return send(root, route, { ...sample, query: `?${query}` });
    };
    const [empty, absent] = [await ask(""), await ask(undefined)];
    if (isRequired) {
      // The specification has words of its own for a channel.
      const message = name === "channel" ? channelMissing : "Required";
      expect(empty).toFailWith("BAD_REQUEST", { field: name, message });
      expect(absent).toFailWith("BAD_REQUEST", { field: name, message });
    } else {
      expect(empty.status).toBe(calls[route].status);
      expect([empty.status, withoutCursor(empty.body)]).toEqual([absent.status, withoutCursor(absent.body)]);
    }
  });
});

test("a history with an end and an empty start begins thirty days before its end", async () => {
  const { id } = await samples["GET /v1/products/{id}/movements"](root);
  const ask = (query: string) => root.get(`/v1/products/${id}/movements?${query}`);
  const [empty, absent] = [await ask(`start=&end=${today()}`), await ask(`end=${today()}`)];
  expect(empty.body.rows).toHaveLength(1);
  expect(empty.body).toEqual(absent.body);
  for (const query of ["start=+&end=", "start=%00", "start=,", `start=${today()}&start=`])
    expect(await ask(query)).toFailWith("BAD_REQUEST", { field: "start" });
});

test("an empty ticket counts as none, so that a bearer token is enough", async () => {
  expect((await executive.get("/v1/stocks/export?ticket=")).status).toBe(303);
  expect(await here.anonymous.get("/v1/stocks/export?ticket=")).toFailWith("UNAUTHORIZED");
});

test("a ticket for an empty or wrong parameter is refused by the name of the parameter", async () => {
  const ask = (path: string, query: object) => root.post("/v1/tickets", { path, query });
  const range = { start: today(), end: "" };
  expect(await ask("/v1/sales-report/export", range)).toFailWith("BAD_REQUEST", { field: "end", message: "Required" });
  const never = await ask("/v1/stock-report/export", { date: "2026-02-30" });
  expect(never).toFailWith("BAD_REQUEST", { field: "date", message: "No such date" });
  expect((await ask("/v1/stocks/export", { warehouse: "" })).status).toBe(201);
});
