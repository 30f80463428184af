// Shared by tests of the ledger: a world on a day that a test chooses, sales on it, and their figures.
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { type Client, world } from "#tests/support/world.ts";

setClock("2026-11-01T04:00:00Z");
export const here = await world();

/** The manager and the executive, signed in on the morning of a day: sessions end after twelve hours. */
export const on = async (day: string) => {
  setClock(`${day}T06:00:00Z`);
  const [manager, executive] = await Promise.all(
    ["manager", "executive"].map((who) => here.signIn(who, `${who}-password`)),
  );
  return { manager: manager as Client, executive: executive as Client };
};

interface Sold {
  product: string;
  quantity: number;
}

/** The id of a new picklist. */
export const sell = async (client: Client, list: Sold[], channel = "amazon"): Promise<string> =>
  (await client.post("/v1/transactions/out", { list, channel })).body.movement;

/** Units sold on Amazon, by day. */
export const sales = async (client: Client, start: string, end = start): Promise<unknown[]> =>
  Object.values((await client.get(`/v1/app/dash/analytics?start=${start}&end=${end}`)).body.channelSales.amazon);

/** A product's rows in the ledger of a day. */
export const rowsOf = async (client: Client, day: string, product: string) =>
  (await client.get(`/v1/transactions?start=${day}&end=${day}`)).body.filter(
    (row: { product: { _id: string } }) => row.product._id === product,
  );

/** Rows of an exported workbook, by the heads of their columns. */
export const exported = async (client: Client, path: string, query: Record<string, string>) => {
  const [head = [], ...rows] = (await readWorkbook(await downloadWithTestClock(here, client, path, query))).rows;
  return rows.map((row): Record<string, unknown> => Object.fromEntries(head.map((name, at) => [name, row[at]])));
};
