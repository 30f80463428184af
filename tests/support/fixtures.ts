// Forms, users, names, rows and days that tests share.
import { randomUUID } from "node:crypto";
import { addDays, dayOf } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import type { Role } from "#shared/role.ts";
import { type Answer, type Client, hire, type TestWorld } from "./world.ts";

/** A unique name. */
export const unique = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`;

/** The row with this id in a list of the API. */
export const listedRow = async (client: Client, list: string, id: string) =>
  (await client.get(list)).body.find(({ _id }: { _id: string }) => _id === id);

/** The current business day. */
export const today = (): string => dayOf(new Date());

/** The path of the ledger's rows since yesterday, since midnight may pass during a test. */
export const recentTransactions = (): string => `/v1/transactions?start=${addDays(today(), -1)}&end=${today()}`;

export interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  name?: string;
  type?: string;
}

/** The multipart form of a product; every field can be given, an undefined one is left out. */
export const productForm = (fields: Record<string, string | undefined> = {}, image?: Upload): FormData => {
  const form = new FormData();
  const whole = { p_id: unique("P.ID"), name: unique("Terry Bib"), lead_time: "30", ...fields };
  for (const [field, value] of Object.entries(whole)) if (value !== undefined) form.append(field, value);
  if (image)
    form.append("image", new Blob([image.bytes], { type: image.type ?? "image/png" }), image.name ?? "picture.png");
  return form;
};

/** The form of a change, with only the given fields. */
export const changeForm = (fields: Record<string, string>, image?: Upload): FormData =>
  productForm({ p_id: undefined, name: undefined, lead_time: undefined, ...fields }, image);

export interface Person {
  _id: string;
  username: string;
  password: string;
  client: Client;
}

/** A new user of a role, signed in. */
export const newPerson = async (here: TestWorld, role: Role = "executive"): Promise<Person> => {
  const [username, password] = [unique(role), `password of ${role}`];
  const client = await hire(here, { name: `A new ${role}`, username, password, role });
  return { _id: client._id ?? "", username, password, client };
};

/** Runs the same work `count` times at once. */
export const inParallel = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The answer to a request that a browser sends again, under the same key, while the server is busy. */
export const untilAnswered = async (send: () => Promise<Answer>): Promise<Answer> => {
  const answer = await send();
  return answer.status === 503 ? untilAnswered(send) : answer;
};

/** Number of answers by status, such as { 201: 1, 409: 19 }. */
export const countByStatus = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** A product as lists have it, with a lead time of 15 days. */
export const productRow = (_id: string, stock: number, perDay: number, in_transit = 0): Product => ({
  _id,
  p_id: _id,
  name: _id,
  stock,
  in_transit,
  lead_time: 15,
  drr: perDay,
  created_at: "",
  updated_at: "",
});

/** The form of an import. */
export const sheetForm = (
  file: string | Uint8Array<ArrayBuffer> | undefined,
  fields: Record<string, string> = {},
  name = "sheet.csv",
): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file !== undefined) form.append("file", new Blob([file]), name);
  return form;
};

/** The form of a stock count. */
export const countForm = (date: string, file: string | Uint8Array<ArrayBuffer>, name = "count.csv"): FormData =>
  sheetForm(file, { date }, name);
