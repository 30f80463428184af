// A device whose network, answers, tabs and sessions are lost at random while entries are made; then the ledger is
// compared with the entries.
import { expect, onTestFinished } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { Transaction } from "#shared/movement.ts";
import type { User } from "#shared/user.ts";
import type { JSHandle, Page, Route } from "#tests/support/browser.ts";
import { storeCurrent } from "#tests/support/browser-session.ts";
import { addressOf } from "#tests/support/built-file.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { browser } from "#tests/support/tabs.ts";
import type { Client, TestWorld } from "#tests/support/world.ts";

/** The posting of an entry; its mark makes it recognizable afterwards. */
interface Entered {
  route: string;
  input: { path?: object; body?: object; file?: object; csv?: string };
  mark: string;
  user: string;
}

const stockKinds = ["in", "out", "transfer", "picklist", "receive", "reverse"] as const;
const recordKinds = ["container", "product", "warehouse", "category", "adjustment"] as const;
const kinds = [...stockKinds, ...recordKinds];
type Kind = (typeof kinds)[number];

/** Stores the entry through the module that all forms use. Nobody waits for its answer. */
const enterIn = async (
  page: Page,
  module: string,
  { route, input }: Pick<Entered, "route" | "input">,
): Promise<void> => {
  const outbox: JSHandle<Outbox> = await page.evaluateHandle(`import("${module}")`);
  await page.evaluate(enter, { outbox, route, input });
};

interface Outbox {
  post: (call: unknown) => Promise<unknown>;
}

/** Runs in the page. */
const enter = ({ outbox, route, input: { csv, ...sent } }: Pick<Entered, "route" | "input"> & { outbox: Outbox }) => {
  const file = csv === undefined ? {} : { file: { file: new File([csv], "count.csv", { type: "text/csv" }) } };
  return new Promise<void>((onStored) => {
    void outbox.post({
      id: "",
      refresh: () => undefined,
      route,
      input: { ...sent, ...file },
      options: { messages: ["Saving", "Saved"] },
      submitOptions: { onStored },
      attempted: { current: undefined },
    });
  });
};

/** Runs in the page. */
const waitingOf = (user: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("items").objectStore("items").getAll();
      reading.onsuccess = () => {
        const own = reading.result.filter((entry) => entry.kind === "posting" && entry.user._id === user);
        resolve(own.map(({ route, input, refusal }) => ({ route, body: input.body, refusal })));
        opening.result.close();
      };
    };
  });

