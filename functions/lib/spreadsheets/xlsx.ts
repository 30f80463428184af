// Reads a visible sheet of a workbook (.xlsx, ECMA-376). Its parts name each other by relationships; their own names
// differ from program to program.
import { posix } from "node:path";
import type { Row } from "./cell.ts";
import { readDateStyles } from "./dates.ts";
import { damaged, noSuchSheet, unreadable } from "./refusals.ts";
import { appended, type Context, readWorksheet, unescaped } from "./worksheet.ts";
import { readXml } from "./xml.ts";
import { unzip } from "./zip.ts";

type Parts = ReadonlyMap<string, Buffer>;

/** The sheet of a workbook that was read, and all that could be. */
export interface ReadSheet {
  name: string;
  /** Visible sheets with cells, in the order of their tabs. */
  names: string[];
  /** How many rows with cells are hidden. */
  hiddenRows?: number;
}

/** Calls `onRow` with each row of a sheet, in order: of that with this name, else of the first that has cells. */
export const readWorkbook = (file: Buffer, onRow: (row: Row) => void, wanted?: string): ReadSheet => {
  const parts = unzip(file);
  const path = relationships(parts, "").find(({ type }) => type === "officeDocument")?.path ?? "";
  const { sheets, from1904 } = readBook(parts.get(path));
  const related = relationships(parts, path);
  const part = (type: string) => parts.get(related.find((one) => one.type === type)?.path ?? "");
  const worksheets = new Map(related.filter(({ type }) => type === "worksheet").map((one) => [one.id, one.path]));
  // A sheet of nothing but a chart has another type.
  const visible = sheets
    .filter(({ id, state }) => worksheets.has(id) && !/hidden/i.test(state))
    .map(({ id, name }) => ({ name, part: parts.get(worksheets.get(id) ?? "") ?? Buffer.alloc(0) }));
  const [first] = visible;
  if (!first) throw unreadable("No visible sheet in the file");
  const context = { texts: readTexts(part("sharedStrings")), isDate: readDateStyles(part("styles")), from1904 };
  const filled = visible.filter((sheet) => hasCells(sheet.part, context));
  const chosen = wanted === undefined ? (filled[0] ?? first) : visible.find(({ name }) => name === wanted);
  if (!chosen) throw noSuchSheet();
  if (chosen.part.length === 0) throw damaged();
  readWorksheet(chosen.part, context, onRow);
  return { name: chosen.name, names: filled.map(({ name }) => name) };
};

/**
 * Reads no further than the first cell. A damaged sheet counts as one with cells, so that reading it reports the
 * damage.
 */
const hasCells = (part: Buffer, context: Context): boolean => {
  try {
    readWorksheet(part, context, ({ cells }) => {
      if (cells.some((cell) => cell !== null)) throw new Found();
    });
    return false;
  } catch {
    return true;
  }
};

class Found extends Error {}

interface Relationship {
  id: string;
  /** The last part of its type, which is an address. */
  type: string;
  path: string;
}

/** The parts that a part refers to; the file itself is the part "". */
const relationships = (parts: Parts, from: string): Relationship[] => {
  const { dir, base } = posix.parse(from);
  const part = parts.get(posix.join(dir, "_rels", `${base}.rels`));
  if (!part) throw damaged();
  const found: Relationship[] = [];
  readXml(part, {
    onOpen: (path, { Id: id = "", Type = "", Target = "" }) => {
      if (path !== "Relationships/Relationship") return;
      const target = posix.join("/", Target.startsWith("/") ? "" : dir, Target).slice(1);
      found.push({ id, type: Type.split("/").at(-1) ?? "", path: target.toLowerCase() });
    },
  });
  return found;
};

/** Characters of a sheet's name that are read; programs allow 31. */
const maxName = 200;

/** The sheets in the order of their tabs. */
const readBook = (part: Buffer | undefined) => {
  if (!part) throw damaged();
  const sheets: { id: string; name: string; state: string }[] = [];
  let from1904 = false;
  readXml(part, {
    onOpen: (path, { id = "", name = "", state = "", date1904 }) => {
      if (path === "workbook/sheets/sheet") sheets.push({ id, name: name.slice(0, maxName).trim(), state });
      if (path === "workbook/workbookPr") from1904 = date1904 === "1" || date1904 === "true";
    },
  });
  return { sheets, from1904 };
};

/** The texts that cells share. Guides to pronunciation, in `rPh`, are no part of them. */
const readTexts = (part: Buffer | undefined): string[] => {
  const texts: string[] = [];
  if (!part) return texts;
  let text = "";
  readXml(part, {
    onText: (path, piece) => {
      if (path === "sst/si/t" || path === "sst/si/r/t") text = appended(text, piece);
    },
    onClose: (path) => {
      if (path !== "sst/si") return;
      texts.push(unescaped(text));
      text = "";
    },
  });
  return texts;
};
