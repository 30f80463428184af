// The data table in every state of its query.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useSearch } from "#web/lib/navigation/url-state.ts";
import type { QueryState } from "#web/lib/query-state.ts";
import { SearchField } from "#web/ui/form/search-field.tsx";
import type { Column } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { addressNow, loaded, mount } from "../../mount.tsx";

interface Row {
  _id: string;
  name: string;
  quantity: number;
}

const row = (_: unknown, index: number): Row => ({
  _id: `r${index}`,
  name: `Bib ${index}`,
  quantity: (index * 7) % 100,
});
const rows = (count: number): Row[] => Array.from({ length: count }, row);
const usual: Column<Row>[] = [
  { head: "Name", cell: ({ name }) => name },
  { head: "Quantity", cell: ({ quantity }) => quantity, right: true, sort: ({ quantity }) => quantity },
];

interface Props {
  list: QueryState<Row[]>;
  columns?: Column<Row>[];
  onOpen?: (row: Row) => void;
}

function Table({ list, columns = usual, onOpen }: Props) {
  const search = useSearch<Row>(({ name }) => [name]);
  return (
    <DataTable
      label="Bibs"
      list={list}
      columns={columns}
      phone={({ name, quantity }) => ({ title: name, number: quantity })}
      search={<SearchField {...search.field} placeholder="Search" />}
      rowFilter={search.matches}
      query={search.query}
      onClear={() => search.field.onChange("")}
      noun="bib"
      nameOf={({ name }) => name}
      empty="No bibs yet"
      {...(onOpen && { onOpen })}
    />
  );
}

const bodyRows = () => [...document.querySelectorAll("tbody tr[aria-rowindex]")];
const names = () => bodyRows().map((tr) => tr.children[1]?.textContent);

test("a key in the search draws no cell of the rows that stay", async () => {
  const cell = vi.fn(({ name }: Row) => name);
  const counted: Column<Row>[] = [{ head: "Name", cell, paper: false }];
  mount(<Table list={loaded(rows(5))} columns={counted} />);
  await expect.element(page.getByText("Bib 4")).toBeVisible();
  cell.mockClear();
  await page.getByRole("searchbox").fill("bib");
  await expect.poll(addressNow).toBe("/?q=bib");
  expect(bodyRows()).toHaveLength(5);
  expect(cell).not.toHaveBeenCalled();
});

test("before the data arrives the table shows skeleton rows and is marked as busy", async () => {
  mount(<Table list={loaded<Row[]>(undefined as never, { loading: true, data: undefined })} />);
  await expect.element(page.getByRole("table", { name: "Bibs" })).toHaveAttribute("aria-busy", "true");
  expect(document.querySelectorAll("tbody tr")).toHaveLength(10);
});

test("an empty list shows a sentence instead of the table", async () => {
  mount(<Table list={loaded<Row[]>([])} />);
  await expect.element(page.getByText("No bibs yet")).toBeVisible();
  expect(document.querySelector("table")).toBeNull();
});

test("a search without a match repeats the text, and a button clears it", async () => {
  mount(<Table list={loaded(rows(5))} />);
  await page.getByRole("searchbox").fill("romper");
  await expect.element(page.getByText("No match for “romper”")).toBeVisible();
  expect(addressNow()).toBe("/?q=romper");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(bodyRows).toHaveLength(5);
  expect(addressNow()).toBe("/");
});

test("a failed read keeps the skeleton, and Retry reads again", async () => {
  const retry = vi.fn();
  const failure = { message: "Internal server error, try again" };
  mount(<Table list={loaded<Row[]>(undefined as never, { loading: true, data: undefined, failure, retry })} />);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Internal server error, try again/);
  expect(document.querySelectorAll("tbody tr")).toHaveLength(10);
  await page.getByRole("button", { name: "Retry" }).click();
  expect(retry).toHaveBeenCalledOnce();
});

test("a failed refresh keeps the rows and shows their age", async () => {
  mount(
    <Table
      list={loaded(rows(3), {
        failure: { message: "No connection, try again" },
        updatedAt: Date.parse("2026-11-20T08:35:00Z"),
      })}
    />,
  );
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent(/No connection, try again: as of 20-11-2026 14:05\./);
  expect(bodyRows()).toHaveLength(3);
});

test("a column turns from ascending to descending to unsorted, and the URL has the order", async () => {
  mount(<Table list={loaded(rows(20))} />);
  const head = page.getByRole("columnheader", { name: "Quantity" });
  const turn = page.getByRole("button", { name: "Quantity" });
  await expect.element(head).toHaveAttribute("aria-sort", "none");
  await turn.click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  expect(names()[1]).toBe("Bib 15");
  expect(addressNow()).toBe("/?sort=quantity");
  await turn.click();
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  expect(names()[0]).toBe("Bib 14");
  await turn.click();
  await expect.element(head).toHaveAttribute("aria-sort", "none");
  expect(addressNow()).toBe("/");
});

test("a link restores search and sorting on the first render", async () => {
  mount(<Table list={loaded(rows(30))} />, "/?q=bib+1&sort=-quantity");
  await expect.poll(bodyRows).toHaveLength(12);
  await expect.element(page.getByRole("searchbox")).toHaveValue("bib 1");
  expect(names()[0]).toBe("Bib 14");
});

test("of 50,000 rows only the visible ones are rendered, with their row index, and the count is shown", async () => {
  mount(<Table list={loaded(rows(50_000))} />);
  await expect.element(page.getByRole("status").filter({ hasText: "50,000 bibs" })).toBeVisible();
  expect(bodyRows().length).toBeLessThan(60);
  expect(page.getByRole("table").element()).toHaveAttribute("aria-rowcount", "50001");
  document.querySelector("[data-scroll-card]")?.scrollTo(0, 44 * 25_000);
  await expect.element(page.getByText("Bib 25000", { exact: true })).toBeInTheDocument();
  expect(page.getByText("Bib 25000", { exact: true }).element().closest("tr")).toHaveAttribute(
    "aria-rowindex",
    "25002",
  );
});

test("arrows, Home and End move between rows that can be opened, and Enter opens one", async () => {
  const opened = vi.fn();
  mount(<Table list={loaded(rows(400))} onOpen={opened} />);
  await page.getByText("Bib 0", { exact: true }).click();
  expect(opened).toHaveBeenLastCalledWith(expect.objectContaining({ _id: "r0" }));
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement?.getAttribute("aria-rowindex")).toBe("3");
  await userEvent.keyboard("{End}");
  await expect.poll(() => document.activeElement?.getAttribute("aria-rowindex")).toBe("401");
  await userEvent.keyboard("{Enter}");
  expect(opened).toHaveBeenLastCalledWith(expect.objectContaining({ _id: "r399" }));
});

test("on a phone a row is one cell of two lines", async () => {
  await page.viewport(390, 844);
  mount(<Table list={loaded(rows(3))} />);
  await expect.poll(bodyRows).toHaveLength(3);
  expect(bodyRows()[0]?.children).toHaveLength(1);
  expect(bodyRows()[0]?.getBoundingClientRect().height).toBe(64);
});
