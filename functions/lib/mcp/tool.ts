// The tools of assistants: calls of the table that read. An answer has as many rows as can be read at once, says how many it
// leaves out, and how to go on.
import { type Detail, Failure, unknownField } from "#shared/failure.ts";
import type { McpMessage } from "#shared/mcp.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { scopesIn } from "#shared/scope.ts";
import type { Self } from "#shared/user.ts";
import { countRows, slice } from "../http/pages.ts";
import type { Answered } from "./ask.ts";
import { fieldsOf } from "./protocol.ts";
import tools from "./tools.json" with { type: "json" };

/** Those that somebody may call. */
export const toolsOf = ({ role, scope }: Self): object[] =>
  tools
    .filter((one) => mayAct(role, one.role as Role) && (scope === undefined || scopesIn(scope).includes(one.scope)))
    .map(({ tool }) => tool);

export interface ToolCall {
  path: string;
  /** Why it cannot be made. */
  mistakes: Detail[];
  args: ReturnType<typeof fieldsOf>;
  /** Rows to look for and to pass over, of which the call itself knows nothing. */
  find: string;
  skip: number;
}

/** Undefined if there is no tool of this name. */
export const toolCall = ({ name, arguments: sent }: McpMessage["params"] = {}): ToolCall | undefined => {
  const found = tools.find(({ tool }) => tool.name === name);
  if (!found) return undefined;
  const known = Object.keys(found.tool.inputSchema.properties);
  const args = fieldsOf(sent);
  const { find = "", skip = 0, ...query } = args;
  const mistakes = Object.entries(args).flatMap(([field, value]) => {
    if (!known.includes(field)) return { field, message: unknownField };
    return typeof value === "object" ? { field, message: "Text expected" } : [];
  });
  const rows = Number.isSafeInteger(skip) ? Number(skip) : -1;
  if (rows < 0) mistakes.push({ field: "skip", message: "Number expected" });
  const asked = new URLSearchParams(
    Object.entries(query).map(([field, value]): [string, string] => [field, textOf(value)]),
  );
  return { path: `${found.path}?${asked}`, mistakes, args, find: textOf(find).toLowerCase(), skip: rows };
};

/** An object, which is a mistake, may have a `toString` that is no function. */
const textOf = (value: unknown): string => (typeof value === "object" ? "" : String(value));

/** The result of a call. */
export const toolResult = ({ mistakes, args, find, skip }: ToolCall, { status, body, headers }: Answered): object => {
  if (mistakes.length > 0) return refusal(new Failure("BAD_REQUEST", ...mistakes));
  if (status !== 200) return refusal(body as Partial<Failure>, headers["retry-after"]);
  const found = find ? matching(body, find) : body;
  const { rows, part } = fitting(found, skip);
  if (part === undefined) return refusal(tooLong);
  const left_out = Math.max(0, countRows(found) - skip - rows);
  const next = left_out > 0 ? { ...args, skip: skip + rows } : nextPage(headers.link, args);
  const answer = { answer: part, rows, ...(left_out > 0 && { left_out }), ...(next && { next }) };
  return { ...contentOf(answer), structuredContent: answer };
};

const contentOf = (answer: object) => ({ content: [{ type: "text", text: JSON.stringify(answer) }] });

const tooLong = new Failure("UNPROCESSABLE_CONTENT", { message: "The answer is too long, ask for less" });

/** With its reasons, so that the assistant can do better. */
const refusal = ({ message, details = [] }: Partial<Failure>, wait?: string): object => {
  const told = { message, ...(details.length > 0 && { details }), ...(wait && { retry_after_seconds: Number(wait) }) };
  return { ...contentOf(told), isError: true };
};

/** The rows in which a value has this text. */
const matching = (body: unknown, text: string): unknown => {
  const has = (value: unknown): boolean =>
    typeof value === "object" && value !== null
      ? Object.values(value).some(has)
      : textOf(value).toLowerCase().includes(text);
  const searched = (field: unknown) => (Array.isArray(field) ? field.filter(has) : field);
  if (Array.isArray(body)) return searched(body);
  return Object.fromEntries(Object.entries(body as object).map(([name, field]) => [name, searched(field)]));
};

/** Characters of an answer, some 15,000 tokens of a model. */
const maxLength = 40_000;

/** As many rows from one on as may be answered; nothing if not even its other fields may. */
const fitting = (body: unknown, skip: number): { rows: number; part?: unknown } => {
  let rows = Math.max(0, countRows(body) - skip);
  for (;;) {
    const part = slice(body, skip, skip + rows);
    const { length } = JSON.stringify(part);
    if (length <= maxLength) return { rows, part };
    if (rows <= 1) return { rows: 0 };
    rows = Math.max(1, Math.floor((rows * maxLength * 0.95) / length));
  }
};

/** The arguments of the next page, of a call that answers in pages. */
const nextPage = (link: string | undefined, { find }: ToolCall["args"]): object | undefined => {
  const [, query] = /^<[^?>]*\?([^>]*)>/.exec(link ?? "") ?? [];
  if (query === undefined) return undefined;
  return { ...Object.fromEntries(new URLSearchParams(query)), ...(find !== undefined && { find }) };
};
