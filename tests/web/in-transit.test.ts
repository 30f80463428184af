// In-Transit Inventory, in a real browser on the running product: announced, received and changed, each once.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { expectAccessible, type Locator, open, type Page } from "../support/browser.ts";
import { newPerson, productForm, today, unique } from "../support/make.ts";
import { heldOf, keyed, ledgerOf } from "../support/stock.ts";
import { type Client, type TestWorld, world } from "../support/world.ts";

let here: TestWorld;
let hub: string;
let day: string;
let swaddle: Good;
let bib: Good;
const hubLabel = "Bengaluru Hub (BLR-01)";

interface Good {
  _id: string;
  name: string;
  p_id: string;
}

const product = async (name: string): Promise<Good> =>
  (await here.manager.post("/v1/products", productForm({ name, p_id: unique("SND") }))).body;

/** A container of these products, due so many days from now. */
const ship = async (lines: [Good, number][], days = 30, container = unique("MSKU")): Promise<Shipment> => {
  const list = lines.map(([{ _id }, quantity]) => ({ product: _id, quantity }));
  const form = { container, expected_delivery: addDays(day, days), list };
  return (await here.executive.post("/v1/shipments", form, keyed())).body;
};

const shipmentOf = async (container: string): Promise<Shipment | undefined> =>
  (await here.executive.get("/v1/shipments")).body.find((one: Shipment) => one.container === container);

beforeAll(async () => {
  here = await world();
  day = today();
  [swaddle, bib] = await Promise.all([product("Muslin Swaddle Pink"), product("Terry Bib")]);
  hub = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body._id;
  await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" });
  await ship([[swaddle, 1]]);
});

const table = (page: Page) => page.getByRole("table", { name: "Shipments" });
const rowOf = (page: Page, { container }: { container: string }) =>
  table(page).getByRole("row").filter({ hasText: container });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const adding = (page: Page) => dialog(page, "Add In-Transit Stock");
const receiving = (page: Page) => dialog(page, "Receive");
const gone = (part: Locator) => part.waitFor({ state: "detached" });

const listed = async (wishes: Parameters<typeof open>[2] = {}, who: Client = here.executive): Promise<Page> => {
  const page = await open(here, who, { path: "/intransit", ...wishes });
  await table(page).locator("tbody button").first().waitFor();
  return page;
};

const requests = (page: Page) => {
  const sent: { key: string; body: Record<string, unknown> }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      sent.push({ key: request.headers()["idempotency-key"] ?? "none", body: request.postDataJSON() });
  });
  return sent;
};

const pick = async (page: Page, { p_id }: Good) => {
  await adding(page).getByLabel("Product", { exact: true }).fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

/** The empty form, with container and day filled. */
const begin = async (page: Page, container: string, expected = addDays(day, 9)) => {
  await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
  await adding(page).getByLabel("Container ID").fill(container);
  await adding(page).getByLabel("Expected Delivery").fill(expected);
};

const addLine = async (page: Page, good: Good, quantity: number) => {
  await pick(page, good);
  await adding(page).getByLabel("Qty").fill(String(quantity));
  await adding(page).getByLabel("Qty").press("Enter");
};

const save = (page: Page) => adding(page).getByRole("button", { name: "Save In-Transit Stock" }).click();
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "");
const came = (page: Page, { name }: Good) => receiving(page).getByLabel(`Came of ${name}`);
const submit = (page: Page, name: string | RegExp) => receiving(page).getByRole("button", { name }).click();

const receive = async (page: Page, shipment: { container: string }) => {
  await rowOf(page, shipment)
    .getByRole("button", { name: /^Receive/ })
    .click();
  await receiving(page).waitFor();
};