export const runRandomDevice = async (here: TestWorld, seed: number, count: number): Promise<void> => {
  // All forms post by it.
  const module = addressOf("lib/outbox/post.ts");
  const random = seededRandom(seed).next;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { root, manager } = here;
  const tag = `S${seed}`;

  // Stock for all units that leave, a container to receive, and a movement to reverse.
  const [one, two] = [await newWarehouse(root, `${tag}-1`, "One"), await newWarehouse(root, `${tag}-2`, "Two")];
  const product = await createProduct(root);
  const counted = await createProduct(root);
  const stockIn = async (of: string, quantity: number): Promise<string> =>
    (await root.post("/v1/transactions/in", { product: of, warehouse: one, quantity }, idempotencyKey())).body.movement;
  await stockIn(product._id, 100_000);
  const users: { client: Client; user: User }[] = [];
  const rows = (await root.get("/v1/users")).body;
  for (const client of [root, manager]) {
    // Nobody is asked for a new password here.
    const { renew: _, ...user } = rows.find(({ _id }: { _id: string }) => _id === client._id);
    users.push({ client, user });
  }
  const reversible = new Map<string, string>();

  /** Units that the entry adds to the product. */
  let expected = 100_000;
  const make = async (kind: Kind, mark: string): Promise<Pick<Entered, "route" | "input">> => {
    const quantity = 1 + Math.floor(random() * 5);
    const line = { product: product._id, quantity };
    const remarks = mark;
    switch (kind) {
      case "in":
        expected += quantity;
        return { route: "POST /v1/transactions/in", input: { body: { ...line, warehouse: one, remarks } } };
      case "out":
        expected -= quantity;
        return {
          route: "POST /v1/transactions/out",
          input: { body: { ...line, warehouse: one, remarks, action: "STOCK_OUT" } },
        };
      case "transfer":
        return {
          route: "POST /v1/transactions/transfer",
          input: { body: { from: one, to: two, list: [line], remarks } },
        };
      case "picklist":
        expected -= quantity;
        return { route: "POST /v1/transactions/out", input: { body: { list: [line], channel: "amazon" } } };
      case "receive": {
        expected += quantity;
        const container = { container: mark, expected_delivery: today(), list: [line] };
        const { body } = await root.post("/v1/shipments", container, idempotencyKey());
        return {
          route: "POST /v1/shipments/{id}/receive",
          input: { path: { id: body._id }, body: { warehouse: one, list: [line], remarks } },
        };
      }
      case "reverse": {
        const id = await stockIn(product._id, quantity);
        reversible.set(mark, id);
        return { route: "POST /v1/transactions/{id}/reverse", input: { path: { id }, body: { remarks } } };
      }
      case "container":
        return {
          route: "POST /v1/shipments",
          input: { body: { container: mark, expected_delivery: today(), list: [line] } },
        };
      case "product":
        return { route: "POST /v1/products", input: { body: { name: mark, p_id: mark, lead_time: 15 }, file: {} } };
      case "warehouse":
        return { route: "POST /v1/warehouses", input: { body: { name: mark, w_id: mark } } };
      case "category":
        return { route: "POST /v1/categories", input: { body: { name: mark } } };
      case "adjustment":
        return {
          route: "POST /v1/dev/stock-adjustment",
          input: { body: { date: today() }, csv: `P.ID/SKU/BC,W.ID,Quantity\n${counted.p_id},${tag}-2,${quantity}\n` },
        };
    }
  };

  const context = await (await browser()).newContext({ baseURL: here.site, serviceWorkers: "block" });
  onTestFinished(() => context.close());
  let isCalm = false;
  const fates = async (route: Route): Promise<void> => {
    const request = route.request();
    if (request.method() !== "POST" || isCalm) return route.continue();
    const fate = random();
    if (fate < 0.2) return route.abort();
    if (fate < 0.4) {
      // It arrives, and its answer is lost.
      await route.fetch().catch(() => undefined);
      return route.abort();
    }
    const headers = { "access-control-allow-origin": "*" };
    if (fate < 0.5)
      return route.fulfill({ status: 503, headers, json: { code: "SERVICE_UNAVAILABLE", message: "Busy" } });
    if (fate < 0.6)
      return route.fulfill({ status: 200, headers, contentType: "text/html", body: "<h1>Hotel Wi-Fi</h1>" });
    return route.continue();
  };
  for (const api of [here.api, here.dev])
    await context.route(`${api}/**`, (route) => fates(route).catch(() => undefined));

  const reopen = async (tab: Page): Promise<void> => {
    await tab.goto("/outbox");
    await tab.getByRole("heading", { name: "Waiting on this device" }).waitFor();
    // Else it loads once the page is idle, and the network may be lost before.
    await tab.evaluateHandle(`import("${module}")`);
  };
  const openTab = async (): Promise<Page> => {
    const page = await context.newPage();
    await reopen(page);
    return page;
  };
  let who = users[0] as (typeof users)[0];
  const signIn = async (as: (typeof users)[0], tabs: Page[]): Promise<void> => {
    who = as;
    const page = tabs[0] ?? (await context.newPage());
    if (tabs.length === 0) await page.goto("/login");
    await storeCurrent(page, { user: as.user, token: as.client.token });
    if (tabs.length === 0) await page.close();
    for (const tab of tabs) await reopen(tab);
  };
  await signIn(who, []);
  const tabs = [await openTab(), await openTab()];

  const entered: Entered[] = [];
  for (let n = 0; n < count; n++) {
    const kind = kinds[n % kinds.length] as Kind;
    const mark = `${tag}-${kind}-${n}`;
    // Only root may adjust stock.
    if (kind === "adjustment" && who !== users[0]) continue;
    const entry = { ...(await make(kind, mark)), mark, user: who.user._id };
    await enterIn(pick(tabs), module, entry);
    entered.push(entry);
    const event = random();
    if (event < 0.1) await context.setOffline(true);
    else if (event < 0.35) {
      await context.setOffline(false);
      // Tries again at once, without the growing delay after failed tries.
      for (const tab of tabs) await tab.evaluate(() => dispatchEvent(new Event("online")));
    } else if (event < 0.45) {
      await context.setOffline(false);
      await reopen(pick(tabs));
    } else if (event < 0.5) {
      await context.setOffline(false);
      await tabs.shift()?.close();
      tabs.push(await openTab());
    } else if (event < 0.56) {
      await context.setOffline(false);
      await signIn(pick(users), tabs);
    }
  }

  await context.setOffline(false);
  isCalm = true;
  const [tab] = tabs as [Page];
  for (const as of users) {
    await signIn(as, tabs);
    const left = async () => {
      await tab.evaluate(() => dispatchEvent(new Event("online")));
      return tab.evaluate(waitingOf, as.user._id);
    };
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual([]);
  }
  await expectBooks(here, { entered, tag, reversible });
  const { body } = await root.get("/v1/stocks");
  expect(body.every(({ quantity }: { quantity: number }) => quantity >= 0)).toBe(true);
  expect(await heldOf(root, product._id)).toBe(expected);
};

