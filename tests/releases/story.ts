// Three days of a small shop, played through the API, that write every kind of row.
import { randomUUID } from "node:crypto";
import { queryOf } from "#ops/session-checks.ts";
import { calls } from "#shared/api.ts";
import { setClock, testClock } from "#tests/support/clock.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { type Cell, downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { changeForm, countForm, productForm, sheetForm } from "#tests/support/fixtures.ts";
import { applyAll } from "#tests/support/imports.ts";
import { png } from "#tests/support/picture.ts";
import { idempotencyKey, pickTick, setChannelWarehouses } from "#tests/support/stock.ts";
import { type Answer, type Client, newWorld, type TestWorld } from "#tests/support/world.ts";

export const days = ["2026-09-01", "2026-09-02", "2026-09-03", "2026-09-04"] as const;
const [first, second, third] = days;

/** Data with which later releases continue: ids, a request to retry, and the answers of the shop. */
export interface Expected {
  /** Generated password of the first root. */
  root: string;
  product: string;
  category: string;
  warehouse: string;
  user: string;
  /** A picklist of a closed day, not reversed. */
  picklist: string;
  /** Containers: one partly received, and one only announced. */
  partly: string;
  announced: string;
  /** A posting of the executive to be retried. */
  sent: { key: string; body: object; answer: unknown };
  /** Final answers of the read calls to root, by path. */
  answers: Record<string, unknown>;
  /** The stock report of the first day. */
  report: Cell[][];
}

/** An order file of Amazon that the shop picks. */
export const orderFile = "SKU,Qty\nASIN-1,1\n";

/** A world whose clock is on the first morning. */
export const newShop = (): Promise<TestWorld> => {
  setClock(`${first}T04:00:00Z`);
  return newWorld({ realHashes: true, preload: [testClock()] });
};

/** A client, signed in on a morning of the story. */
export const on = ({ signIn }: TestWorld, day: string, who: "manager" | "executive"): Promise<Client> => {
  setClock(`${day}T06:00:00Z`);
  return signIn(who, `${who}-password`);
};