describe("the list", () => {
  test("it says container, status, both days and units; late ones are marked and stand first", async () => {
    const soon = await ship([[swaddle, 40]], 2);
    const late = await ship(
      [
        [swaddle, 100],
        [bib, 70],
      ],
      -3,
    );
    await here.executive.post(
      `/v1/shipments/${late._id}/receive`,
      {
        warehouse: hub,
        list: [
          { product: swaddle._id, quantity: 100 },
          { product: bib._id, quantity: 65 },
        ],
      },
      keyed(),
    );
    const done = await ship([[bib, 12]], -40);
    await here.executive.post(`/v1/shipments/${done._id}/receive`, { warehouse: hub }, keyed());
    const page = await open(here, here.executive, { path: "/" });
    await page.getByRole("link", { name: "In-Transit Inventory" }).click();
    await page.getByRole("heading", { name: "In-Transit Inventory", level: 1 }).waitFor();
    await rowOf(page, late).waitFor();
    const heads = await table(page).getByRole("columnheader").allTextContents();
    expect(heads).toEqual(["S.No", "Container", "Status", "Expected Delivery", "Created At", "Units", "Actions"]);
    const cells = async (shipment: Shipment) =>
      (await rowOf(page, shipment).locator("td").allTextContents()).slice(1, 6);
    const now = dayText(day);
    expect(await cells(late)).toEqual([
      late.container,
      "IN-TRANSIT, 3 days late",
      dayText(addDays(day, -3)),
      now,
      "165 of 170",
    ]);
    expect(await cells(soon)).toEqual([soon.container, "IN-TRANSIT", dayText(addDays(day, 2)), now, "40"]);
    expect(await cells(done)).toEqual([done.container, "RECEIVED", dayText(addDays(day, -40)), now, "12"]);
    const order = await table(page).getByRole("rowheader").allTextContents();
    expect(order.filter((name) => [late, soon, done].some(({ container }) => container === name))).toEqual([
      late.container,
      soon.container,
      done.container,
    ]);
  });

  test("a row unfolds by Enter on its name: product by product what is in transit; a link keeps it open", async () => {
    const shipment = await ship([
      [swaddle, 30],
      [bib, 8],
    ]);
    const page = await listed();
    const name = rowOf(page, shipment).getByRole("button", { name: shipment.container, exact: true });
    await name.press("Enter");
    await expect.poll(() => name.getAttribute("aria-expanded")).toBe("true");
    const items = page.getByRole("list", { name: `Products in ${shipment.container}` }).getByRole("listitem");
    expect(await items.allTextContents()).toEqual([
      `${swaddle.name}${swaddle.p_id}30in transit`,
      `${bib.name}${bib.p_id}8in transit`,
    ]);
    await page.reload();
    await items.first().waitFor();
    await name.press("Enter");
    await gone(items.first());
    await name.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("false");
  });

  test("it is searched by container, filtered by status and sorted by expected day", async () => {
    const batch = unique("OOLU");
    await ship([[bib, 1]], 20, `${batch} A`);
    await ship([[bib, 2]], 10, `${batch} B`);
    await ship([[bib, 4]], -1, `${batch} C`);
    const page = await listed();
    const status = page.getByRole("status").filter({ hasText: "shipment" });
    await page.getByPlaceholder("Search (Container or product)").fill(batch.toLowerCase());
    await status.getByText("7 units in transit · 3 shipments").waitFor();
    const names = () => table(page).getByRole("rowheader").allTextContents();
    expect(await names()).toEqual([`${batch} C`, `${batch} B`, `${batch} A`]);
    await table(page).getByRole("button", { name: "Expected Delivery" }).click();
    await table(page).getByRole("button", { name: "Expected Delivery" }).click();
    await expect.poll(names).toEqual([`${batch} A`, `${batch} B`, `${batch} C`]);
    await page.getByLabel("Status", { exact: true }).selectOption("IN-TRANSIT, late");
    await status.getByText("4 units in transit · 1 shipment").waitFor();
    await page.getByLabel("Status", { exact: true }).selectOption("RECEIVED");
    await page.getByText("No match for").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
  });

  test("deleting asks with the container and its units, and takes them out of transit", async () => {
    const shipment = await ship([[bib, 1_200]]);
    const page = await listed();
    await rowOf(page, shipment)
      .getByRole("button", { name: `Delete ${shipment.container}` })
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByText(`Deleting shipment "${shipment.container}" (1,200 units in transit). Continue?`).waitFor();
    await question.getByRole("button", { name: "Delete shipment" }).click();
    await page.getByText("Deleted", { exact: true }).waitFor();
    await gone(rowOf(page, shipment));
    expect(await shipmentOf(shipment.container)).toBeUndefined();
  });

  test("nothing yet offers to announce the first; a failed read keeps the skeleton and offers Retry", async () => {
    const page = await open(here, here.executive, { path: "/not-here", mayLog: /500|Internal server error/ });
    const answer = (status: number, json: unknown) => ({
      status,
      json,
      headers: { "access-control-allow-origin": "*" },
    });
    await page.route("**/v1/shipments", (route) => route.fulfill(answer(500, {})));
    await page.goto("/intransit");
    await page.getByText("Internal server error, try again.").waitFor();
    expect(await table(page).getAttribute("aria-busy")).toBe("true");
    await page.unroute("**/v1/shipments");
    await page.route("**/v1/shipments", (route) => route.fulfill(answer(200, [])));
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("No shipments yet. Announce the first container.").waitFor();
    await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
    await adding(page).waitFor();
  });
});

