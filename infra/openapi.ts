// `npm run openapi`: the table of calls as OpenAPI 3.1, for whoever is not TypeScript.
import { type ConversionConfig, type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema, LazySchema } from "valibot";
import { api, type Call } from "#shared/api.ts";
import { failureCatalogue } from "#shared/failure.ts";
import { roles } from "#shared/role.ts";

/** A schema that depends on what it is asked about: what it is for nothing, and for a list. */
const lazy = ({ getter }: LazySchema<GenericSchema>, config: ConversionConfig): JsonSchema => {
  const shapes = [undefined, { list: [] }].map((asked) => getter(asked));
  return { anyOf: [...new Set(shapes)].map((shape) => schemaOf(shape, config.typeMode)) };
};

const schemaOf = (schema: GenericSchema, typeMode: ConversionConfig["typeMode"]): JsonSchema => {
  const config: ConversionConfig = {
    typeMode,
    // Checks and transforms have no word in JSON Schema; the API names them when they fail.
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === "lazy" ? lazy(valibotSchema as unknown as LazySchema<GenericSchema>, config) : undefined,
  };
  const { $schema: _, ...rest } = toJsonSchema(schema, config);
  return rest;
};

const content = (type: string, schema: JsonSchema) => ({ content: { [type]: { schema } } });

const bodyOf = ({ body, file }: Call) => {
  if (!body) return {};
  const schema = schemaOf(body, "input");
  if (!file) return { requestBody: { required: true, ...content("application/json", schema) } };
  const properties = { ...schema.properties, [file]: { type: "string", format: "binary" } as JsonSchema };
  return { requestBody: { required: true, ...content("multipart/form-data", { ...schema, properties }) } };
};

const parametersOf = (path: string, { query }: Call) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const { properties = {}, required = [] } = query ? schemaOf(query, "input") : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
};

const operation = (resource: string, route: string, call: Call) => ({
  tags: [resource],
  operationId: route,
  ...(call.role ? { summary: `From the role ${call.role} upward` } : { security: [] }),
  parameters: parametersOf(route, call),
  ...bodyOf(call),
  responses: {
    [call.status]: {
      description: "Done",
      ...(call.answer && content("application/json", schemaOf(call.answer, "output"))),
    },
    default: { $ref: "#/components/responses/Failure" },
  },
});

const paths: Record<string, Record<string, unknown>> = {};
for (const [resource, calls] of Object.entries(api))
  for (const [route, call] of Object.entries<Call>(calls)) {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(resource, route, call) };
  }

export const openapi = {
  openapi: "3.1.0",
  info: {
    title: "Inventory Manager",
    version: "1",
    description: `Roles in rank: ${roles.join(", ")}. A posting of stock may carry an Idempotency-Key, a UUID: sent again, it counts once.`,
  },
  security: [{ session: [] }],
  paths,
  components: {
    securitySchemes: { session: { type: "http", scheme: "bearer" } },
    responses: {
      Failure: {
        description: Object.entries(failureCatalogue)
          .map(([code, { status, message }]) => `${status} ${code}: ${message}`)
          .join("; "),
        ...content("application/json", {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { enum: Object.keys(failureCatalogue) },
            message: { type: "string" },
            details: {
              type: "array",
              items: {
                type: "object",
                required: ["message"],
                properties: {
                  field: { type: "string" },
                  row: { type: "integer" },
                  product: { type: "string" },
                  message: { type: "string" },
                  available: { type: "integer" },
                },
              },
            },
          },
        }),
      },
    },
  },
};

if (import.meta.main) console.log(JSON.stringify(openapi, null, 2));
