// Writes numbers into one column of a spreadsheet and leaves everything else as it is.
import { fillText } from "./fill-text.ts";
import { fillWorksheet } from "./fill-worksheet.ts";
import type { Filled, Filling } from "./filling.ts";
import { noSuchSheet, unreadable } from "./refusals.ts";
import { isWorkbook } from "./spreadsheet-rows.ts";
import { openWorkbook } from "./xlsx.ts";
import { type Attributes, readXml } from "./xml.ts";
import { withEntry } from "./zip.ts";

/** 400 if the file, which has been read, holds macros. */
export const fillSpreadsheet = (file: Buffer, { sheet, column, fills, heads = [] }: Filling): Filled => {
  if (!isWorkbook(file)) return fillText(file, { column, fills });
  const { visible, parts, styles } = openWorkbook(file);
  if (parts.get("[content_types].xml")?.includes("macroEnabled"))
    throw unreadable("A workbook with macros (.xlsm), save it as .xlsx");
  const chosen = visible.find(({ name }) => name === sheet);
  const part = parts.get(chosen?.path ?? "");
  if (!chosen?.path || !part) throw noSuchSheet();
  const isUnlocked = unlockedStyles(styles);
  const { part: filled, left } = fillWorksheet(part, { name: chosen.name, column, fills, heads, isUnlocked });
  return { file: withEntry(file, chosen.path, filled), left };
};

/** Whether cells with a style may be edited in a protected sheet; a cell is locked unless its style says otherwise. */
const unlockedStyles = (part: Buffer | undefined): ((style?: string) => boolean) => {
  const unlocked = new Set<number>();
  let style = -1;
  const isOff = ({ locked = "" }: Attributes) => /^(0|false)$/.test(locked);
  if (part)
    readXml(part, {
      onOpen: (path, attributes) => {
        if (path === "styleSheet/cellXfs/xf") style += 1;
        if (path === "styleSheet/cellXfs/xf/protection" && isOff(attributes)) unlocked.add(style);
      },
    });
  return (of = "0") => unlocked.has(Number(of));
};
