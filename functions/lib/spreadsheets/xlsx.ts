// Reads the sheets of a workbook (.xlsx, ECMA-376). Its parts name each other by relationships; their own names
// differ from program to program.
import { posix } from "node:path";
import type { Row } from "./cell.ts";
import { readDateStyles } from "./dates.ts";
import { mergedCells } from "./merged-cells.ts";
import { damaged, unreadable } from "./refusals.ts";
import { appended, readWorksheet, unescaped } from "./worksheet.ts";
import { readXml } from "./xml.ts";
import { unzip } from "./zip.ts";

type Parts = ReadonlyMap<string, Buffer>;

/** A sheet of a workbook, which is read when it is asked for. */
export interface Sheet {
  name: string;
  /** The name of its part in lower case; a file of text has none. */
  path?: string;
  /** Calls `onRow` with each row, in order. 400 if the sheet is damaged. */
  read: (onRow: (row: Row) => void) => void;
}

export interface Workbook {
  /** In the order of their tabs, at least one. */
  visible: Sheet[];
  /** The one that the file opens on. */
  active: Sheet | undefined;
  /** Names of hidden sheets, but of those that no menu shows. */
  hidden: string[];
}

export const openWorkbook = (file: Buffer): Workbook & { parts: Parts; styles: Buffer | undefined } => {
  const parts = unzip(file);
  const path = relationships(parts, "").find(({ type }) => type === "officeDocument")?.path ?? "";
  const { tabs, active, from1904 } = readBook(parts.get(path));
  const related = relationships(parts, path);
  const part = (type: string) => parts.get(related.find((one) => one.type === type)?.path ?? "");
  const worksheets = new Map(related.filter(({ type }) => type === "worksheet").map((one) => [one.id, one.path]));
  const styles = part("styles");
  const readContext = () => ({ texts: readTexts(part("sharedStrings")), isDate: readDateStyles(styles), from1904 });
  // Only reading needs it, filling in does not.
  let context: ReturnType<typeof readContext> | undefined;
  const sheets = tabs.map(({ id, name, state }) => ({
    name,
    path: worksheets.get(id) ?? "",
    state: state.toLowerCase(),
    // A sheet of nothing but a chart has another type.
    isWorksheet: worksheets.has(id),
    read: (onRow: (row: Row) => void) => {
      const content = parts.get(worksheets.get(id) ?? "");
      if (!content || content.length === 0) throw damaged();
      const filled = mergedCells(content);
      context ??= readContext();
      readWorksheet(content, context, (row) => onRow(filled(row)));
    },
  }));
  const visible = sheets
    .filter(({ isWorksheet, state }) => isWorksheet && !state.includes("hidden"))
    .slice(0, maxSheets);
  if (visible.length === 0) throw unreadable("No visible sheet in the file");
  const hidden = sheets.filter(({ isWorksheet, state }) => isWorksheet && state === "hidden").map(({ name }) => name);
  return { visible, active: sheets[active], hidden, parts, styles };
};

const maxSheets = 100;

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
  const tabs: { id: string; name: string; state: string }[] = [];
  let active = 0;
  let from1904 = false;
  readXml(part, {
    onOpen: (path, { id = "", name = "", state = "", date1904, activeTab }) => {
      if (path === "workbook/sheets/sheet") tabs.push({ id, name: name.slice(0, maxName).trim(), state });
      if (path === "workbook/bookViews/workbookView") active = Number(activeTab ?? 0);
      if (path === "workbook/workbookPr") from1904 = date1904 === "1" || date1904 === "true";
    },
  });
  return { tabs, active, from1904 };
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
