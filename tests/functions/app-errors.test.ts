// Errors that apps tell of: what is taken, what is logged, and how many.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { root, log } = here;
const error = { kind: "screen", name: "TypeError", at: ["assets/stock-1a2b3c4.js:1:234", "sw.js:1:2"] };
const tell = (person: Client, body: object = error, app = "0123456789ab") =>
  person.post("/v1/app/errors", body, { "app-build": app });

test("a session tells of five errors a day, which are logged by name and place and counted by build for Status", async () => {
  const [one, other] = [(await newPerson(here)).client, (await newPerson(here)).client];
  expect((await root.get("/v1/app/status")).body.errors).toBeUndefined();
  const answers = await Promise.all(Array.from({ length: 7 }, () => tell(one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(204), 429, 429]);
  expect(answers.find(({ status }) => status === 429)).toFailWith("TOO_MANY_REQUESTS");
  await tell(other, { ...error, kind: "policy", name: "script-src-elem" }, "fedcba987654");
  await tell(other, error, "of no build");
  const lines = log.filter((line) => line.includes('"app error"')).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatchObject({
    ...{ level: "INFO", kind: "screen", name: "TypeError", app: "0123456789ab", user: one._id },
    at: "assets/stock-1a2b3c4.js:1:234 sw.js:1:2",
  });
  const { errors } = (await root.get("/v1/app/status")).body;
  expect(errors[0]).toEqual({ app: "0123456789ab", count: 5 });
  expect(errors.slice(1)).toHaveLength(2);
  for (const app of ["fedcba987654", "unknown"]) expect(errors).toContainEqual({ app, count: 1 });
});

test.each<[string, object, string]>([
  ["a message in place of a name", { name: "Asha Rao is not a number" }, "name"],
  ["a text in place of a place", { at: ["at Asha Rao, 12 Park Street"] }, "at.0"],
  ["an address with a query", { at: ["/products?search=Asha:1:2"] }, "at.0"],
  ["more places than ten", { at: Array(11).fill("sw.js:1:2") }, "at"],
  ["a message beside them", { message: "Asha" }, "message"],
])("%s is refused, and nothing is logged", async (_, wrong, field) => {
  const { client } = await newPerson(here);
  const before = log.filter((line) => line.includes('"app error"')).length;
  expect(await tell(client, { ...error, ...wrong })).toFailWith("BAD_REQUEST", { field });
  expect(log.filter((line) => line.includes('"app error"')).length).toBe(before);
});
