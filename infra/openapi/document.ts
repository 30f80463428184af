// `npm run openapi`: the table of calls as OpenAPI 3.1, for clients that are not written in TypeScript.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { api, type Call, developerApi, type Resource, type Route } from "#shared/api.ts";
import { maxReportRows } from "#shared/export.ts";
import { DaysPage } from "#shared/field.ts";
import { imageLimit } from "#shared/product.ts";
import { failures, failuresOf, isRead } from "./failures.ts";
import { type JsonSchema, ref } from "./json-schema.ts";
import { details, parameters, tags } from "./operations.ts";
import { components, schemaOf } from "./schemas.ts";

const about = `Stock, sales and daily run rate over warehouses and sales channels.

**Sessions.** \`POST /v1/login\` answers with a token for the header \`Authorization: Bearer …\`. Roles in ascending rank are executive, manager and root; each operation names the lowest role that may use it. A token is valid for twelve hours, or until \`POST /v1/logout\` gets the \`end\` that came with it.

**Programs.** The token of a program, which root makes under Manage Users, stands in the same header. It opens the operations that name a scope, if the program has that scope and its role is high enough; all others are for people. \`docs/connect.md\` has recipes. Each answer has the header fields \`RateLimit\` and \`RateLimit-Policy\`.

**Fields.** Text is trimmed, except for passwords. It may not hold control characters; only \`remarks\` and \`description\` may have line breaks and tabs. An optional field may be empty, which is the same as leaving it out of a new record. A field of a body that an operation does not know is refused, since it may be meant for another one; \`label\`, \`image\` and \`action\` are ignored everywhere.

**Failures.** A failure of the catalogue has a \`code\`. Refusals by the gateway itself have only a \`message\`: an unknown path or method (404), a malformed path (400), more than 10 KB of headers (431) or 10 MB of body (413), too many requests (429), and an operation that ended without an answer (500, 503). Go by the status.

**Retries.** Where an operation takes an \`Idempotency-Key\`, sending the same request again under the same key gives the first answer and posts nothing more. Make a key for each posting, and repeat the request under it until there is an answer.

**Waiting.** A posting that waited for a network may send the seconds that it waited in the header \`Entry-Age\`. It counts for the day on which it is posted; \`made_at\` of its rows is when it was entered.

**Queries.** A parameter that is empty counts as left out.

**Pages.** A \`Link\` header with \`rel="next"\` leads to the next page of an answer. Transactions and picklists come in pages, any other answer only where it would exceed 6 MB, which is rare for a client that accepts \`br\` or \`gzip\`. Each page has the fields of the whole answer, and its lists continue those of the page before. The answer to a posting whose rows would exceed 6 MB has its id and no rows.

**Exports.** They answer with a redirect to a file. A browser, which accepts \`text/html\`, gets a failure as a page.`;

const servers = (port: number, setting: string) => [
  {
    url: "{address}",
    variables: {
      address: {
        default: `http://localhost:${port}`,
        description: `Here \`npm start\` listens; a deployment names its own as \`${setting}\` in \`/config.json\` of the web app.`,
      },
    },
  },
];

const json = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

const sheetPart: JsonSchema = { type: "string", format: "binary", description: ".xlsx, or text with separators." };

const bodyOf = ({ body, file, files }: Call) => {
  if (!body) return {};
  const schema = schemaOf(body);
  if (!file) return { requestBody: { required: true, ...json(schema) } };
  if (files)
    return { requestBody: { required: true, content: { ...json(schema).content, ...withFiles(schema, file, files) } } };
  // Named schemas of forms describe their file themselves.
  const whole = schema.$ref
    ? schema
    : {
        ...schema,
        properties: { ...schema.properties, [file]: sheetPart },
        required: [...(schema.required ?? []), file],
      };
  const encoding = file === "image" && { encoding: { image: { contentType: imageLimit.types.join(", ") } } };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema: whole, ...encoding } } } };
};

/** JSON with pictures beside it. */
const withFiles = (form: JsonSchema, file: string, maxItems: number) => ({
  "multipart/form-data": {
    schema: {
      type: "object",
      properties: { form, [file]: { type: "array", items: { type: "string", format: "binary" }, maxItems } },
      required: ["form"],
    },
    encoding: { [file]: { contentType: imageLimit.types.join(", ") } },
  },
});

const inQuery = (query: Call["query"]) => {
  const { properties = {}, required = [] } = query ? schemaOf(query) : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    description: parameters[name],
    schema,
  }));
};

