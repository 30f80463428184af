// Lines of a document: added, scanned, counted, removed; in a form, and counted at once.
import { useRef, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { catalogueAnswer } from "#tests/support/catalogue-answer.ts";
import { CatalogueProvider } from "#web/domain/catalogue.tsx";
import { LineList } from "#web/domain/line-editor/line-list.tsx";
import { type Line, setQuantity } from "#web/domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "#web/domain/line-editor/lines-field.tsx";
import { SettledStepper } from "#web/domain/line-editor/settled-stepper.tsx";
import { mockApi, mount, scan, signedIn } from "../mount.tsx";

const [bib, cup] = [
  { _id: "p1", p_id: "SND-1001", name: "Terry Bib", stock: 9 },
  { _id: "p2", p_id: "SND-1002", name: "Sipper Cup", stock: 9 },
] as const;

beforeEach(() => {
  signedIn();
  mockApi(() => [200, catalogueAnswer([bib, cup])]);
});

/** A form that takes at most 100 units of each product; the line of the cup cannot be removed. */
function Form() {
  const [lines, setLines] = useState<Line[]>([]);
  const submit = useRef<PendingLine>(null);
  const errorOf = (index: number) => {
    const { quantity = 0 } = lines[index] ?? {};
    if (Number.isNaN(quantity)) return "Required";
    return quantity > 100 ? "At most 100" : undefined;
  };
  return (
    <CatalogueProvider>
      <LinesField
        label="Products"
        counter={{ label: "Qty", of: "quantity" }}
        viewOf={({ product }) => (product === cup._id ? { min: 2, fixed: "2 received already" } : {})}
        pending={submit}
        value={lines}
        onChange={setLines}
        ref={() => undefined}
        error={undefined}
        errorOf={errorOf}
      />
      <button type="button" onClick={() => submit.current?.finish()}>
        Finish
      </button>
      <output>{lines.map(({ product, quantity }) => `${product} ${quantity}`).join(", ") || "none"}</output>
    </CatalogueProvider>
  );
}

const opened = async () => {
  mount(<Form />);
  await userEvent.click(product());
  await expect.element(page.getByRole("option", { name: /Terry Bib/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
};
const product = () => page.getByRole("combobox", { name: "Product" });
const counter = () => page.getByRole("spinbutton", { name: "Qty" });
const quantity = ({ name }: { name: string }) => page.getByRole("spinbutton", { name: `Quantity of ${name}` });
const lineOf = ({ name }: { name: string }) => page.getByRole("listitem").filter({ hasText: name });
const value = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

const add = async ({ p_id }: { p_id: string }, units: string) => {
  await product().fill(p_id);
  await userEvent.keyboard("{Enter}");
  await expect.element(counter()).toHaveFocus();
  await counter().fill(units);
  await userEvent.keyboard("{Enter}");
};

test("a product that is listed is summed, which is announced with the totals", async () => {
  await opened();
  await add(bib, "3");
  await expect.element(product()).toHaveFocus();
  await add(cup, "5");
  await add(bib, "4");
  await value("p1 7, p2 5");
  await expect
    .element(page.getByText("Terry Bib is listed already: 3 + 4 = 7 units. 2 products, 12 units"))
    .toBeVisible();
});

test("a quantity that cannot be added is refused at its field, and nothing is added", async () => {
  await opened();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose a product");
  await expect.element(product()).toHaveFocus();
  for (const [units, refusal] of [
    ["0", "At least 1"],
    ["1.5", "Whole number expected"],
    ["", "At least 1"],
    ["1000001", "At most 10,00,000"],
  ] as const) {
    await add(bib, units);
    await expect.element(page.getByRole("alert")).toHaveTextContent(refusal);
    await expect.element(counter()).toHaveFocus();
  }
  await value("none");
});

test("more of a product than a movement may have is refused when it is added to its line", async () => {
  await opened();
  await add(bib, "999999");
  await add(bib, "2");
  await expect.element(page.getByRole("alert")).toHaveTextContent("At most 10,00,000 of one product");
  await add(bib, "1");
  await value("p1 1000000");
});

test("the error of a quantity is shown at its line only, and describes its field", async () => {
  await opened();
  await add(bib, "3");
  await add(cup, "5");
  await quantity(bib).fill("101");
  await expect.element(lineOf(bib).getByText("At most 100")).toBeVisible();
  expect(lineOf(cup).getByText("At most 100").elements()).toHaveLength(0);
  await expect.element(quantity(bib)).toHaveAttribute("aria-invalid", "true");
  await expect.element(quantity(bib)).toHaveAccessibleDescription("At most 100");
  await expect.element(quantity(cup)).not.toHaveAttribute("aria-invalid");
});

test("in a form a cleared quantity stays empty for the form to validate, and takes the digits typed next", async () => {
  await opened();
  await add(bib, "3");
  await quantity(bib).fill("");
  await value("p1 NaN");
  await expect.element(lineOf(bib).getByText("Required")).toBeVisible();
  await add(bib, "4");
  await value("p1 4");
  await quantity(bib).fill("12");
  await value("p1 12");
  await userEvent.keyboard("{Enter}");
  await expect.element(product()).toHaveFocus();
});

test("a removed line is announced and leaves the focus to the next product; a line that cannot be removed says why", async () => {
  await opened();
  await add(bib, "3");
  await add(cup, "5");
  await page.getByRole("button", { name: "Remove Terry Bib" }).click();
  await value("p2 5");
  await expect.element(page.getByText("Removed Terry Bib. 1 product, 5 units")).toBeVisible();
  await expect.element(product()).toHaveFocus();
  await page.getByRole("button", { name: "Remove Sipper Cup: 2 received already" }).click({ force: true });
  await expect.element(page.getByText("2 received already")).toBeVisible();
  await value("p2 5");
});

test("the next scan adds what was chosen and counted before it, and so does the end of the form", async () => {
  await opened();
  scan(bib.p_id, document.body);
  await expect.element(counter()).toHaveFocus();
  await counter().fill("24");
  scan(cup.p_id, counter().element());
  await value("p1 24");
  await expect.element(product()).toHaveValue("Sipper Cup (SND-1002)");
  await counter().fill("0");
  scan(bib.p_id, document.body);
  await expect.element(page.getByRole("alert")).toHaveTextContent("At least 1");
  await expect.element(product()).toHaveValue("Sipper Cup (SND-1002)");
  await counter().fill("6");
  await page.getByRole("button", { name: "Finish" }).click();
  await value("p1 24, p2 6");
});

/** Lines without a form around them. */
function Counted() {
  const [lines, setLines] = useState<Line[]>([{ product: bib._id, quantity: 3 }]);
  return (
    <>
      <LineList
        label="Picklist"
        lines={lines.map(({ quantity: units }) => ({ product: bib, quantity: units }))}
        column={{ head: "Breakdown", tag: "Preview" }}
        control={SettledStepper}
        onCount={(id, units) => setLines(setQuantity(lines, id, units))}
      />
      <output>{lines.map(({ quantity: units }) => `${units} units`)}</output>
    </>
  );
}

test("without a form a step counts at once, a typed number by itself, and an emptied field gets its quantity back", async () => {
  mount(<Counted />);
  await page.getByRole("button", { name: "More Terry Bib" }).click();
  await value("4 units");
  await quantity(bib).fill("12");
  await value("12 units");
  await quantity(bib).fill("");
  await expect.element(quantity(bib)).toHaveValue(null);
  await userEvent.keyboard("{Enter}");
  await expect.element(quantity(bib)).toHaveValue(12);
  await quantity(bib).fill("15");
  await userEvent.keyboard("{Enter}");
  await value("15 units");
});

test("lines are a table where there is room, and cards where there is not; a preview is announced once", async () => {
  mount(<Counted />);
  const table = page.getByRole("table", { name: "Picklist" });
  await expect.element(table.getByRole("columnheader", { name: "Breakdown Preview" })).toBeVisible();
  await page.viewport(1000, 800);
  await expect.element(page.getByRole("list", { name: "Picklist" })).toBeVisible();
  await expect.element(table).not.toBeInTheDocument();
  await expect.element(quantity(bib)).toHaveValue(3);
  expect(page.getByText("Preview").elements()).toHaveLength(1);
});

test("on a phone a line is at most 96 px high, and its variant and P.ID are whole beside a long name", async () => {
  await page.viewport(390, 844);
  const name = `${"Organic Muslin Swaddle 100 x 100 cm, Pack of 3, ".repeat(3)} (Cream and Coral)`;
  const line = { product: { ...bib, name }, quantity: 120 };
  const edited = { onCount: () => undefined, onRemove: () => undefined };
  mount(
    <>
      <LineList
        label="Transfer"
        lines={[
          { ...line, beside: [<div key="from">BLR-01 5,400 to 5,280</div>, <div key="to">DEL-02 0 to 120</div>] },
        ]}
        {...edited}
      />
      <LineList
        label="Picklist"
        lines={[{ ...line, beside: "Bengaluru Hub × 120" }]}
        control={SettledStepper}
        {...edited}
      />
      <LineList label="Receipt" lines={[{ ...line, code: "120 outstanding, 5 remain" }]} {...edited} />
    </>,
  );
  await expect.element(page.getByRole("list", { name: "Receipt" })).toBeVisible();
  const lines = page.getByRole("listitem").elements();
  expect(lines).toHaveLength(3);
  for (const one of lines) {
    expect(one.getBoundingClientRect().height).toBeLessThanOrEqual(96);
    const [variant] = [...one.querySelectorAll("b")];
    expect(variant?.textContent).toBe("Cream and Coral");
    const code = variant?.parentElement;
    expect(code?.textContent).toContain(`Cream and Coral · ${bib.p_id}`);
    expect(code?.scrollWidth).toBe(code?.clientWidth);
  }
});
