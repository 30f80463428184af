// The state of a screen's query.
import { useState } from "react";
import { useSWRConfig } from "swr";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Warehouse } from "#shared/warehouse.ts";
import { lastKnown } from "#web/lib/api/offline-cache.ts";
import { useData } from "#web/lib/api/use-data.ts";
import { type MockAnswer, mockApi, mount, signedIn, stored } from "../../mount.tsx";

beforeEach(() => signedIn());

function Ledger() {
  const [day, setDay] = useState("2026-11-01");
  const list = useData("GET /v1/transactions", { query: { start: day, end: day } });
  return (
    <>
      <button type="button" onClick={() => setDay("2026-11-02")}>
        Next day
      </button>
      <button type="button" onClick={list.retry}>
        Again
      </button>
      <output>
        {list.data ? `${list.data.length} rows` : "nothing"}
        {list.stale && " of before"}
        {list.loading && ", loading"}
        {list.failure && ", failed"}
      </output>
      <time>{list.updatedAt}</time>
    </>
  );
}

const says = (text: string) => expect.element(page.getByRole("status")).toHaveTextContent(text);

test("rows of one query are not shown for another one that failed", async () => {
  const held = Promise.withResolvers<[number]>();
  mockApi(({ path }) => (path.includes("start=2026-11-01") ? [200, [{ _id: "m1" }]] : held.promise));
  mount(<Ledger />);
  await says("1 rows");
  await page.getByRole("button", { name: "Next day" }).click();
  await says("1 rows of before");
  held.resolve([400]);
  await says("nothing, loading, failed");
});

test("a failed refresh keeps the rows", async () => {
  let status = 200;
  mockApi(() => [status, [{ _id: "m1" }]]);
  mount(<Ledger />);
  await says("1 rows");
  status = 400;
  await page.getByRole("button", { name: "Again" }).click();
  await says("1 rows, failed");
});

test("the time of the data is that of the last answer, also when it was unchanged", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000);
  mockApi(() => [200, [{ _id: "m1" }]]);
  mount(<Ledger />);
  await expect.element(page.getByText("1000", { exact: true })).toBeVisible();
  now.mockReturnValue(2_000);
  await page.getByRole("button", { name: "Again" }).click();
  await expect.element(page.getByText("2000", { exact: true })).toBeVisible();
});

function Register() {
  const list = useData("GET /v1/picklists", { query: { start: "2026-11-01", end: "2026-11-02" } });
  return <output>{list.truncated ? "newest rows" : "all rows"}</output>;
}

test("a truncated list is truncated, and has all its pages, when it is shown from the device", async () => {
  const page = (first: number) => Array.from({ length: 2_500 }, (_, at) => ({ _id: `p${first + at}` }));
  mockApi(({ path }) =>
    path.includes("after")
      ? [200, page(2_500), { link: '</v1/picklists?after=p4999>; rel="next"' }]
      : [200, page(0), { link: '</v1/picklists?after=p2499>; rel="next"' }],
  );
  const unmount = mount(<Register />);
  await says("newest rows");
  await stored("/v1/picklists?end=2026-11-02&start=2026-11-01");
  await unmount();
  mockApi(() => [503]);
  mount(<Register />);
  await says("newest rows");
  const known = await lastKnown("/v1/picklists?end=2026-11-02&start=2026-11-01");
  expect(known?.data).toEqual([...page(0), ...page(2_500)]);
});

function Warehouses() {
  const list = useData("GET /v1/warehouses");
  const { mutate } = useSWRConfig();
  const drop = (id: string) =>
    mutate<Warehouse[]>("/v1/warehouses", (list) => list?.filter(({ _id }) => _id !== id), { revalidate: false });
  return (
    <>
      <button type="button" onClick={list.retry}>
        Again
      </button>
      <button type="button" onClick={() => drop("w2")}>
        Delete
      </button>
      <output>
        {list.data?.map(({ _id }) => _id).join(" ") ?? "nothing"}
        {list.lastKnown && ", last known"}
      </output>
    </>
  );
}

test("a stored list gives way to an answer, and never comes back over it or over a later change", async () => {
  mockApi(() => [200, [{ _id: "w1" }]]);
  const unmount = mount(<Warehouses />);
  await stored("/v1/warehouses");
  await unmount();
  let answer: MockAnswer = [503];
  mockApi(() => answer);
  mount(<Warehouses />);
  await says("w1, last known");
  answer = [200, [{ _id: "w2" }, { _id: "w3" }]];
  await page.getByRole("button", { name: "Again" }).click();
  await says("w2 w3");
  // A retry after the failure may still be to come.
  answer = [200, [{ _id: "w3" }]];
  await page.getByRole("button", { name: "Delete" }).click();
  await says("w3");
  answer = [503];
  await page.getByRole("button", { name: "Again" }).click();
  await says("w3, last known");
});
