// Damaged workbooks: every number in the headers of a zip file, values to change it to, and the reader's result.
import type { Row } from "#functions/lib/spreadsheets/cell.ts";
import { openWorkbook } from "#functions/lib/spreadsheets/xlsx.ts";
import { Failure } from "#shared/failure.ts";

/** A number in a header. */
export interface Field {
  /** As in "local size". */
  name: string;
  at: number;
  bytes: number;
}

type Layout = [name: string, bytes: number][];

const shared: Layout = [
  ["flags", 2],
  ["method", 2],
  ["time", 2],
  ["date", 2],
  ["crc", 4],
  ["packed size", 4],
  ["size", 4],
  ["name length", 2],
  ["extra length", 2],
];
const local: Layout = [["signature", 4], ["version", 2], ...shared];
const directory: Layout = [
  ["signature", 4],
  ["made by", 2],
  ["version", 2],
  ...shared,
  ["comment length", 2],
  ["disk", 2],
  ["internal attributes", 2],
  ["external attributes", 4],
  ["start", 4],
];
const end: Layout = [
  ["signature", 4],
  ["disk", 2],
  ["disk of directory", 2],
  ["entries here", 2],
  ["entries", 2],
  ["directory length", 4],
  ["directory start", 4],
  ["comment length", 2],
];

/** Fields that do not affect the data, which a reader ignores. */
const harmless = /version|made by|time|date|attributes/;
/** Some flags only state the level of compression, and 0 can mean that a size follows the data. */
const mayBeHarmless = /flags|local (packed )?size 0$/;

const fieldsAt = (header: string, layout: Layout, start: number): Field[] => {
  let at = start;
  return layout.map(([name, bytes]) => {
    at += bytes;
    return { name: `${header} ${name}`, at: at - bytes, bytes };
  });
};

/** Offsets of the local headers, of the directory's headers, and of the end header. */
const headersOf = (file: Buffer): { locals: number[]; listed: number[]; end: number } => {
  const last = file.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const listed: number[] = [];
  let at = file.readUInt32LE(last + 16);
  while (listed.length < file.readUInt16LE(last + 10)) {
    listed.push(at);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return { locals: listed.map((at) => file.readUInt32LE(at + 42)), listed, end: last };
};

/** Every number in every header of a file. */
export const fieldsOf = (file: Buffer): Field[] => {
  const headers = headersOf(file);
  return [
    ...headers.locals.flatMap((at) => fieldsAt("local", local, at)),
    ...headers.listed.flatMap((at) => fieldsAt("directory", directory, at)),
    ...fieldsAt("end", end, headers.end),
  ];
};

/** Values at the boundaries of a number, and close to the one it has. */
export const boundaryValues = (file: Buffer, { at, bytes }: Field): number[] => {
  const value = file.readUIntLE(at, bytes);
  const max = 2 ** (8 * bytes) - 1;
  const near = [value - 1, value + 1, value * 2, value >>> 1, value + 4, value - 4, file.length, file.length - at];
  const all = [0, 1, 2, 8, max, max - 1, (max - 1) / 2, (max + 1) / 2, ...near];
  return [...new Set(all)].filter((one) => one !== value && one >= 0 && one <= max && Number.isInteger(one));
};

/** A copy of a file in which a number is another. */
export const changed = (file: Buffer, { at, bytes }: Omit<Field, "name">, value: number): Buffer => {
  const copy = Buffer.from(file);
  copy.writeUIntLE(value, at, bytes);
  return copy;
};

/** A copy in which the directory lists the first entry twice, the second time under the name of another. */
export const overlapping = (file: Buffer): Buffer => {
  const starts = fieldsOf(file).filter(({ name }) => name === "directory start");
  return changed(file, starts[1] ?? { at: 0, bytes: 4 }, file.readUInt32LE(starts[0]?.at ?? 0));
};

/** The rows of a workbook, or status and message of its refusal. Throws any other error. */
export const readOrRefuse = (file: Buffer): Row[] | string => {
  const rows: Row[] = [];
  try {
    openWorkbook(file).visible[0]?.read((row) => rows.push(row));
    return rows;
  } catch (error) {
    if (!(error instanceof Failure) || error.details[0]?.field !== "file") throw error;
    return `${error.status} ${error.details[0].message}`;
  }
};

type Read = ReturnType<typeof readOrRefuse>;
export const isRefused = (read: Read): boolean => typeof read === "string" && /^4(00|13) /.test(read);
const isSame = (read: Read, whole: Read): boolean => JSON.stringify(read) === JSON.stringify(whole);

/** Whether damage did no harm: the file was refused, or has the rows of the sound one. */
export const isHarmless = (read: Read, whole: Read): boolean => isRefused(read) || isSame(read, whole);

/** A file with another number in a header, and how it was read. */
interface Changed extends Field {
  value: number;
  read: Read;
}

/** Whether it was read as it should be. */
export const isRight = ({ name, value, read }: Changed, whole: Read): boolean =>
  harmless.test(name)
    ? isSame(read, whole)
    : isRefused(read) || (mayBeHarmless.test(`${name} ${value}`) && isSame(read, whole));