describe("announcing", () => {
  test("Enter leads through the form; a product listed already is summed and said so; it is saved as specified", async () => {
    const container = unique("TGHU");
    const page = await listed();
    const sent = requests(page);
    await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
    await expect.poll(() => focused(page)).toBe("Container ID");
    // Typed as fast as a machine does, it would be a scan.
    await adding(page).getByLabel("Container ID").fill(container);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Expected Delivery");
    await adding(page).getByLabel("Expected Delivery").fill(addDays(day, 9));
    await page.keyboard.press("Enter");
    for (const [good, units] of [
      [swaddle, "12"],
      [bib, "5"],
      [swaddle, "8"],
    ] as const) {
      await expect.poll(() => focused(page)).toBe("Product");
      await adding(page).getByLabel("Product", { exact: true }).fill(good.p_id);
      await page.getByRole("option").filter({ hasText: good.p_id }).waitFor();
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Qty");
      await page.keyboard.type(units);
      await page.keyboard.press("Enter");
    }
    const said = adding(page).getByRole("status");
    await said.getByText(`${swaddle.name} is listed already: 12 + 8 = 20 units. 2 products, 25 units`).waitFor();
    await adding(page)
      .getByRole("button", { name: `Remove ${bib.name}` })
      .click();
    await save(page);
    await page.getByText("Saved", { exact: true }).waitFor();
    await gone(adding(page));
    await rowOf(page, { container }).getByText("20", { exact: true }).waitFor();
    const label = `${swaddle.name} (${swaddle.p_id})`;
    expect(sent.map(({ body }) => body)).toEqual([
      { container, list: [{ product: swaddle._id, quantity: 20, label }], expected_delivery: addDays(day, 9) },
    ]);
  });

  test("what is missing is said beside its field, and a product that was not added is not lost", async () => {
    const page = await listed();
    await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
    await save(page);
    const alerts = () => adding(page).getByRole("alert").allTextContents();
    await expect.poll(alerts).toEqual(["Required", "Required", "Add a product first"]);
    await expect.poll(() => focused(page)).toBe("Container ID");
    await adding(page).getByLabel("Container ID").fill(unique("MSKU"));
    await adding(page).getByLabel("Expected Delivery").fill(day);
    await addLine(page, swaddle, 3);
    await pick(page, bib);
    await save(page);
    await expect.poll(alerts).toEqual(["Add it to the list, or clear it"]);
  });

  test("a reload keeps what was typed, and so does a session that ends, for the same user", async () => {
    const person = await newPerson(here);
    const container = unique("HLCU");
    const page = await listed({ mayLog: /401|Session expired/ }, person.client);
    page.on("dialog", (question) => void question.accept());
    await begin(page, container);
    await addLine(page, swaddle, 6);
    await page.reload();
    await adding(page).getByText("1 product, 6 units").waitFor();
    expect(await adding(page).getByLabel("Container ID").inputValue()).toBe(container);
    await addLine(page, bib, 2);
    // Another password ends all sessions of the user.
    await here.root.patch(`/v1/users/${person._id}`, { password: "another long one" });
    await save(page);
    await page.getByLabel("Password", { exact: true }).fill("another long one");
    await page.getByRole("button", { name: "Login" }).click();
    await adding(page).getByText("2 products, 8 units").waitFor();
    await save(page);
    await gone(adding(page));
    expect((await shipmentOf(container))?.items).toHaveLength(2);
  });

  test("without an answer the form is locked and repeats that request alone, with one effect", async () => {
    const container = unique("CMAU");
    const page = await listed({ mayLog: /ERR_FAILED|No connection/ });
    const sent = requests(page);
    // The product hears it; the browser hears nothing.
    await page.route("**/v1/shipments", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await begin(page, container);
    await addLine(page, bib, 7);
    await save(page);
    await adding(page).getByText("No answer came").waitFor();
    await page.reload();
    await adding(page).getByText("No answer came").waitFor();
    expect(await adding(page).getByLabel("Container ID").isDisabled()).toBe(true);
    expect(await adding(page).getByLabel(`Quantity of ${bib.name}`).inputValue()).toBe("7");
    await page.unroute("**/v1/shipments");
    await adding(page).getByRole("button", { name: "Try again" }).click();
    await gone(adding(page));
    expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1]);
    const all: Shipment[] = (await here.executive.get("/v1/shipments")).body;
    expect(all.filter((one) => one.container === container)).toHaveLength(1);
  });
});