const shared = Object.fromEntries(
  inQuery(DaysPage).map((parameter) => [parameter.name.charAt(0).toUpperCase() + parameter.name.slice(1), parameter]),
);

const queryOf = (route: string, call: Call) => [
  ...inQuery(call.query).map((parameter) => {
    const name = Object.keys(shared).find((one) => isDeepStrictEqual(shared[one], parameter));
    return name ? { $ref: `#/components/parameters/${name}` } : parameter;
  }),
  ...(isRead(route, call) ? [{ $ref: "#/components/parameters/From" }] : []),
];

const inPath = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: ref(name === "channel" ? "Channel" : "Id"),
  }));

const success = (route: string, call: Call) => {
  const { status, answer, download } = call;
  if (download) return { $ref: "#/components/responses/Export" };
  if (!answer) return { $ref: "#/components/responses/Done" };
  return {
    description: status === 201 ? "Created" : "OK",
    ...(isRead(route, call) && { headers: { Link: { $ref: "#/components/headers/Link" } } }),
    ...json(schemaOf(answer)),
  };
};

const exported = `An .xlsx file of at most ${maxReportRows.toLocaleString("en")} rows.`;

const roleText = ({ role, scope }: Call): string => {
  if (role === null) return "No session is needed.";
  const least = role === "root" ? "Role: root." : `Role: ${role} or higher.`;
  return scope ? `${least} Scope of programs: \`${scope}\`.` : least;
};

/** Without any, those of the whole document hold. */
const securityOf = ({ role, scope, download }: Call) => {
  if (role === null) return { security: [] };
  if (!scope && !download) return {};
  return {
    security: [{ session: [] }, ...(scope ? [{ program: [scope] }] : []), ...(download ? [{ ticket: [] }] : [])],
  };
};

const operation = (resource: string, route: string, call: Call) => {
  const { id, summary } = call;
  const { description, failures: own } = details[route as Route] ?? {};
  const all = [...queryOf(route, call), ...(call.once ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [])];
  return {
    operationId: id,
    summary,
    description: [call.download && exported, description, roleText(call)].filter(Boolean).join(" "),
    tags: [resource],
    ...securityOf(call),
    ...(all.length > 0 && { parameters: all }),
    ...bodyOf(call),
    responses: { [call.status]: success(route, call), ...failuresOf(route, call, own) },
  };
};

const paths: Record<string, Record<string, unknown>> = {};
for (const [resource, calls] of Object.entries(api))
  for (const [route, call] of Object.entries<Call>(calls)) {
    const [method = "", path = ""] = route.split(" ");
    const inThisPath = inPath(path);
    paths[path] ??= {
      ...(developerApi.includes(resource as Resource) && { servers: servers(3001, "dev") }),
      ...(inThisPath.length > 0 && { parameters: inThisPath }),
    };
    paths[path][method.toLowerCase()] = operation(resource, route, call);
  }

const text = { type: "string" } as const;

export const openapi = {
  openapi: "3.1.0",
  info: {
    title: "Inventory Manager",
    version: "1",
    license: { name: "MIT", identifier: "MIT" },
    description: about,
  },
  servers: servers(3000, "api"),
  security: [{ session: [] }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths,
  components: {
    securitySchemes: {
      session: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "From `POST /v1/login`." },
      program: { type: "http", scheme: "bearer", description: "From `POST /v1/programs`, with scopes." },
      ticket: { type: "apiKey", in: "query", name: "ticket", description: "From `POST /v1/tickets`." },
    },
    parameters: {
      ...shared,
      From: { name: "from", in: "query", description: parameters.from, schema: { type: "string" } },
      IdempotencyKey: {
        name: "Idempotency-Key",
        in: "header",
        description: "A new one for each request; the same one when the request is repeated.",
        schema: { ...text, format: "uuid" },
      },
    },
    headers: {
      Link: { description: 'The next page, as `</v1/…>; rel="next"`; absent from the last one.', schema: text },
      Location: { description: "Address of the file, good for 60 seconds.", schema: { ...text, format: "uri" } },
      RetryAfter: { description: "Seconds; missing when the gateway throttles.", schema: { type: "integer" } },
    },
    responses: {
      Done: { description: "Done" },
      Export: { description: "See other", headers: { Location: { $ref: "#/components/headers/Location" } } },
      AddressTooLong: { description: "Address and headers are longer than 10 KB together: a refusal by the gateway." },
      ...failures,
    },
    schemas: components,
  },
};

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../../openapi.json"), JSON.stringify(openapi));
