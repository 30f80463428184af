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
  /** Bytes behind the compressed data that its sizes include. */
  more?: Buffer;
  /** Its checksum and sizes follow its data, with 0 in the local header. */
  streamed?: boolean;
  /** Its sizes have eight bytes in the local header and behind the data. */
  zip64?: boolean;
}

/** A zip of these entries, each compressed. */
export const zipOf = (...entries: Entry[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, declared, hidden, stored, streamed, zip64, more = Buffer.alloc(0) } of entries) {
    const plain = Buffer.from(content);
    const packed = Buffer.concat([deflateRawSync(plain), more]);
    const size = declared ?? (stored ? packed.length : plain.length);
    const about: About = [crc32(plain), packed.length, size];
    const known: About = streamed ? [0, 0, 0] : about;
    const extra = zip64 ? Buffer.concat([Buffer.from("01001000", "hex"), longs(known[2], known[1])]) : Buffer.alloc(0);
    const local = head(0x04034b50, 30, 8, 14, zip64 ? [known[0], 2 ** 32 - 1, 2 ** 32 - 1] : known, name);
    const listed = head(0x02014b50, 46, stored ? 0 : 8, 16, about, name);
    local.writeUInt16LE(extra.length, 28);
    if (streamed) local.writeUInt16LE(8, 6);
    if (streamed) listed.writeUInt16LE(8, 8);
    const behind = streamed ? [descriptor(about, zip64 ? longs : shorts)] : [];
    const body = Buffer.concat([local, Buffer.from(name), extra, packed, ...behind]);
    listed.writeUInt32LE(at, 42);
    if (!hidden) directory.push(Buffer.concat([listed, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const length = Buffer.concat(directory).length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  const zip64 = entries.some((entry) => entry.zip64) ? zip64End(directory.length, length, at) : [];
  return Buffer.concat([...bodies, ...directory, ...zip64, end]);
};

const shorts = (...figures: number[]): Buffer => Buffer.from(Uint32Array.from(figures).buffer);
const longs = (...figures: number[]): Buffer => Buffer.from(BigUint64Array.from(figures, BigInt).buffer);

const zip64End = (count: number, length: number, start: number): Buffer[] => [
  Buffer.concat([
    Buffer.from("504b0606", "hex"),
    longs(44),
    shorts(0x2d002d, 0, 0),
    longs(count, count, length, start),
  ]),
  Buffer.concat([Buffer.from("504b0607", "hex"), shorts(0), longs(start + length), shorts(1)]),
];

type About = [crc: number, packed: number, size: number];

const descriptor = ([crc, ...sizes]: About, numbers: (...figures: number[]) => Buffer): Buffer =>
  Buffer.concat([Buffer.from("504b0708", "hex"), shorts(crc), numbers(...sizes)]);

/** The header of an entry, or its line in the directory, which has the same fields at other offsets. */
const head = (signature: number, length: number, method: number, at: number, about: About, name: string): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature);
  bytes.writeUInt16LE(method, at - 6);
  for (const [index, figure] of about.entries()) bytes.writeUInt32LE(figure, at + 4 * index);
  bytes.writeUInt16LE(name.length, at + 12);
  return bytes;
};

export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The relationships of a part to other parts. */
const relationships = (name: string, targets: Record<string, string>): Entry => {
  const all = Object.entries(targets).map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  const content = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
  return { name, content };
};

/** A workbook of one sheet; `strings` are its shared strings, `more` can hold its `styles`. */
export const workbookOf = (rows: string, strings = "", ...more: Entry[]): Buffer =>
  zipOf(...workbookParts(rows, strings), ...more);

/** The same, written from its first byte to its last: checksums and sizes follow the data, of eight bytes in zip64. */
export const streamedWorkbookOf = (rows: string, { zip64 = false } = {}): Buffer =>
  zipOf(...workbookParts(rows).map((part) => ({ ...part, streamed: true, zip64 })));

/** A workbook with these sheets, by name; a sheet whose name begins with "hidden" is hidden. */
export const workbookOfSheets = (sheets: Record<string, string>): Buffer => {
  const names = Object.keys(sheets);
  const [types, toBook] = workbookParts("");
  const listed = names.map(
    (name, n) =>
      `<sheet name="${name}" ${name.startsWith("hidden") ? 'state="hidden"' : ""} sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  const related = names.map(
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  );
  return zipOf(
    ...[types, toBook].filter((part) => part !== undefined),
    {
      name: "xl/workbook.xml",
      content: `<workbook ${main} xmlns:r="${office}"><sheets>${listed.join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join("")}</Relationships>`,
    },
    ...names.map((name, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: `<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
  );
};

/** The entries of a workbook. */
export const workbookParts = (rows: string, strings = ""): Entry[] => [
  {
    name: "[Content_Types].xml",
    content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  relationships("_rels/.rels", { officeDocument: "xl/workbook.xml" }),
  {
    name: "xl/workbook.xml",
    content: `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Count" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  relationships("xl/_rels/workbook.xml.rels", {
    worksheet: "worksheets/sheet1.xml",
    sharedStrings: "sharedStrings.xml",
    styles: "styles.xml",
  }),
  { name: "xl/sharedStrings.xml", content: `<sst ${main}>${strings}</sst>` },
  { name: "xl/worksheets/sheet1.xml", content: `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>` },
];

/** The part that gives cells of style 1 a format; those of style 0 have none. */
export const styles = (format: string): Entry => ({
  name: "xl/styles.xml",
  content: `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
});

export const repeat = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");