const done = async (request: Promise<Answer>): Promise<Answer["body"]> => {
  const { status, body } = await request;
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

export const live = async (world: TestWorld): Promise<Expected> => {
  const { root, manager, executive, anonymous, invoke } = world;
  const made = async (path: string, ...forms: unknown[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const form of forms) ids.push((await done(manager.post(path, form)))._id);
    return ids;
  };

  await made("/v1/users", { name: "No Password", username: "silent", role: "executive" });
  const [user = "", gone = ""] = await made(
    "/v1/users",
    { name: "Asha Rao", username: "asha", role: "manager", password: "asha-password" },
    { name: "Left Long Ago", username: "left", role: "executive", password: "left-password" },
  );
  await done(manager.patch(`/v1/users/${user}`, { username: "asha.rao" }));
  await done(manager.delete(`/v1/users/${gone}`));
  await anonymous.post("/v1/login", { username: "asha.rao", password: "a wrong password" });

  const [warehouse = "", other = "", closed = ""] = await made(
    "/v1/warehouses",
    { w_id: "BLR", name: "Bengaluru", location: "Whitefield", description: "Ground floor" },
    { w_id: "DEL", name: "Delhi" },
    { w_id: "OLD", name: "Given up" },
    { w_id: "RET", name: "Returns", not_for_picking: "yes" },
  );
  const [category = "", dropped = ""] = await made(
    "/v1/categories",
    { name: "Swaddles", amazon: "https://www.amazon.in/s?k=swaddle", flipkart: "https://www.flipkart.com/swaddles" },
    { name: "Dropped" },
  );
  await done(manager.delete(`/v1/categories/${dropped}`));

  const links = {
    amazon: "https://www.amazon.in/dp/1",
    flipkart: "https://www.flipkart.com/1",
    website: "https://shop.example/1",
  };
  const ordering = { supplier: "Soft Works", min_order: "24", cost: "89.50", service: "98", like: "SND-SWD-1 x 0.8" };
  const picture = { bytes: png(8, 8) };
  const [product = "", plain = "", ended = ""] = await made(
    "/v1/products",
    productForm({ p_id: "SND-SWD-1", name: "Muslin Swaddle", pack: "12", codes: "8900000000011", ...links }, picture),
    productForm({ p_id: "SND-BIB-1", name: "Silicone Bib", ...ordering }),
    productForm({ p_id: "SND-OLD-1", name: "No longer made" }),
  );
  await done(manager.patch(`/v1/products/${plain}`, changeForm({ lead_time: "45" })));

  const post = (who: Client, what: string, body: object) => done(who.post(`/v1/transactions/${what}`, body));
  for (const good of [product, plain, ended]) await post(manager, "in", { product: good, warehouse, quantity: 60 });
  await post(manager, "in", { product, warehouse: closed, quantity: 5, reason: "Return", remarks: "Unopened" });
  await post(executive, "out", { product, warehouse, quantity: 2, reason: "Damage", remarks: "Box torn" });
  await post(executive, "transfer", {
    from: warehouse,
    to: other,
    list: [{ product, quantity: 20 }],
    remarks: "Diwali",
  });
  const sale = (channel: string, quantity: number) => ({
    channel,
    list: [
      { product, quantity },
      { product: plain, quantity: 1 },
    ],
  });
  const early = await post(executive, "out", sale("amazon", 9));
  const wrong = await post(executive, "out", sale("snd-website", 4));
  await done(executive.post(`/v1/transactions/${wrong.movement}/reverse`, { remarks: "Cancelled by the customer" }));

  const container = (name: string, ...list: [string, number][]) => ({
    container: name,
    expected_delivery: "2026-10-15",
    list: list.map(([good, quantity]) => ({ product: good, quantity })),
  });
  const [partly = "", announced = "", whole = "", short = "", undone = "", sunk = ""] = await made(
    "/v1/shipments",
    container("MSKU 1", [product, 30], [plain, 10]),
    container("MSKU 2", [plain, 25]),
    container("MSKU 3", [product, 5]),
    container("MSKU 4", [product, 7], [ended, 7]),
    container("MSKU 5", [plain, 3]),
    container("MSKU 6", [plain, 3]),
  );
  const receive = (id: string, body: object) =>
    done(executive.post(`/v1/shipments/${id}/receive`, { warehouse, ...body }));
  await receive(partly, { list: [{ product, quantity: 12 }] });
  await receive(whole, { list: [{ product, quantity: 6 }], over: true, remarks: "One more than announced" });
  await receive(short, { list: [{ product, quantity: 6 }], close: "The rest was damaged at sea" });
  const received = await receive(undone, {});
  await done(manager.post(`/v1/transactions/${received.movement}/reverse`, {}));
  await done(executive.delete(`/v1/shipments/${sunk}`));
  await done(manager.patch(`/v1/shipments/${announced}`, { expected_delivery: "2026-10-20" }));
  await done(manager.delete(`/v1/products/${ended}`));
  await done(manager.delete(`/v1/warehouses/${closed}`));
  await done(root.post("/v1/dev/stock-adjustment", countForm(first, `P.ID/SKU/BC,W.ID,Quantity\nSND-BIB-1,BLR,61\n`)));

  // The second day: the first has closed, and one of its sales is reversed.
  await on(world, second, "manager");
  await invoke("snapshot", { pause: 0 });
  const [boss, hand] = [await on(world, second, "manager"), await on(world, second, "executive")];
  const picked = await post(hand, "out", sale("firstcry", 3));
  const late = await post(hand, "out", sale("flipkart", 2));
  await done(boss.post(`/v1/transactions/${early.movement}/reverse`, {}));
  await on(world, third, "manager");
  await invoke("snapshot", { pause: 0 });

  // The third: sales again, a count of a closed day, and work that is not finished.
  const [lead, clerk] = [await on(world, third, "manager"), await on(world, third, "executive")];
  const password = world.secrets.value(world.output("FirstSignIn"));
  const owner = await world.signIn("root", password);
  await post(clerk, "out", sale("snd-app", 2));
  // One less of a sale of the day before, and one more, today.
  const left = [
    { product, warehouse: other, quantity: 2 },
    { product: plain, warehouse, quantity: 2 },
  ];
  await done(lead.post(`/v1/transactions/${picked.movement}/correct`, { list: left, corrections: 0 }));
  await done(lead.post(`/v1/transactions/${late.movement}/reverse`, {}));
  await done(owner.post("/v1/dev/stock-adjustment", countForm(first, `P.ID/SKU/BC,W.ID,Quantity\nSND-SWD-1,DEL,19\n`)));
  await done(setChannelWarehouses(lead, "jiomart", [other, warehouse]));
  await post(lead, "out", { ...sale("jiomart", 5), warehouses: [other, warehouse] });
  await done(clerk.send("PUT", `/v1/picklists/${picked.movement}/picked`, { ticks: [pickTick(product, other)] }));
  const orders = sheetForm(orderFile, {
    channel: "amazon",
    aliases: JSON.stringify([{ code: "ASIN-1", product, units: 1 }]),
  });
  await applyAll(clerk, (await done(clerk.post("/v1/imports/orders", orders)))._id);
  const sheet = sheetForm("P.ID,W.ID,Quantity\nSND-BIB-1,DEL,5\n", { mode: "ADD" });
  await applyAll(lead, (await done(lead.post("/v1/imports/stock", sheet)))._id);
  // A combo that is cancelled in the next file, beside a line that was sent and is taken in.
  const combo = (status: string) =>
    sheetForm(`Order ID,SKU,Qty,Order Status\nOD-1,COMBO-1,1,${status}\nOD-2,ASIN-1,1,Shipped\n`, {
      channel: "amazon",
      answers: JSON.stringify({ sent: "take_in" }),
      aliases: JSON.stringify([product, plain].map((one) => ({ code: "COMBO-1", product: one, units: 1 }))),
    });
  await applyAll(clerk, (await done(clerk.post("/v1/imports/orders", combo("Unshipped"))))._id);
  await done(clerk.post("/v1/imports/orders", combo("Cancelled")));
  const amazon = { claim_days: 30, lost_after: 20, lost_claim_days: 45 };
  await done(lead.send("PUT", "/v1/returns/settings", { channels: { amazon }, edits: 0 }));
  const parcel = { channel: "amazon", order: "OD-1", product, warehouse, good: 1, wrong: 1, remarks: "Another brand" };
  const came = await done(clerk.post("/v1/returns", parcel));
  const claim = { claim: `${came.movement}.wrong`, state: "filed", reference: "IN-1" };
  await done(lead.send("PUT", `/v1/returns/${came.return._id}/claims`, claim));
  const snooze = { until: "2026-09-20", reason: "The supplier is on holiday" };
  await done(lead.send("PUT", `/v1/plan/${plain}/snooze`, snooze));
  const festival = { name: "Diwali", start: "2026-11-01", end: "2026-11-08", factor: 2, products: "SND-SWD-1" };
  const event = await done(lead.post("/v1/plan/calendar/events", festival));
  await done(lead.send("PUT", `/v1/plan/calendar/events/${event._id}`, { ...festival, factor: 2.4 }));
  const counted = await openCount(lead, other);
  await done(sendLines(clerk, counted, countLine(plain, 3)));
  await applyWhole(lead, counted, choiceOf((await reviewOf(lead, counted)).rows));
  await done(sendLines(clerk, await openCount(lead, warehouse), countLine(product, 9)));
  await done(lead.patch(`/v1/products/${plain}`, changeForm({ p_id: "SND-BIB-1B" })));
  await done(lead.patch(`/v1/products/${plain}/shelves`, { shelves: { [warehouse]: "A-12" } }));
  const sent = { key: randomUUID(), body: { product, warehouse, quantity: 1, reason: "Sample" } };
  const answer = await done(clerk.post("/v1/transactions/out", sent.body, idempotencyKey(sent.key)));
  await done(clerk.post("/v1/tickets", { path: "/v1/stocks/export", query: {} }));

  return {
    root: password,
    ...{ product, category, warehouse, user, partly, announced },
    picklist: picked.movement,
    sent: { ...sent, answer },
    answers: await answersTo(owner, readsOf(product)),
    report: await reportOf(world, lead),
  };
};

/** The paths of every read call. An import can be read for a day only. */
const readsOf = (product: string): string[] =>
  Object.entries(calls)
    // Of calls with an id, only those of products, since no other ids are known.
    .filter(([route, call]) => /^GET ([^{]+|\/v1\/products\/.*)$/.test(route) && !("download" in call))
    .map(([route, call]) => route.slice(4).replace(/{\w+}/, product) + queryOf(call, first, third));

/** The answers to read calls, by their paths. */
export const answersTo = async (client: Client, paths: readonly string[]): Promise<Record<string, unknown>> => {
  const answers = await Promise.all(paths.map(async (path) => [path, await done(client.get(path))] as const));
  // These tell the time.
  return JSON.parse(
    JSON.stringify(Object.fromEntries(answers), (key, value) => (["cursor", "now"].includes(key) ? undefined : value)),
  );
};

export const reportOf = async (world: TestWorld, client: Client): Promise<Cell[][]> =>
  (await readWorkbook(await downloadWithTestClock(world, client, "/v1/stock-report/export", { date: first }))).rows;
