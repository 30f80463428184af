// Workbooks built entry by entry: valid ones, and malicious ones.
import { crc32, deflateRawSync } from "node:zlib";

interface Entry {
  name: string;
  content: string | Buffer;
  /** The uncompressed size it declares. */
  declared?: number;
  /** Missing from the directory. */
  hidden?: boolean;
  /** Declared as uncompressed in the directory. */
  stored?: boolean;
}

/** A zip of these entries, each compressed. */
export const zipOf = (...entries: Entry[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, declared, hidden, stored } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const size = declared ?? (stored ? packed.length : plain.length);
    const about = [crc32(plain), packed.length, size] as const;
    const body = Buffer.concat([head(0x04034b50, 30, 8, 14, about, name), Buffer.from(name), packed]);
    const listed = head(0x02014b50, 46, stored ? 0 : 8, 16, about, name);
    listed.writeUInt32LE(at, 42);
    if (!hidden) directory.push(Buffer.concat([listed, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
};

/** The header of an entry, or its line in the directory, which has the same fields at other offsets. */
const head = (
  signature: number,
  length: number,
  method: number,
  at: number,
  about: readonly [crc: number, packed: number, size: number],
  name: string,
): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature);
  bytes.writeUInt16LE(method, at - 6);
  for (const [index, figure] of about.entries()) bytes.writeUInt32LE(figure, at + 4 * index);
  bytes.writeUInt16LE(name.length, at + 12);
  return bytes;
};

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook of one sheet; `strings` are its shared strings. */
export const workbookOf = (rows: string, strings?: string, ...more: Entry[]): Buffer =>
  zipOf(
    {
      name: "[Content_Types].xml",
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: "xl/workbook.xml",
      content: `<workbook ${main} xmlns:r="${relationships}"><sheets><sheet name="Count" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    ...(strings === undefined ? [] : [{ name: "xl/sharedStrings.xml", content: `<sst ${main}>${strings}</sst>` }]),
    { name: "xl/worksheets/sheet1.xml", content: `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>` },
    ...more,
  );

export const repeat = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");
