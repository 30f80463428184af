// Fields and types of stored rows, by kind of row, for a comparison between releases.
import { gunzipSync } from "node:zlib";
import { channels } from "#shared/channel.ts";
import type { Row, StoredData } from "./stored-rows.ts";

interface Shape {
  /** `field: type` of all fields in any row of the kind. */
  some: Set<string>;
  /** The same for fields in every row. */
  every: Set<string>;
}

/** Fields whose values decide what the code does. */
const words = new Set(["kind", "reason", "channel", "role"]);

/** Ids, days and channels used as keys are data, not field names. */
const name = new RegExp(`^([pw]\\d+|\\d{4}-\\d\\d-\\d\\d(#.+)?|${channels.join("|")})$`);
const fieldIn = (path: string, field: string) => `${path}.${name.test(field) ? "*" : field}`;

export const shapesOf = ({ tables, files }: StoredData): Map<string, Shape> => {
  const found: [kind: string, fields: Set<string>][] = [
    ...Object.entries(tables).flatMap(([table, rows]) =>
      rows.map((row): [string, Set<string>] => [kindOf(table, row), new Set(stored({ M: row }, ""))]),
    ),
    ...Object.entries(files).map(([file, content]): [string, Set<string>] => [
      file.split("/")[0] ?? "",
      new Set(packed(content, "")),
    ]),
  ];
  return new Map(
    [...Map.groupBy(found, ([kind]) => kind)].map(([kind, rows]) => {
      const all = rows.map(([, fields]) => fields);
      const some = new Set(all.flatMap((fields) => [...fields]));
      const every = new Set([...some].filter((field) => all.every((fields) => fields.has(field))));
      return [kind, { some, every }];
    }),
  );
};

/** Movements have a kind; the kind of a key is its prefix, and that of a closed day's seal is the end of its key. */
const kindOf = (table: string, row: Row): string =>
  [
    table,
    row.kind?.S ?? (table === "keys" ? row.key?.S.split("#")[0] : undefined),
    row.day?.S.endsWith("~seal") && "seal",
  ]
    .filter(Boolean)
    .join(" ");

const stored = (value: Row[string], path: string): string[] => {
  const [[type = "", content] = []] = Object.entries(value);
  if (type === "M")
    return Object.entries<Row[string]>(content).flatMap(([field, one]) => stored(one, fieldIn(path, field)));
  if (type === "L") return content.flatMap((one: Row[string], index: number) => stored(one, placeIn(path, one, index)));
  if (type === "B") return isPacked(content) ? packed(content, path) : [`${path}: B`];
  return [`${path}: ${words.has(path.slice(1)) ? content : type}`];
};

/** Values of a list are distinguished by position; objects in a list all have one shape. */
const placeIn = (path: string, one: Row[string], index: number): string =>
  one.M || one.L ? `${path}[]` : `${path}[${index}]`;

/** Begins as gzip does. */
const isPacked = (base64: string): boolean => base64.startsWith("H4sI");

const packed = (base64: string, path: string): string[] =>
  plain(JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString()), `${path}(gz)`);

const plain = (value: unknown, path: string): string[] => {
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      plain(one, one && typeof one === "object" ? `${path}[]` : `${path}[${index}]`),
    );
  if (value && typeof value === "object")
    return Object.entries(value).flatMap(([field, one]) => plain(one, fieldIn(path, field)));
  return [`${path}: ${value === null ? "null" : typeof value}`];
};
