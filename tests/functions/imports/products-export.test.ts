// An export of products that is edited and imported: exactly the edited fields change, and nothing else is written.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { Product } from "#shared/product.ts";
import { type Cell, download, readWorkbook } from "#tests/support/download.ts";
import { unique } from "#tests/support/fixtures.ts";
import { applyAll } from "#tests/support/imports.ts";
import { createProduct } from "#tests/support/stock.ts";
import { type Row, storedRows } from "#tests/support/stored-rows.ts";
import { world } from "#tests/support/world.ts";
import { preview, xlsxOf } from "./driver.ts";

const here = await world();
const { manager, anonymous } = here;
const stored = storedRows(here);

/** A product whose cells would mean something else if typed. */
const odd = await createProduct(manager, { name: "-", codes: "-" });

const fields = ["name", "lead_time", "pack", "codes", "amazon", "flipkart", "website"] as const;
type Field = (typeof fields)[number];
/** Cells as the export writes them. */
type Values = Partial<Record<Field, string | number>>;
const labels: Record<Field, string> = {
  name: "Product Name",
  lead_time: "Lead Time",
  pack: "Units per Carton",
  codes: "Further Codes",
  amazon: "Amazon",
  flipkart: "Flipkart",
  website: "Website",
};

/** Rows of the tables that an import may write, by table and key. */
const tables = async () => {
  const { tables: all } = await stored.read();
  const { imports: _, keys = [], ...others } = all;
  const rows = Object.entries({
    ...others,
    keys: keys.filter(({ key }) => !/^(ticket|counter|login)#/.test(String(key?.S))),
  });
  return new Map(
    rows.flatMap(([table, list]) =>
      list.map((row) => [`${table} ${keyOf(row)}`, JSON.stringify(row, inOrder)] as const),
    ),
  );
};
/** Attributes come in any order. */
const inOrder = (_: string, value: unknown) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const keyOf = (row: Row): string => String(Object.values(row.key ?? row._id ?? row.day ?? row.product ?? {})[0]);

/** Keys of rows that were added, changed and removed. */
const difference = (before: Map<string, string>, after: Map<string, string>) => ({
  added: [...after.keys()].filter((key) => !before.has(key)),
  changed: [...after].filter(([key, row]) => before.has(key) && before.get(key) !== row).map(([key]) => key),
  removed: [...before.keys()].filter((key) => !after.has(key)),
});

for (const seed of [1, 2, 3, 4])
  test(
    `an export with random edits changes exactly what was edited, and an unchanged one writes nothing (seed ${seed})`,
    seed === 1 ? {} : { tags: "exhaustive" },
    async () => {
      const chance = seededRandom(seed).next;
      const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
      const word = unique(`Seed${seed}`);
      let last = 0;
      const code = () => `${pick(["00", "", "x ", "é-"])}${word}/${++last}`;
      const newValue = (field: Field): string | number => {
        if (field === "name")
          return pick([
            'Bib, soft; 2" "wide"',
            "मलमल 👶",
            "-5 °C bag",
            "=1+1",
            "TRUE",
            "1e3",
            "  x".trim(),
            `Bib ${++last}`,
          ]);
        if (field === "lead_time") return pick([15, 30, 45, 60, 75, 90]);
        if (field === "pack") return Math.ceil(chance() * 100_000);
        if (field === "codes") return Array.from({ length: Math.ceil(chance() * 3) }, code).join(", ");
        return `https://${pick(["a.in", "b.example/x?y=1&z=<"])}`.replace("<", String(++last));
      };
      for (let n = 0; n < 12; n++) {
        const values = Object.fromEntries(
          fields.flatMap((field) =>
            field === "name" || field === "lead_time" || chance() < 0.5 ? [[field, String(newValue(field))]] : [],
          ),
        );
        await createProduct(manager, { p_id: code(), ...values });
      }
      const file = await download(manager, anonymous, "/v1/product/export");
      const { rows: sheet } = await readWorkbook(file);
      const before = await tables();
      const unchanged = await preview(manager, "products", new Uint8Array(file.bytes));
      expect([Object.keys(unchanged.counts), unchanged.groups]).toEqual([["same"], 0]);
      await applyAll(manager, unchanged._id);
      expect(difference(before, await tables())).toEqual({ added: [], changed: [], removed: [] });

      const all: Product[] = (await manager.get("/v1/products")).body;
      const [head = [], ...lines] = sheet;
      const at = (field: Field) => head.indexOf(labels[field]);
      /** Values after the import by P.ID, of products that are edited or created. */
      const wanted = new Map<string, Values>();
      const kept = lines.filter(() => chance() < 0.9).sort(() => chance() - 0.5);
      for (const cells of kept) {
        const p_id = String(cells[0]);
        const product = all.find((one) => one.p_id === p_id) as Product;
        const values: Values = Object.fromEntries(
          fields.flatMap((field) => (product[field] === undefined ? [] : [[field, product[field]]])),
        );
        for (const field of fields) {
          const kind = chance();
          if (kind < 0.7 || product._id === odd._id) continue;
          if (kind < 0.8) cells[at(field)] = pick([null, "", " "]);
          else if (kind < 0.87 && field !== "name" && field !== "lead_time") {
            cells[at(field)] = "-";
            delete values[field];
          } else {
            const value = newValue(field);
            cells[at(field)] = chance() < 0.5 ? value : ` ${value} `;
            values[field] = value;
          }
        }
        // Columns of figures are ignored, and so is how a P.ID is written.
        cells[head.indexOf("Avl. Stock")] = 999;
        if (chance() < 0.3) cells[0] = ` ${p_id.toUpperCase()}`;
        if (fields.some((field) => values[field] !== product[field])) wanted.set(p_id, values);
      }
      const created = new Set<string>();
      for (let n = Math.floor(chance() * 4); n >= 0; n--) {
        const [p_id, cells] = [code(), head.map((): Cell => null)];
        const values: Values = { name: newValue("name"), lead_time: newValue("lead_time"), codes: newValue("codes") };
        cells[0] = p_id;
        for (const field of fields) if (values[field] !== undefined) cells[at(field)] = values[field];
        kept.splice(Math.floor(chance() * kept.length), 0, cells);
        wanted.set(p_id, values);
        created.add(p_id);
      }
      const { _id, counts } = await preview(manager, "products", xlsxOf([head, ...kept]));
      expect([counts.wrong, counts.new, counts.changed ?? 0]).toEqual([
        undefined,
        created.size,
        wanted.size - created.size,
      ]);
      expect(await applyAll(manager, _id)).toMatchObject({ written: wanted.size, left_out: [] });

      const after: Product[] = (await manager.get("/v1/products")).body;
      for (const product of after) {
        const values = wanted.get(product.p_id);
        const old = all.find((one) => one._id === product._id);
        if (!values) expect(product).toEqual(old);
        else {
          expect(Object.fromEntries(fields.map((field) => [field, product[field]]))).toEqual(
            Object.fromEntries(fields.map((field) => [field, values[field]])),
          );
          if (old)
            expect([product.created_at, product.image, product.stock]).toEqual([old.created_at, old.image, old.stock]);
        }
      }
      expect(after).toHaveLength(all.length + created.size);
      const { added, changed, removed } = difference(before, await tables());
      const idsOf = (list: string[], table: string) =>
        list.flatMap((key) => (key.startsWith(`${table} `) ? [key.slice(table.length + 1)] : []));
      const edited = after.filter(({ p_id }) => wanted.has(p_id) && !created.has(p_id));
      const fresh = after.filter(({ p_id }) => created.has(p_id));
      expect(changed.sort()).toEqual(edited.map(({ _id }) => `products ${_id}`).sort());
      expect(idsOf(added, "products").sort()).toEqual(fresh.map(({ _id }) => _id).sort());
      expect(idsOf(added, "stocks").sort()).toEqual(fresh.map(({ _id }) => _id).sort());
      expect(idsOf(added, "changes")).toHaveLength(wanted.size);
      const codes = (list: Product[]) =>
        new Set(
          list
            .flatMap(({ p_id, codes = "" }) => [p_id, ...codes.split(", ").filter(Boolean)])
            .map((one) => one.toLowerCase().normalize("NFKC")),
        );
      const [had, have] = [codes(all), codes(after)];
      const names = (list: string[]) =>
        idsOf(list, "keys")
          .map((key) => key.replace("p_id#", ""))
          .sort();
      expect(names(added)).toEqual([...have].filter((one) => !had.has(one)).sort());
      expect(names(removed)).toEqual([...had].filter((one) => !have.has(one)).sort());
      expect(removed.length).toBe(names(removed).length);
      expect(added.length).toBe(fresh.length * 2 + wanted.size + names(added).length);
    },
  );
