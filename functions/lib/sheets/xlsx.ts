// Reads the first visible sheet of a workbook (.xlsx, ECMA-376). Its parts name each other by relationships; their own names
// differ from program to program.
import { posix } from "node:path";
import type { Row } from "./cell.ts";
import { readDateStyles } from "./dates.ts";
import { damaged, unreadable } from "./refusals.ts";
import { appended, readWorksheet, unescaped } from "./worksheet.ts";
import { readXml } from "./xml.ts";
import { unzip } from "./zip.ts";

type Parts = ReadonlyMap<string, Buffer>;

/** Calls `onRow` with each row, in order. */
export const readWorkbook = (file: Buffer, onRow: (row: Row) => void): void => {
  const parts = unzip(file);
  const path = relationships(parts, "").find(({ type }) => type === "officeDocument")?.path ?? "";
  const { sheets, from1904 } = readBook(parts.get(path));
  const related = relationships(parts, path);
  const part = (type: string) => parts.get(related.find((one) => one.type === type)?.path ?? "");
  const worksheets = new Map(related.filter(({ type }) => type === "worksheet").map((one) => [one.id, one.path]));
  // A sheet of nothing but a chart has another type.
  const shown = sheets.find(({ id, state }) => worksheets.has(id) && !/hidden/i.test(state));
  if (!shown) throw unreadable("No visible sheet in the file");
  const sheet = parts.get(worksheets.get(shown.id) ?? "");
  if (!sheet) throw damaged();
  const context = { texts: readTexts(part("sharedStrings")), isDate: readDateStyles(part("styles")), from1904 };
  readWorksheet(sheet, context, onRow);
};

interface Relationship {
  id: string;
  /** The last word of its type, which is an address. */
  type: string;
  path: string;
}

/** What a part refers to; the file itself is the part "". */
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

/** The sheets in the order of their tabs. */
const readBook = (part: Buffer | undefined) => {
  if (!part) throw damaged();
  const sheets: { id: string; state: string }[] = [];
  let from1904 = false;
  readXml(part, {
    onOpen: (path, { id = "", state = "", date1904 }) => {
      if (path === "workbook/sheets/sheet") sheets.push({ id, state });
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
