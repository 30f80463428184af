// The query and body of a request, parsed by the schemas of the call; 400 names each wrong field.
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as v from "valibot";
import type { Call } from "#shared/api.ts";
import { channelMissing } from "#shared/channel.ts";
import { type Detail, Failure, unknownField } from "#shared/failure.ts";
import { withoutEmpty } from "../db/expressions.ts";

/** Bytes. The longest list, a container of 500 products with their labels, takes up to 200 KB. */
const maxJsonBytes = 256 * 1024;

/** A body as it was sent, before the schema of the call has parsed it. */
export interface SentBody {
  fields: unknown;
  files: readonly Buffer[];
}

export interface Input {
  query: unknown;
  body: unknown;
}

const badBody = (message: string) => new Failure("BAD_REQUEST", { field: "body", message });

/** Reads a multipart body. Only Lambdas that take files pass it in, so that the others do not bundle the parser. */
export type ReadUpload = (body: Buffer, contentType: string, file: string, most?: number) => Promise<SentBody>;

/** Reads the body; 400 or 413 if it cannot be read. */
export const readBody = async (
  call: Call,
  event: APIGatewayProxyEventV2,
  readUpload: ReadUpload | undefined,
): Promise<SentBody> => {
  if (!call.body) return { fields: undefined, files: [] };
  const sent = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const type = event.headers?.["content-type"] ?? "";
  if (!call.file || !readUpload || (call.files && isJson(type))) return { fields: readJson(sent, type), files: [] };
  const { fields, files } = await readUpload(sent, type, call.file, call.files);
  const { form = "" } = fields as { form?: string };
  return { fields: call.files ? readJson(Buffer.from(form), "application/json") : fields, files };
};

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);

/** An empty parameter counts as left out, since a form sends all its fields. 400 names each wrong one. */
export const parseQuery = (schema: v.GenericSchema<unknown, unknown>, parameters: object): unknown =>
  parse(schema, withoutEmpty(parameters));

export const parseInput = (call: Call, event: APIGatewayProxyEventV2, { fields }: SentBody): Input => ({
  query: call.query && parseQuery(call.query, event.queryStringParameters ?? {}),
  body: call.body && parse(call.body, fields, unknownKeys(call.body, fields)),
});

const readJson = (sent: Buffer, type: string): unknown => {
  if (sent.length > maxJsonBytes) throw new Failure("PAYLOAD_TOO_LARGE", { field: "body", message: "At most 256 KB" });
  if (!isJson(type)) throw badBody("application/json expected");
  const value = parseJson(sent);
  // The schemas would accept a list as an object without fields.
  if (Array.isArray(value)) throw badBody("An object expected, not a list");
  return value;
};

const parseJson = (sent: Buffer): unknown => {
  try {
    return JSON.parse(sent.toString("utf8"));
  } catch {
    throw badBody("Not valid JSON");
  }
};

/** An answer names at most so many wrong fields. */
const maxIssues = 50;

const parse = (schema: v.GenericSchema<unknown, unknown>, value: unknown, unknown: readonly string[] = []): unknown => {
  const result = v.safeParse(schema, value);
  if (result.success && unknown.length === 0) return result.output;
  const details = [...(result.issues ?? []).map(detail), ...unknown.map((field) => ({ field, message: unknownField }))];
  throw new Failure("BAD_REQUEST", ...details.slice(0, maxIssues));
};

/** Display fields of lists, and the action, which the path gives: allowed everywhere. */
const ignoredKeys = new Set(["label", "image", "action"]);

/** The paths of keys that a schema does not know, in lists too; not in the JSON of a form's field. */
const unknownKeys = (schema: object, value: unknown, path: string[] = []): string[] => {
  const { getter, wrapped, options, item, entries } = schema as {
    getter?: (value: unknown) => object;
    wrapped?: object;
    options?: readonly object[];
    item?: object;
    entries?: Readonly<Record<string, object>>;
  };
  const inner = getter?.(value) ?? wrapped;
  if (inner) return unknownKeys(inner, value, path);
  if (options?.every((one) => typeof one === "object")) {
    const [first = [], ...others] = options.map((one) => unknownKeys(one, value, path));
    return first.filter((key) => others.every((keys) => keys.includes(key)));
  }
  if (item && Array.isArray(value)) return value.flatMap((one, at) => unknownKeys(item, one, [...path, String(at)]));
  if (!entries || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const known = Object.hasOwn(entries, key) ? entries[key] : undefined;
    if (known) return unknownKeys(known, one, [...path, key]);
    return ignoredKeys.has(key) ? [] : [[...path, key].join(".")];
  });
};

const detail = (issue: v.BaseIssue<unknown>): Detail => ({
  field: v.getDotPath(issue) ?? "body",
  message: issue.received === "undefined" || issue.message.startsWith("Invalid key") ? missing(issue) : issue.message,
});

/** The specification has a sentence of its own for a channel that was not chosen. */
const missing = (issue: v.BaseIssue<unknown>): string =>
  issue.path?.at(-1)?.key === "channel" ? channelMissing : "Required";
