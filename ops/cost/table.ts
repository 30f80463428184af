// The cost table of the README, and where tables stand in a document: between two marker comments.
import { billOf, countsOf, type FixedResources } from "./bill.ts";
import { sellers } from "./model.ts";
import { asOf, region } from "./prices.ts";

const dollars = (amount: number): string => (amount < 0.005 ? "0.00" : amount.toFixed(2));
const number = (count: number): string => Math.round(count).toLocaleString("en-IN");

export const table = (fixed: FixedResources): string => {
  const columns = sellers.map((seller) => {
    const counts = countsOf(seller, fixed);
    return { ...seller, ...billOf(counts), requests: counts.apiRequest };
  });
  const row = (head: string, cell: (column: (typeof columns)[number]) => string) =>
    `| ${[head, ...columns.map(cell)].join(" | ")} |`;
  const services = [...(columns[0]?.services.keys() ?? [])];
  return [
    row("US dollars a month", ({ products }) => `${number(products)} products`),
    row("---", () => "---:"),
    row("staff; warehouses", ({ staff, warehouses }) => `${staff}; ${warehouses}`),
    row("order lines a day; picklists", ({ sold, picklists }) => `${number(sold)}; ${picklists}`),
    row("requests a month", ({ requests }) => number(requests)),
    ...services.map((service) => row(service, (column) => dollars(column.services.get(service) ?? 0))),
    row("**at list price**", ({ list }) => `**${dollars(list)}**`),
    row("**less what is free for ever**", ({ paid }) => `**${dollars(paid)}**`),
    "",
    `List prices of ${asOf} in ${region}, without tax, a year after the start.`,
  ].join("\n");
};

const [begin, end] = ["<!-- cost: npm run cost -- --write -->", "<!-- /cost -->"];

/** A document with its table replaced by this one. */
export const inDocument = (document: string, text: string): string => {
  const [before, rest = ""] = document.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`The document has no ${begin} … ${end}`);
  return `${before}${begin}\n${text}\n${end}${after}`;
};
