// The four kinds of rows that have a unique name, and the calls that give it.
import type { TableName } from "./engine.ts";
import { changeForm, listedRow, productForm } from "./fixtures.ts";
import type { Answer, Client } from "./world.ts";

export interface Kind {
  path: string;
  /** The field that is unique. */
  field: string;
  /** Prefix of its locks in the Keys table. */
  lock: string;
  table: TableName;
  form: (name: string) => unknown;
  change: (name: string) => unknown;
}

const kind = (table: TableName, field: string, lock = field, more: object = {}): Kind => ({
  ...{ path: `/v1/${table}`, field, lock, table },
  form: (name) => ({ ...more, [field]: name }),
  change: (name) => ({ [field]: name }),
});

const products: Pick<Kind, "form" | "change"> = {
  form: (p_id) => productForm({ p_id }),
  change: (p_id) => changeForm({ p_id }),
};

export const kinds: Kind[] = [
  { ...kind("products", "p_id"), ...products },
  kind("warehouses", "w_id", "w_id", { name: "Hub" }),
  kind("categories", "name", "category"),
  kind("users", "username", "username", { name: "Asha", role: "executive" }),
];

/** The calls of a kind. */
export const callsOf = (client: Client, { path, field, form, change }: Kind) => ({
  create: (name: string): Promise<Answer> => client.post(path, form(name)),
  made: async (name: string): Promise<string> => (await client.post(path, form(name))).body._id,
  rename: (id: string, name: string): Promise<Answer> => client.patch(`${path}/${id}`, change(name)),
  remove: (id: string): Promise<Answer> => client.delete(`${path}/${id}`),
  names: async (): Promise<string[]> => (await client.get(path)).body.map((row: Record<string, string>) => row[field]),
  nameOf: async (id: string): Promise<string | undefined> => (await listedRow(client, path, id))?.[field],
});