describe("receiving", () => {
  test("all that is owed comes in by Receive, a warehouse and one more press", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 120]]);
    const page = await listed();
    await receive(page, shipment);
    await receiving(page).getByText("Nothing will remain").waitFor();
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await submit(page, "Receive 120 units");
    await page.getByText("Stock updated successfully").waitFor();
    await gone(receiving(page));
    await rowOf(page, shipment).getByText("RECEIVED").waitFor();
    expect(
      await rowOf(page, shipment)
        .getByRole("button", { name: /^Receive/ })
        .count(),
    ).toBe(0);
    expect(await ledgerOf(here.manager, cup._id)).toEqual([120]);
  });

  test("line by line over two receipts, with what will remain said before; 0 is not now", async () => {
    const [cup, ring] = await Promise.all([product("Sipper Cup"), product("Teether Ring")]);
    const shipment = await ship([
      [cup, 100],
      [ring, 70],
    ]);
    const page = await listed();
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await receiving(page).getByRole("button", { name: "All to 0" }).click();
    await submit(page, /^Receive 0/);
    await receiving(page).getByText("Nothing to receive").waitFor();
    await came(page, cup).fill("95");
    await receiving(page).getByText("75 units of 2 products will remain in transit").waitFor();
    await receiving(page).getByText(`${cup.p_id} · 100 owed, 5 remain`).waitFor();
    await submit(page, "Receive 95 units");
    await rowOf(page, shipment).getByText("95 of 170").waitFor();
    await receive(page, shipment);
    expect([await came(page, cup).inputValue(), await came(page, ring).inputValue()]).toEqual(["5", "70"]);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await submit(page, "Receive 75 units");
    await rowOf(page, shipment).getByText("RECEIVED").waitFor();
    expect([await ledgerOf(here.manager, cup._id), await ledgerOf(here.manager, ring._id)]).toEqual([[5, 95], [70]]);
  });

  test("more than is owed needs a remark and a confirmation", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 10]]);
    const page = await listed();
    const sent = requests(page);
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await came(page, cup).fill("12");
    await receiving(page).getByText("10 owed, 2 more than owed").waitFor();
    await submit(page, "Receive 12 units");
    await receiving(page).getByRole("alert").getByText("Say why more came").waitFor();
    await receiving(page).getByLabel("Remarks").fill("two more in the box");
    await submit(page, "Receive 12 units");
    const question = page.getByRole("alertdialog", { name: "More than is owed" });
    await question.getByText(`${cup.name}: 12, owed 10`).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(sent).toEqual([]);
    await submit(page, "Receive 12 units");
    await question.getByRole("button", { name: "Receive more" }).click();
    await gone(receiving(page));
    expect(sent[0]?.body).toMatchObject({ over: true, remarks: "two more in the box" });
    expect(await heldOf(here.manager, cup._id)).toBe(12);
  });

  test("the rest is closed short with a reason, also when nothing more comes", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 10]]);
    const page = await listed();
    await receive(page, shipment);
    await receiving(page).getByRole("button", { name: "All to 0" }).click();
    await receiving(page).getByLabel("Close short").check();
    await receiving(page).getByText("10 units of 1 product will be closed short").waitFor();
    await submit(page, "Close short");
    await receiving(page).getByRole("alert").getByText("Required").waitFor();
    await receiving(page).getByLabel("Reason").fill("Crushed at the port");
    await submit(page, "Close short");
    await gone(receiving(page));
    await rowOf(page, shipment).getByText("0 of 10").waitFor();
    await rowOf(page, shipment).getByRole("button", { name: shipment.container, exact: true }).click();
    await page.getByText("Closed short: Crushed at the port").waitFor();
    expect(await ledgerOf(here.manager, cup._id)).toEqual([]);
  });

  test("what somebody else has received meanwhile is said beside the line", async () => {
    const [cup, ring] = await Promise.all([product("Sipper Cup"), product("Teether Ring")]);
    const shipment = await ship([
      [ring, 5],
      [cup, 20],
    ]);
    const page = await listed({ mayLog: /422|Unable to process/ });
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    const part = { warehouse: hub, list: [{ product: cup._id, quantity: 15 }] };
    await here.manager.post(`/v1/shipments/${shipment._id}/receive`, part, keyed());
    await submit(page, "Receive 25 units");
    const line = receiving(page).getByRole("listitem").filter({ hasText: cup.name });
    await line.getByText("More than the 5 owed").waitFor();
    await line.getByText("5 owed, 15 more than owed").waitFor();
    await expect.poll(() => came(page, cup).evaluate((field) => field === document.activeElement)).toBe(true);
    await came(page, cup).fill("5");
    await submit(page, "Receive 10 units");
    await gone(receiving(page));
    expect(await ledgerOf(here.manager, cup._id)).toEqual([5, 15]);
  });

  test("a receipt without an answer is found again, shown as it was asked, and posted once", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 30]]);
    const page = await listed({ mayLog: /ERR_FAILED|No connection/ });
    const sent = requests(page);
    await page.route("**/receive", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await came(page, cup).fill("21");
    await submit(page, "Receive 21 units");
    await receiving(page).getByText("No answer came").waitFor();
    await submit(page, "Cancel");
    await page.getByText("A receipt has no answer yet").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Finish it" }).click();
    expect(await came(page, cup).isDisabled()).toBe(true);
    expect(await came(page, cup).inputValue()).toBe("21");
    await page.unroute("**/receive");
    await submit(page, "Try again");
    await gone(receiving(page));
    expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1]);
    expect(await ledgerOf(here.manager, cup._id)).toEqual([21]);
  });
});

