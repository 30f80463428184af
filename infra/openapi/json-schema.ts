// Valibot schemas as JSON Schema. Throws for a rule that JSON Schema cannot express, so that none is left out
// unnoticed.
import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema, LazySchema } from "valibot";
import { tooManyOfCode } from "#shared/import.ts";
import { tooManyOrderLines } from "#shared/order.ts";
import { minPasswordLength, passwordTooShort } from "#shared/password.ts";
import { likeExpected } from "#shared/product.ts";
import { scopes } from "#shared/scope.ts";

export type { JsonSchema };
export type Schemas = Record<string, GenericSchema>;

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The JSON Schema of each check in a form, by its message; empty if a description states the rule. */
const checks: Record<string, JsonSchema> = {
  Required: { minLength: 1 },
  "No such date": { format: "date" },
  "Not an id": { not: { const: "__proto__" } },
  "A year from 2000 to 2099 expected": { pattern: "^20" },
  [passwordTooShort]: { anyOf: [{ maxLength: 0 }, { minLength: minPasswordLength }] },
  "Link with http:// or https:// expected": {
    description: "An http:// or https:// address; without a scheme it gets https://.",
  },
  "No control characters": {},
  "Not valid text": {},
  "Contains invisible characters that change the text direction, please retype it": {},
  "At least 1": {},
  "Nothing to receive": {},
  "Ends before they are lost": { description: "`lost_claim_days` is more than `lost_after`." },
  "The same product twice": { uniqueItems: true },
  "A warehouse is named twice": { uniqueItems: true },
  "An order is named twice": { uniqueItems: true },
  "A product is given twice for one code": { description: "Each product once for a code." },
  [tooManyOfCode]: { description: `${tooManyOfCode}.` },
  [likeExpected]: { description: likeExpected },
  [tooManyOrderLines]: { description: `${tooManyOrderLines} in all.` },
  "Unknown scope": { description: `With spaces between them, of: ${scopes.join(", ")}.` },
};

const overrideAction: ConversionConfig["overrideAction"] = ({ valibotAction, jsonSchema }) => {
  // A raw check compares fields: their descriptions state it.
  if (["trim", "normalize", "raw_check"].includes(valibotAction.type)) return jsonSchema;
  if (valibotAction.type !== "check") return undefined;
  const check = checks[String((valibotAction as { message?: unknown }).message)];
  return check && { ...jsonSchema, ...check };
};

/** The schema of a field that must be absent. */
const never: JsonSchema = { not: {} };

/** Alternatives, without those that no value meets; constant texts become one `enum`. */
const union = (options: JsonSchema[]): JsonSchema => {
  const possible = options.filter(({ not }) => not === undefined);
  const [first = never] = possible;
  if (possible.length < 2) return first;
  const choices = possible.flatMap((option) => option.enum ?? [option.const]);
  return choices.every((choice) => typeof choice === "string")
    ? { type: "string", enum: choices }
    : { anyOf: possible };
};

/** A schema that depends on the value: one for a body without a list, and one with. */
const alternatives = ({ getter }: LazySchema<GenericSchema>) => [undefined, { list: [] }].map((value) => getter(value));

const overrideSchema: ConversionConfig["overrideSchema"] = ({ valibotSchema, jsonSchema, referenceMap }) => {
  switch (valibotSchema.type) {
    case "undefined":
      return never;
    // Units, days and rows are whole numbers.
    case "number":
      return { type: "integer" };
    case "record":
      return { type: "object", additionalProperties: jsonSchema.additionalProperties };
    case "union":
      return union((jsonSchema.anyOf ?? []) as JsonSchema[]);
    case "lazy":
      return {
        anyOf: alternatives(valibotSchema as unknown as LazySchema<GenericSchema>).map((schema) =>
          ref(referenceMap.get(schema) ?? ""),
        ),
      };
    default:
      return undefined;
  }
};

const config: ConversionConfig = {
  target: "draft-2020-12",
  // The input, since forms are transformed when parsed; answers are not.
  typeMode: "input",
  errorMode: "throw",
  overrideAction,
  overrideSchema,
  overrideRef: ({ referenceId }) => ref(referenceId).$ref,
};

/** The schemas by name, with references to each other. */
export const namedSchemas = (named: Schemas): Record<string, JsonSchema> => toJsonSchemaDefs(named, config);

/** One schema, with references to the named ones. */
export const schemaOf = (schema: GenericSchema, named: Schemas): JsonSchema => {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...config, definitions: named });
  return rest;
};
