// The four kinds of rows that have a unique name, and the calls that give it.
import type { TableName } from "./engine.ts";
import { changeForm, productForm } from "./fixtures.ts";
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

export const kinds: Kind[] = [
  {
    path: "/v1/products",
    field: "p_id",
    lock: "p_id",
    table: "products",
    form: (p_id) => productForm({ p_id }),
    change: (p_id) => changeForm({ p_id }),
  },
  {
    path: "/v1/warehouses",
    field: "w_id",
    lock: "w_id",
    table: "warehouses",
    form: (w_id) => ({ w_id, name: "Hub" }),
    change: (w_id) => ({ w_id }),
  },
  {
    path: "/v1/categories",
    field: "name",
    lock: "category",
    table: "categories",
    form: (name) => ({ name }),
    change: (name) => ({ name }),
  },
  {
    path: "/v1/users",
    field: "username",
    lock: "username",
    table: "users",
    form: (username) => ({ username, name: "Asha", role: "executive" }),
    change: (username) => ({ username }),
  },
];

/** The calls of a kind. */
export const callsOf = (client: Client, { path, field, form, change }: Kind) => ({
  create: (name: string): Promise<Answer> => client.post(path, form(name)),
  made: async (name: string): Promise<string> => (await client.post(path, form(name))).body._id,
  rename: (id: string, name: string): Promise<Answer> => client.patch(`${path}/${id}`, change(name)),
  remove: (id: string): Promise<Answer> => client.delete(`${path}/${id}`),
  names: async (): Promise<string[]> => (await client.get(path)).body.map((row: Record<string, string>) => row[field]),
  nameOf: async (id: string): Promise<string | undefined> =>
    (await client.get(path)).body.find((row: { _id: string }) => row._id === id)?.[field],
});
