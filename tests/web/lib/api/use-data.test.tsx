// The state of a screen's query.
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useApplyMovement } from "#web/domain/apply-movement.ts";
import { useData } from "#web/lib/api/use-data.ts";
import { mockApi, mount, signedIn } from "../../mount.tsx";

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
  signedIn();
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
  signedIn();
  let status = 200;
  mockApi(() => [status, [{ _id: "m1" }]]);
  mount(<Ledger />);
  await says("1 rows");
  status = 400;
  await page.getByRole("button", { name: "Again" }).click();
  await says("1 rows, failed");
});

test("the time of the data is that of the last answer, also when it was unchanged", async () => {
  signedIn();
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
  const merge = useApplyMovement();
  const cancel = () => merge([{ reverses: "p2", movement: "r1" } as Parameters<typeof merge>[0][number]]);
  return (
    <>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <output>
        {list.truncated ? "newest rows" : "all rows"}
        {list.data?.some(({ reversed_by }) => reversed_by) && ", one cancelled"}
      </output>
    </>
  );
}

test("a truncated list stays marked as truncated after one of its rows is changed", async () => {
  signedIn();
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ _id: `p${at}` }));
  mockApi(() => [200, rows, { link: '</v1/picklists?after=p4999>; rel="next"' }]);
  mount(<Register />);
  await says("newest rows");
  await page.getByRole("button", { name: "Cancel" }).click();
  await says("newest rows, one cancelled");
});