describe("changing", () => {
  test("a manager changes the expected day and what has not come; what came stays", async () => {
    const shipment = await ship([
      [swaddle, 10],
      [bib, 4],
    ]);
    const part = { warehouse: hub, list: [{ product: swaddle._id, quantity: 6 }] };
    await here.executive.post(`/v1/shipments/${shipment._id}/receive`, part, keyed());
    const page = await listed({}, here.manager);
    await rowOf(page, shipment)
      .getByRole("button", { name: `Edit ${shipment.container}` })
      .click();
    const form = dialog(page, "Edit");
    await form.getByLabel("Expected Delivery").fill(addDays(day, 77));
    await form.getByText(`${swaddle.p_id} · 6 received`).waitFor();
    await form.getByRole("button", { name: `Remove ${bib.name}` }).click();
    await form.getByLabel(`Quantity of ${swaddle.name}`).fill("8");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await rowOf(page, shipment)
      .getByText(dayText(addDays(day, 77)))
      .waitFor();
    await rowOf(page, shipment).getByText("6 of 8").waitFor();
  });

  test("an executive is not offered to", async () => {
    const shipment = await ship([[bib, 4]]);
    const page = await listed();
    await rowOf(page, shipment)
      .getByRole("button", { name: /^Delete/ })
      .waitFor();
    expect(await page.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  });
});

describe("on a phone", () => {
  test("a card says container, status, day and units; deleting waits behind More; Receive is in reach", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 16]], -2, unique("A container that came with a name far too long for a phone"));
    const page = await listed({ phone: true });
    const card = rowOf(page, shipment);
    await card.getByText("IN-TRANSIT, 2 days late").waitFor();
    await card.getByText(`${dayText(addDays(day, -2))} · 16 units`).waitFor();
    expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
    await card.getByRole("button", { name: `Actions for ${shipment.container}` }).tap();
    await dialog(page, shipment.container).getByRole("button", { name: "Delete" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).tap();
    await card.getByRole("button", { name: /container that came.*IN-TRANSIT/ }).tap();
    await page.getByRole("listitem").filter({ hasText: cup.p_id }).filter({ hasText: "16in transit" }).waitFor();
    await expectAccessible(page);
    await card.getByRole("button", { name: /^Receive/ }).tap();
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await receiving(page)
      .getByRole("button", { name: `Less ${cup.name}` })
      .tap();
    await expectAccessible(page);
    await submit(page, "Receive 15 units");
    await card.getByText("15 of 16 units").waitFor();
  });

  test("a container is announced with products from a sheet of their own", async () => {
    const container = unique("MSKU");
    const page = await listed({ phone: true });
    await begin(page, container);
    await adding(page).getByRole("button", { name: "Product: Search name or P.ID" }).tap();
    const sheet = page.getByRole("dialog", { name: "Product", exact: true });
    await sheet.getByLabel("Search products").fill(bib.p_id);
    await sheet.getByRole("option").first().tap();
    await adding(page).getByRole("button", { name: "More quantity" }).tap();
    await adding(page).getByRole("button", { name: "Add", exact: true }).tap();
    await adding(page).getByText("1 product, 2 units").waitFor();
    await expectAccessible(page);
    await save(page);
    await gone(adding(page));
    expect((await shipmentOf(container))?.items[0]?.quantity).toBe(2);
  });
});

test("it and its dialogs are accessible, in light and dark", async () => {
  const shipment = await ship(
    [
      [swaddle, 3],
      [bib, 2],
    ],
    -1,
  );
  const page = await listed({}, here.manager);
  await rowOf(page, shipment).getByRole("button", { name: shipment.container, exact: true }).click();
  await page.getByRole("list", { name: `Products in ${shipment.container}` }).waitFor();
  await expectAccessible(page);
  await begin(page, "MSKU 1");
  await addLine(page, swaddle, 3);
  await expectAccessible(page);
  await adding(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await receive(page, shipment);
  await came(page, swaddle).fill("");
  await submit(page, /^Receive 2/);
  await receiving(page).getByText("Number expected").waitFor();
  await expectAccessible(page);
});
