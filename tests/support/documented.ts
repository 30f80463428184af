// Compares the product's answers with openapi.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { isDay } from "#shared/day.ts";

export const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));

const formats = {
  date: isDay,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  binary: true,
  uuid: true,
} as const;
// The document is more than a schema.
const ajv = new Ajv2020({ strict: false, allErrors: true, formats }).addSchema(document, "openapi");

/** Validation errors of a value against the schema at this path of the document. */
export const faults = (steps: readonly string[], value: unknown): ErrorObject[] => {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("/", "~1"))).join("/");
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  if (!validate) throw new Error(`There is no schema at ${steps.join(" / ")}`);
  return validate(value) ? [] : [...(validate.errors ?? [])];
};

interface Answered {
  status: number;
  body: unknown;
}

/** How an answer differs from its operation, in words; "" if it is as documented. */
export const undocumented = (path: string, method: string, { status, body }: Answered): string | undefined => {
  const response = document.paths[path][method].responses[status];
  const name = `${method.toUpperCase()} ${path} answered ${status}`;
  if (!response) return `${name} ${JSON.stringify(body)}`;
  const steps: string[] = response.$ref?.split("/").slice(1) ?? ["paths", path, method, "responses", `${status}`];
  const { content } = steps.reduce((part, step) => part[step], document);
  if (!content) return body === undefined ? undefined : `${name} with a body`;
  const found = faults([...steps, "content", "application/json", "schema"], body);
  return found.length > 0 ? `${name}: ${JSON.stringify(found)}` : undefined;
};

/** Paths with parameters last: "/v1/products/bulk" is no product. */
const patterns = Object.keys(document.paths)
  .toSorted((a, b) => a.split("{").length - b.split("{").length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`) }));

/** The same for a test's own request. Answers of the gateway have no code, and belong to no operation. */
export const undocumentedAnswer = (url: string, method: string, answer: Answered): string | undefined => {
  const called = url.split("?")[0] ?? "";
  const path = patterns.find(({ pattern }) => pattern.test(called))?.path;
  const isOurs = answer.status < 300 || typeof (answer.body as { code?: unknown } | undefined)?.code === "string";
  if (!path || !isOurs || !document.paths[path][method.toLowerCase()]) return undefined;
  return undocumented(path, method.toLowerCase(), answer);
};
