// A successful request for every call of the API, which creates what it needs.
import type { Route } from "#shared/api.ts";
import { addDays } from "#shared/day.ts";
import { countLine, openCount, sendLines } from "./counts.ts";
import { countForm, listedRow, newPerson, productForm, sheetForm, today, unique } from "./fixtures.ts";
import { newProduct, newStockLine, newWarehouse, pickTick } from "./stock.ts";
import type { Client, TestWorld } from "./world.ts";

export interface Sample {
  /** Whose session it needs, in place of the client's, which it would end. */
  by?: Client;
  id?: string;
  query?: string;
  body?: unknown;
}

/** A valid request of each call, for a client. A new call needs a row here. */
export const samplesOf = (here: TestWorld): Record<Route, (by: Client) => Sample | Promise<Sample>> => {
  const { root } = here;
  const made = async (path: string, body: unknown): Promise<Sample> => ({ id: (await root.post(path, body)).body._id });
  const withBody = (sample: (by: Client) => Promise<Sample>, body: () => unknown) => async (by: Client) => ({
    ...(await sample(by)),
    body: await body(),
  });
  /** A request about nothing in particular, after something was made. */
  const after =
    (work: () => Promise<unknown>, sample: Sample = {}) =>
    async () => {
      await work();
      return sample;
    };
  const ofToday = { query: `?start=${today()}&end=${today()}` };

  const newEvent = () => ({ name: unique("Sale"), start: "2026-12-20", end: "2026-12-26", factor: 2 });
  const event = () => made("/v1/plan/calendar/events", newEvent());
  const programForm = () => ({ name: unique("Sample"), role: "executive", scope: "stock:read" });
  /** Room for another one, since there are ten at most: without those of other samples. */
  const room = async (): Promise<void> => {
    for (const { _id, name } of (await root.get("/v1/programs")).body)
      if (name.startsWith("Sample")) await root.delete(`/v1/programs/${_id}`);
  };
  const program = async (): Promise<Sample> => {
    await room();
    return made("/v1/programs", programForm());
  };

  const order = async () => {
    const { product } = await newStockLine(root, 3);
    return { order: unique("406-"), lines: [{ code: await codeOf("products", product), quantity: 1 }] };
  };

  /** An order that waits, as its picklist. */
  const waiting = async (): Promise<string> => {
    const { body } = await root.post("/v1/orders", { channel: "amazon", orders: [await order()] });
    return body.orders[0].movement;
  };

  /** An order that was cancelled after it was picked. */
  const putBack = async () => {
    const told = await order();
    const { movement } = (await root.post("/v1/orders", { channel: "amazon", orders: [told] })).body.orders[0];
    await root.post("/v1/picklists/walk", { picklists: [movement] });
    await root.post(`/v1/orders/${told.order}/cancel`, { channel: "amazon" });
    const open: { _id: string; order: string }[] = (await root.get("/v1/orders/put-back")).body;
    return { body: { channel: "amazon", line: open.find((one) => one.order === told.order)?._id } };
  };

  /** A code of an order that stands for nothing. */
  const askedCode = async () => {
    const code = unique("LISTING");
    await root.post("/v1/orders", {
      channel: "amazon",
      orders: [{ order: unique("406-"), lines: [{ code, quantity: 1 }] }],
    });
    return code;
  };

  const category = () => made("/v1/categories", { name: unique("Bibs") });

  const container = async () => ({
    container: unique("MSKU"),
    expected_delivery: today(),
    list: [{ product: await newProduct(root), quantity: 5 }],
  });

  const shipment = async () => made("/v1/shipments", await container());

  const toSupplier = async () => ({
    expected_delivery: today(),
    list: [{ product: await newProduct(root), quantity: 5 }],
  });

  const purchaseOrder = async () => made("/v1/purchase-orders", await toSupplier());

  const deleted = (noun: "products" | "warehouses") => async (): Promise<Sample> => {
    const id = await (noun === "products" ? newProduct : newWarehouse)(root);
    await root.delete(`/v1/${noun}/${id}`);
    return { id };
  };

  const codeOf = async (list: "products" | "warehouses", id: string): Promise<string> => {
    const row = await listedRow(root, `/v1/${list}`, id);
    return row.p_id ?? row.w_id;
  };

  /** A sheet with five units of a product of which there are three. */
  const stockSheet = async (head: string): Promise<string> => {
    const { product, warehouse } = await newStockLine(root, 3);
    const codes = await Promise.all([codeOf("products", product), codeOf("warehouses", warehouse)]);
    return `${head},W.ID,Quantity\n${codes},5\n`;
  };

  const lines = async (by: Client): Promise<Sample> => ({
    id: (await by.post("/v1/imports/lines", sheetForm("P.ID,Quantity\nNo such product,5\n"))).body?._id,
  });

  const listings = async (): Promise<FormData> => {
    const { product } = await newStockLine(root, 3);
    const sheet = `sku,quantity\n${await codeOf("products", product)},1\n`;
    return sheetForm(sheet, { channel: "amazon", sent_by_us: "true" });
  };
  const filledSheet = async (by: Client): Promise<Sample> => ({
    id: (await by.post("/v1/imports/availability", await listings())).body?._id,
  });

  const count = async (): Promise<Sample> => {
    const { product, warehouse } = await newStockLine(root, 3);
    const id = await openCount(root, warehouse);
    await sendLines(root, id, countLine(product, 2));
    return { id };
  };

  const picklist = async () => {
    const { product, warehouse } = await newStockLine(root, 3);
    const list = [{ product, quantity: 1 }];
    const { body } = await root.post("/v1/transactions/out", { list, channel: "amazon" });
    return { id: body.movement as string, place: { product, warehouse } };
  };

  const orderForm = (code: string, fields: Record<string, string> = {}) =>
    sheetForm(`SKU,Qty\n${code},1\n`, { channel: "amazon", ...fields });

  /** A line that was picked and is cancelled now. */
  const cancelled = async (by: Client): Promise<Sample> => {
    const { product } = await newStockLine(root, 3);
    const [order, code] = [unique("406-"), await codeOf("products", product)];
    const send = (status: string) => {
      const form = sheetForm(`Order ID,SKU,Qty,Order Status\n${order},${code},1,${status}\n`, { channel: "amazon" });
      return by.post("/v1/imports/orders", form);
    };
    await by.post(`/v1/imports/${(await send("Unshipped")).body._id}/apply`, {});
    const { _id, put_back } = (await send("Cancelled")).body;
    return { id: _id, body: { line: put_back.find((one: { order: string }) => one.order === order)?._id } };
  };

  const parcel = async () => {
    const [product, warehouse] = await Promise.all([newProduct(root), newWarehouse(root)]);
    return { channel: "flipkart", reference: unique("RT"), product, warehouse, good: 1, wrong: 1 };
  };

  const returned = async () => {
    const { body } = await root.post("/v1/returns", await parcel());
    return { id: body.return._id as string, receipt: body.movement as string };
  };

  const returnSettings = async () => {
    const { edits } = (await root.get("/v1/returns/settings")).body;
    return { channels: { flipkart: { claim_days: 30, lost_after: 20, lost_claim_days: 45 } }, edits };
  };

  const claim = async () => {
    await root.send("PUT", "/v1/returns/settings", await returnSettings());
    const { id, receipt } = await returned();
    return { id, body: { claim: `${receipt}.wrong`, state: "filed", reference: "IN1" } };
  };

  const alias = async (): Promise<Sample> => {
    const code = unique("ASIN");
    const { product } = await newStockLine(root, 3);
    const form = orderForm(code, { aliases: JSON.stringify([{ code, product, units: 1 }]) });
    const { body: made } = await root.post("/v1/imports/orders", form);
    await root.post(`/v1/imports/${made._id}/apply`, {});
    const { body: aliases } = await root.get("/v1/aliases");
    return { id: aliases.find((one: { code: string }) => one.code === code)?._id };
  };

  const remembered = async (): Promise<void> => {
    const [article, code] = [unique("Article"), unique("NEW")];
    const form = sheetForm(`${article}\tProduct Name\tLead Time\n${code}\tBib\t30`, {
      columns: JSON.stringify({ p_id: article }),
    });
    const { body: made } = await root.post("/v1/imports/products", form);
    await root.post(`/v1/imports/${made._id}/apply`, {});
  };

  /** An entry that was made before it was counted, and posted after the count was applied. */
  const late = async (): Promise<Sample> => {
    const { product, warehouse } = await newStockLine(root, 10);
    const id = await openCount(root, warehouse);
    await sendLines(root, id, countLine(product, 8));
    await root.post(`/v1/counts/${id}/apply`, { differences: [[product, 8, 10]], flagged: [product] });
    const entry = { product, warehouse, quantity: 2, reason: "Sample" };
    const { body } = await root.post("/v1/transactions/out", entry, { "entry-age": "3600" });
    return { id, body: { movement: body.movement, product } };
  };

  return {
    "POST /v1/login": async () => {
      const { username, password } = await newPerson(here);
      return { body: { username, password } };
    },
    "POST /v1/logout": async () => {
      const { username, password } = await newPerson(here);
      const { body } = await here.anonymous.post("/v1/login", { username, password });
      return { body: { end: body.end } };
    },
    "GET /v1/app/context": () => ({}),
    "GET /v1/app/catalogue": () => ({}),
    "GET /v1/app/dash/analytics": after(picklist, ofToday),
    "GET /v1/app/dash/inventory": after(() => newProduct(root)),
    "GET /v1/app/status": () => ({}),
    "POST /v1/app/errors": () => ({ body: { kind: "screen", name: "TypeError", at: ["assets/app-1.js:1:234"] } }),
    "GET /v1/audit": after(() => newProduct(root), ofToday),
    "GET /v1/audit/export": () => ofToday,
    "GET /v1/plan/calendar/events": event,
    "POST /v1/plan/calendar/events": () => ({ body: newEvent() }),
    "PUT /v1/plan/calendar/events/{id}": withBody(event, newEvent),
    "DELETE /v1/plan/calendar/events/{id}": event,
    "GET /v1/categories": category,
    "POST /v1/categories": () => ({ body: { name: unique("Swaddles"), amazon: "https://www.amazon.in/s?k=swaddle" } }),
    "PATCH /v1/categories/{id}": withBody(category, () => ({ flipkart: "https://www.flipkart.com/bibs" })),
    "DELETE /v1/categories/{id}": category,
    "GET /v1/products": () => ({}),
    "POST /v1/products": () => ({ body: productForm({ pack: "24", codes: unique("EAN") }) }),
    "POST /v1/products/bulk": async () => ({
      body: { field: "pack", changes: [{ _id: await newProduct(root), value: 24 }] },
    }),
    "PATCH /v1/products/{id}": async () => ({ id: await newProduct(root), body: productForm() }),
    "PATCH /v1/products/{id}/shelves": async () => ({
      id: await newProduct(root),
      body: { shelves: { [await newWarehouse(root)]: "A-12" } },
    }),
    "DELETE /v1/products/{id}": async () => ({ id: await newProduct(root) }),
    "GET /v1/products/{id}/changes": async () => ({ id: await newProduct(root) }),
    "GET /v1/products/deleted": deleted("products"),
    "POST /v1/products/{id}/restore": deleted("products"),
    "GET /v1/products/{id}/movements": async () => ({ id: (await newStockLine(root, 3)).product }),
    "GET /v1/stocks": after(() => newStockLine(root, 3)),
    "GET /v1/transactions": after(() => newStockLine(root, 3), ofToday),
    "POST /v1/transactions/transfer": async () => {
      const { product, warehouse } = await newStockLine(root, 3);
      return { body: { from: warehouse, to: await newWarehouse(root), list: [{ product, quantity: 1 }] } };
    },
    "GET /v1/transactions/{id}": async (by) => {
      const posted = await by.post("/v1/transactions/out", await newStockLine(root, 3));
      return { id: posted.body.movement };
    },
    "POST /v1/transactions/{id}/correct": async (by) => {
      const line = { ...(await newStockLine(root, 3)), quantity: 2 };
      const posted = await by.post("/v1/transactions/out", line);
      return { id: posted.body.movement, body: { list: [{ ...line, quantity: 1 }], corrections: 0 } };
    },
    "POST /v1/transactions/{id}/reverse": async (by) => {
      const posted = await by.post("/v1/transactions/out", await newStockLine(root, 3));
      return { id: posted.body.movement, body: {} };
    },
    "GET /v1/shipments": shipment,
    "POST /v1/shipments": async () => ({ body: await container() }),
    "PATCH /v1/shipments/{id}": withBody(shipment, () => ({ expected_delivery: today() })),
    "DELETE /v1/shipments/{id}": shipment,
    "GET /v1/purchase-orders": purchaseOrder,
    "POST /v1/purchase-orders": async () => ({ body: await toSupplier() }),
    "PATCH /v1/purchase-orders/{id}": withBody(purchaseOrder, () => ({ note: "By sea" })),
    "DELETE /v1/purchase-orders/{id}": purchaseOrder,
    "GET /v1/purchase-orders/{id}/export": purchaseOrder,
    "POST /v1/shipments/{id}/receive": withBody(shipment, async () => ({ warehouse: await newWarehouse(root) })),
    "GET /v1/returns": after(returned),
    "GET /v1/returns/export": after(returned),
    "GET /v1/returns/summary": after(returned),
    "GET /v1/returns/settings": () => ({}),
    "PUT /v1/returns/settings": async () => ({ body: await returnSettings() }),
    "GET /v1/returns/rates": after(returned),
    "GET /v1/returns/rates/export": after(returned),
    "GET /v1/returns/{id}": async () => ({ id: (await returned()).id }),
    "POST /v1/returns": async () => ({ body: await parcel() }),
    "PUT /v1/returns/{id}/claims": claim,
    "POST /v1/imports/products": () => ({ body: sheetForm(`P.ID,Product Name,Lead Time\n${unique("SND")},Bib,30\n`) }),
    "POST /v1/imports/stock": async () => ({ body: sheetForm(await stockSheet("P.ID"), { mode: "SET" }) }),
    "POST /v1/imports/orders": () => ({ body: orderForm(unique("SKU")) }),
    "POST /v1/imports/lines": () => ({ body: sheetForm("P.ID,Quantity\nNo such product,5\n") }),
    "POST /v1/imports/returns": () => ({
      body: sheetForm(`Return ID,SKU\n${unique("RT")},${unique("SKU")}\n`, { channel: "flipkart" }),
    }),
    "GET /v1/availability": () => ({ query: "?channel=amazon" }),
    "GET /v1/availability/buffers": () => ({}),
    "PUT /v1/availability/buffers": () => ({ body: { channel: "snd-app", buffer: 2, seen: 0 } }),
    "POST /v1/imports/availability": async () => ({ body: await listings() }),
    "GET /v1/imports/{id}/filled/export": filledSheet,
    "GET /v1/imports/{id}": lines,
    "GET /v1/imports/{id}/export": lines,
    "POST /v1/imports/{id}/put-back": cancelled,
    "POST /v1/imports/{id}/apply": withBody(lines, () => ({})),
    "GET /v1/counts": count,
    "POST /v1/counts": async () => ({ body: { warehouse: await newWarehouse(root) } }),
    "GET /v1/counts/{id}": count,
    "PUT /v1/counts/{id}/lines": withBody(count, async () => ({ lines: [countLine(await newProduct(root), 5)] })),
    "GET /v1/counts/{id}/review": count,
    "GET /v1/counts/{id}/export": count,
    "POST /v1/counts/{id}/recount": withBody(count, async () => ({ products: [await newProduct(root)] })),
    "POST /v1/counts/{id}/apply": withBody(count, () => ({})),
    "POST /v1/counts/{id}/take-back": late,
    "DELETE /v1/counts/{id}": count,
    "GET /v1/picklists/{id}/picked": picklist,
    "PUT /v1/picklists/{id}/picked": async () => {
      const { id, place } = await picklist();
      return { id, body: { ticks: [pickTick(place.product, place.warehouse)] } };
    },
    "GET /v1/aliases": after(alias),
    "GET /v1/aliases/remembered": after(remembered),
    "DELETE /v1/aliases/{id}": alias,
    "GET /v1/plan": () => ({}),
    "GET /v1/plan/summary": () => ({}),
    "GET /v1/plan/export": () => ({}),
    "GET /v1/plan/{product}": async () => ({ id: (await newStockLine(root, 3)).product }),
    "PUT /v1/plan/{product}/snooze": async () => ({
      id: await newProduct(root),
      body: { until: addDays(today(), 7), reason: "The supplier is on holiday" },
    }),
    "GET /v1/product/export": () => ({}),
    "GET /v1/stocks/export": () => ({}),
    "GET /v1/stock-report/export": () => ({ query: `?date=${today()}` }),
    "GET /v1/sales-report/export": () => ofToday,
    "GET /v1/sales-report/export/{channel}": () => ({ id: "amazon", ...ofToday }),
    "GET /v1/transactions/export": () => ofToday,
    "POST /v1/tickets": () => ({ body: { path: "/v1/stocks/export", query: {} } }),
    "POST /v1/dev/stock-adjustment": async () => ({ body: countForm(today(), await stockSheet("P.ID/SKU/BC")) }),
    "GET /v1/picklists/summary": () => ({}),
    "GET /v1/picklists": () => ofToday,
    "POST /v1/transactions/in": async () => ({ body: await newStockLine(root, 0) }),
    "POST /v1/transactions/out": async () => ({ body: await newStockLine(root, 3) }),
    "POST /v1/orders": async () => ({ body: { channel: "amazon", orders: [await order()] } }),
    "POST /v1/orders/{order}/cancel": async (by) => {
      const told = await order();
      await by.post("/v1/orders", { channel: "amazon", orders: [told] });
      return { id: encodeURIComponent(told.order), body: { channel: "amazon" } };
    },
    "GET /v1/orders/put-back": after(putBack),
    "POST /v1/orders/put-back": putBack,
    "POST /v1/picklists/walk": async () => ({ body: { picklists: [await waiting()] } }),
    "GET /v1/aliases/asked": after(askedCode),
    "PUT /v1/aliases": async () => ({
      body: { channel: "amazon", aliases: [{ code: await askedCode(), product: await newProduct(root), units: 1 }] },
    }),
    "GET /v1/programs": program,
    "POST /v1/programs": after(room, { body: programForm() }),
    "PATCH /v1/programs/{id}": withBody(program, () => ({ role: "manager" })),
    "POST /v1/programs/{id}/renew": withBody(program, () => ({ days: 30 })),
    "DELETE /v1/programs/{id}": program,
    "GET /v1/users": () => ({}),
    "POST /v1/users": () => ({ body: { name: "Asha", username: unique("asha"), role: "executive" } }),
    "PATCH /v1/users/{id}": async () => ({ id: (await newPerson(here))._id, body: { name: "Asha Rao" } }),
    "PUT /v1/users/me/password": async (by) => {
      const { role } = await listedRow(root, "/v1/users", by._id ?? "");
      const { client, password } = await newPerson(here, role);
      return { by: client, body: { current: password, password: `another ${password}` } };
    },
    "DELETE /v1/users/{id}": async () => ({ id: (await newPerson(here))._id }),
    "GET /v1/warehouses": () => ({}),
    "GET /v1/warehouses/deleted": deleted("warehouses"),
    "POST /v1/warehouses/{id}/restore": deleted("warehouses"),
    "POST /v1/warehouses": () => ({ body: { w_id: unique("W"), name: "Pune" } }),
    "PATCH /v1/warehouses/{id}": async () => ({ id: await newWarehouse(root), body: { location: "Pune" } }),
    "PUT /v1/warehouses/channels": withBody(
      async () => ({}),
      async () => ({ channel: "jiomart", warehouses: [await newWarehouse(root)] }),
    ),
    "DELETE /v1/warehouses/{id}": async () => ({ id: await newWarehouse(root) }),
  };
};

export const send = (
  client: Client,
  route: Route,
  { id = "none", query = "", body, by = client }: Sample = {},
  headers?: Record<string, string>,
) => {
  const [method = "", path = ""] = route.split(" ");
  return by.send(method, path.replace(/\{\w+\}/, id) + query, method === "GET" ? undefined : body, headers);
};
