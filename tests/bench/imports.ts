// Imports of 10,000 rows: how long a preview takes, and applying it, as a browser drives it.
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { startLambda } from "#tests/support/lambda-process.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inSeconds, type Line } from "./report.ts";
import { putCatalogue } from "./seed.ts";

const rows = 10_000;

/** Budgets by the time that a person waits. */
const previewSeconds = 30;
const answerSeconds = 1;
const applySeconds = 90;

export const importCosts = async (world: TestWorld): Promise<Line[]> => {
  const { warehouseRows, productRows } = await putCatalogue(world, rows, 5);
  const heads = ["P.ID/SKU/BC", "Product Name", "Lead Time", "Amazon"];
  const products = (word: string, days: number) =>
    csv([heads, ...productRows.map(({ p_id, name, amazon }) => [`${word}${p_id}`, name, days, amazon])]);
  const stock = csv([
    ["P.ID/SKU/BC", "W.ID", "Quantity"],
    ...productRows.map(({ p_id }, n) => [p_id, warehouseRows[n % warehouseRows.length]?.w_id, 7 + (n % 90)]),
  ]);
  const sheets: [what: string, kind: "products" | "stock", file: string, settings?: Record<string, string>][] = [
    ["new products", "products", products("NEW-", 30)],
    ["changed products", "products", products("", 60).replaceAll("(0-3 months)", "(0 to 3 months)")],
    ["rows of stock", "stock", stock, { mode: "SET" }],
  ];
  const lines: Line[] = [];
  for (const [what, kind, file, settings] of sheets) {
    const { seconds: previewed, result } = await inSeconds(() => previewOf(world.manager, kind, file, settings));
    const said = { ...settings, of: result.body._id };
    const { seconds: answered, result: again } = await inSeconds(() => previewOf(world.manager, kind, undefined, said));
    for (const { status, body } of [result, again]) if (status !== 201) throw new Error(JSON.stringify(body));
    const { seconds: applied, result: step } = await inSeconds(() => applyAll(world.manager, result.body._id));
    if (step.left_out.length > 0) throw new Error(JSON.stringify(step.left_out[0]));
    const count = `${step.written.toLocaleString("en-IN")} ${what}`;
    lines.push({ what: `preview of ${count}`, figure: previewed, unit: "s", budget: previewSeconds });
    lines.push({ what: "answer about them, without the file", figure: answered, unit: "s", budget: answerSeconds });
    lines.push({ what: `apply, in ${step.groups} groups`, figure: applied, unit: "s", budget: applySeconds });
  }
  return [...lines, { what: "memory of a preview, with the process that reads it, at most", ...(await memory(world)) }];
};

/** Peak memory for the largest spreadsheet, 50,000 rows. */
const memory = async ({ lambda, manager }: TestWorld) => {
  const file = csv([
    ["P.ID", "Product Name", "Lead Time"],
    ...Array.from({ length: 50_000 }, (_, n) => [`MEM-${n}`, `Muslin Swaddle Soft Pink Pack of 3 ${n}`, 30]),
  ]);
  const boundary = "-".repeat(30);
  const imports = startLambda(lambda("imports"));
  const { statusCode, body } = await imports.invoke({
    routeKey: "POST /v1/imports/products",
    headers: { authorization: `Bearer ${manager.token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
    requestContext: {},
    body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`,
  });
  imports.stop();
  if (statusCode !== 201) throw new Error(body);
  return { figure: imports.peak(), unit: "MB", budget: 1_000 };
};
