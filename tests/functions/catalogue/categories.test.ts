// Categories and their marketplace links.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { listedRow, unique } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";

const { manager } = await world();

const form = () => ({
  name: unique("Swaddles"),
  amazon: "https://www.amazon.in/s?k=swaddle",
  flipkart: "https://www.flipkart.com/search?q=swaddle",
});
const listed = (id: string) => listedRow(manager, "/v1/categories", id);

test("the answer to a new category equals its entry in the list", async () => {
  const sent = form();
  const { status, body } = await manager.post("/v1/categories", sent);
  expect(status).toBe(201);
  expect(body).toEqual({ ...sent, _id: expect.any(String), updated_at: expect.any(String) });
  expect(await listed(body._id)).toEqual(body);
});

test("a change keeps fields it leaves out and clears a link it sends empty", async () => {
  const { amazon, ...before } = (await manager.post("/v1/categories", form())).body;
  expect(amazon).toBeDefined();
  const { body } = await manager.patch(`/v1/categories/${before._id}`, { amazon: "" });
  expect(body).toEqual({ ...before, updated_at: expect.any(String) });
  expect(await listed(before._id)).toEqual(body);
});

test("a deleted category disappears, and cannot be changed or deleted again", async () => {
  const { body } = await manager.post("/v1/categories", form());
  expect(await manager.delete(`/v1/categories/${body._id}`)).toMatchObject({ status: 204, body: undefined });
  expect(await listed(body._id)).toBeUndefined();
  expect(await manager.patch(`/v1/categories/${body._id}`, { name: "Back" })).toFailWith("RESOURCE_NOT_FOUND");
  expect(await manager.delete(`/v1/categories/${body._id}`)).toFailWith("RESOURCE_NOT_FOUND");
});

test.each([
  ["name", ""],
  ["amazon", "javascript:alert(1)"],
  ["flipkart", ["https://www.flipkart.com"]],
])("400: a category with the %s %j is not made", async (field, value) => {
  const count = (await manager.get("/v1/categories")).body.length;
  expect(await manager.post("/v1/categories", { ...form(), [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect((await manager.get("/v1/categories")).body).toHaveLength(count);
});
