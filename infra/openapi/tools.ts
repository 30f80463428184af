// The tools of AI assistants, made from the rows of the table of calls that read and have a scope. `npm run openapi` writes them.
import { type Call, calls, type Route } from "#shared/api.ts";
import { isRead } from "./failures.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { details, parameters } from "./operations.ts";

const next = "From `next` of the answer before.";
/** Of every tool, besides the query of its call. */
const own: Record<string, JsonSchema> = {
  from: { type: "string", description: next },
  find: { type: "string", description: "Only rows in which a value contains this text, such as a code or a name." },
  skip: { type: "integer", minimum: 0, description: next },
};

/** A path with a parameter is left out: an argument could lead it to another call. */
const isTool = ([route, call]: [string, Call]): boolean =>
  isRead(route, call) && call.scope !== undefined && call.scope !== "any" && !route.includes("{");

const inputSchema = ({ query }: Call): JsonSchema => {
  const { properties = {}, required } = query ? schemaOf(query, {}) : {};
  const described = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
    name,
    { ...schema, description: name === "after" ? next : parameters[name] },
  ]);
  return {
    type: "object",
    properties: { ...Object.fromEntries(described), ...own },
    ...(required && required.length > 0 && { required }),
    additionalProperties: false,
  };
};

export const tools = Object.entries<Call>(calls)
  .filter(isTool)
  .map(([route, call]) => ({
    path: route.slice("GET ".length),
    role: call.role,
    scope: call.scope,
    tool: {
      name: call.id,
      title: call.summary,
      description: [`${call.summary}.`, details[route as Route]?.description].filter(Boolean).join(" "),
      inputSchema: inputSchema(call),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  }));