interface Books {
  entered: readonly Entered[];
  tag: string;
  reversible: ReadonlyMap<string, string>;
}

/** Every entry exists once, in the order of each user, and under the right name. */
const expectBooks = async ({ root }: TestWorld, { entered, tag, reversible }: Books): Promise<void> => {
  const rows: Transaction[] = [];
  for (let path: string | undefined = `/v1/transactions?start=${today()}&end=${today()}`; path; ) {
    const { body, headers } = await root.get(path);
    rows.push(...body);
    path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  }
  const movements = new Map<string, Transaction>();
  for (const row of rows) if (row.remarks?.startsWith(`${tag}-`)) movements.set(row.movement, row);
  const posted = [...movements.values()].sort((a, b) => a.created_at.localeCompare(b.created_at));
  const withRemarks = entered.filter(({ input: { body = {} } }) => "remarks" in body);
  expect(posted.map(({ remarks }) => remarks).sort()).toEqual(withRemarks.map(({ mark }) => mark).sort());
  for (const user of new Set(entered.map((entry) => entry.user))) {
    const order = withRemarks.filter((entry) => entry.user === user).map(({ mark }) => mark);
    expect(posted.filter((row) => row.user._id === user).map(({ remarks }) => remarks)).toEqual(order);
  }
  for (const [mark, id] of reversible) expect(posted.find((row) => row.remarks === mark)?.reverses).toBe(id);
  const picklists = (await root.get(`/v1/picklists?start=${today()}&end=${today()}`)).body;
  const wanted = entered.filter(({ mark }) => mark.startsWith(`${tag}-picklist-`));
  expect(picklists).toHaveLength(wanted.length);
  const created = (kind: string) =>
    entered.filter(({ mark }) => mark.startsWith(`${tag}-${kind}-`)).map(({ mark }) => mark);
  const named = async (path: string, field: string) =>
    (await root.get(path)).body
      .map((row: Record<string, string>) => row[field])
      .filter((name: string | undefined) => name?.startsWith(`${tag}-`));
  expect((await named("/v1/products", "name")).sort()).toEqual(created("product").sort());
  expect((await named("/v1/categories", "name")).sort()).toEqual(created("category").sort());
  expect((await named("/v1/warehouses", "name")).sort()).toEqual(created("warehouse").sort());
  expect((await named("/v1/shipments", "container")).sort()).toEqual(
    [...created("container"), ...created("receive")].sort(),
  );
};
