// Schemathesis sends requests that openapi.json allows or forbids: no answer is a 500, has a status that the document
// does not name, or a body that does not fit its schema. Only in `npm run proof`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { MissingPrerequisite } from "#ops/emulator/prerequisite.ts";
import { installPython } from "#ops/emulator/python.ts";
import { addDays } from "#shared/day.ts";
import { countByStatus, inParallel, newPerson, today, unique } from "#tests/support/fixtures.ts";
import { newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "schemathesis-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Random cases for each call: 2,000 for all together, besides those that Schemathesis derives from the schemas. */
const cases = 49;
const seed = "1";

const packages = { what: "Schemathesis", requirements: join(import.meta.dirname, "schemathesis.txt") };

const lastLines = (output: string) => output.trimEnd().split("\n").slice(-5).join("\n");

/** The program; undefined, after a message with the reason, if it cannot be installed. */
const install = async (): Promise<string | undefined> => {
  try {
    return join(await installPython(packages), "st");
  } catch (error) {
    if (!(error instanceof MissingPrerequisite)) throw error;
    console.warn(`\n*** SKIPPED: Schemathesis did not run, because ${error.message}. ***\n`);
    return undefined;
  }
};

const here = await world();

/** Ids of rows by the resource in a path. */
const makeRows = async () => {
  const { root: by, executive } = here;
  const many = (make: () => Promise<string>) => inParallel(12, make);
  const [products, warehouses] = [await many(() => newProduct(by)), await many(() => newWarehouse(by))];
  const shipment = async () => {
    const list = products.map((product) => ({ product, quantity: 9 }));
    const body = { container: unique("MSKU"), expected_delivery: today(), list };
    return (await by.post("/v1/shipments", body)).body._id;
  };
  return {
    products,
    warehouses,
    categories: await many(async () => (await by.post("/v1/categories", { name: unique("Bibs") })).body._id),
    shipments: await many(shipment),
    users: await many(async () => (await newPerson(here))._id),
    transactions: await many(async () => {
      const { body } = await executive.post("/v1/transactions/out", await newStockLine(by, 3));
      return body.movement;
    }),
  };
};

type Rows = Awaited<ReturnType<typeof makeRows>>;

interface Parameter {
  name: string;
  schema: object;
}

/**
 * The document with known values beside the schemas of ids and days, so that many requests name a row that exists and a
 * range that is allowed; and without the Idempotency-Key, of which few are made up, so that most would be conflicts.
 */
const documentWith = (rows: Rows): object => {
  const days = [today(), addDays(today(), -1), addDays(today(), -30)];
  const [{ products, warehouses }, ids, dates] = [rows, "#/components/schemas/Id", "#/components/schemas/Day"];
  const known: Record<string, [schema: string, values: string[]]> = {
    product: [ids, products],
    ...Object.fromEntries(["warehouse", "from", "to"].map((name) => [name, [ids, warehouses]])),
    ...Object.fromEntries(["start", "end", "date"].map((name) => [name, [dates, days]])),
  };
  const orKnown = (name: string, schema: { $ref?: string } | undefined) => {
    const [of, values] = known[name] ?? [];
    return of && schema?.$ref === of ? { anyOf: [{ type: "string", enum: values }, { $ref: of }] } : undefined;
  };
  const document = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8"), function (name, value) {
    if (name === "parameters" && Array.isArray(value))
      return value.filter(({ $ref }) => $ref !== "#/components/parameters/IdempotencyKey");
    return orKnown(name, value) ?? (name === "schema" ? orKnown(this.name, value) : undefined) ?? value;
  });
  for (const [path, { parameters = [] }] of Object.entries<{ parameters?: Parameter[] }>(document.paths))
    for (const parameter of parameters)
      if (parameter.name === "id") {
        const values = rows[path.split("/")[2] as keyof Rows];
        parameter.schema = { anyOf: [{ type: "string", enum: values }, parameter.schema] };
      }
  return document;
};

const run = async (command: string, url: string, file: string, ...more: string[]) => {
  const args = [
    ...["run", file, "--url", url, "--header", `Authorization: Bearer ${here.root.token}`],
    // Made-up tokens would replace the real one.
    ...["--generation-with-security-parameters", "false"],
    ...["--seed", seed, "--generation-deterministic", "--max-examples", `${cases}`, "--workers", "1"],
    ...["--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color"],
    // The document allows more than the rules do, such as days to come, and the gateway has no 405.
    ...["--exclude-checks", "negative_data_rejection,positive_data_acceptance,unsupported_method"],
    ...more,
  ];
  const child = spawn(command, args, { cwd: folder });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, output: out + errors };
};

test("every answer to what openapi.json describes, and to what it forbids, is one that it describes", async ({
  skip,
}) => {
  const program = await install();
  if (!program) return skip("Schemathesis cannot be installed here");
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(documentWith(await makeRows())));
  const [login, person, dev] = ["^/v1/login$", "^/v1/users/\\{id\\}$", "^/v1/dev/"];
  const before = here.requests().length;
  const runs = [
    // Each wrong password counts, and five lock the name out.
    await run(program, here.api, file, "--exclude-path-regex", [login, person, dev].join("|")),
    // Alone, since it would find root among the users, change its password and so end its own session.
    await run(program, here.api, file, "--include-path-regex", person),
    await run(program, here.dev, file, "--include-path-regex", dev),
  ];
  for (const { output } of runs) console.log(/^Test cases:\s*(.*)$/m.exec(output)?.[1] ?? lastLines(output));
  const statuses = countByStatus(here.requests().slice(before));
  console.log("Answers by status", statuses);
  for (const { code, output } of runs) expect(code, output).toBe(0);
  // Fewer would mean that the session ended, or that the requests name no existing rows.
  const done = [200, 201, 204, 303].reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  expect(done).toBeGreaterThan(600);
});
