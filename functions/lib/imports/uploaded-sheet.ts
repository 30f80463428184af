// The spreadsheet of an import: a file that is sent, or that of an earlier import of the same person. A file and the cells that
// were read of it are stored for a day beside its import, so that answers to its questions neither send nor read it again.
import { Failure } from "#shared/failure.ts";
import type { ImportKind } from "#shared/import.ts";
import { Bucket, readBytes, readStored, s3, writeBytes, writeStored } from "../db/stored-json.ts";
import { downloadAddress } from "../reports/download-address.ts";
import { readSpreadsheet, type Spreadsheet } from "../spreadsheets/read-spreadsheet.ts";
import { fromSent, type SentRow, toSent } from "../spreadsheets/sent-row.ts";
import { sheetHeads } from "./heads.ts";
import { isCurrent, isImportId, keyOf } from "./import-file.ts";
import type { ApplyRequest, ImportSettings, StoredImport } from "./import-kind.ts";

/** What a file is read for: other values may read another sheet, or more columns of it. */
interface Reading {
  kind: ImportKind;
  sheet?: string | undefined;
  head_row?: number | undefined;
}

interface StoredCells extends Omit<Spreadsheet, "rows"> {
  reading: Reading;
  rows: SentRow[];
  created_at: string;
}

/** A spreadsheet that is open for a preview. */
export interface UploadedSheet extends Spreadsheet {
  /** The import that its file was sent with; none if it is this one. */
  of?: string | undefined;
  /** What is not stored of it yet. */
  unstored: { file?: Buffer; cells?: Pick<StoredCells, "reading" | "created_at"> };
}

interface Request extends ApplyRequest {
  body: ImportSettings;
  file: Buffer | undefined;
}

const cellsKey = (user: string, id: string): string => keyOf(user, `${id}.cells`);
const fileKey = (user: string, id: string): string => `imports/${user}/${id}.upload`;

const read = (file: Uint8Array, { kind, sheet, head_row }: Reading): Promise<Spreadsheet> =>
  readSpreadsheet(file, { sheet, head_row, ...sheetHeads(kind) });

/** 400 without a file, 404 if the earlier import is unknown or its day is over. */
export const openSheet = async (kind: ImportKind, request: Request): Promise<UploadedSheet> => {
  const { now, body, file } = request;
  const reading = { kind, sheet: body.sheet, head_row: body.head_row };
  if (body.of !== undefined) {
    if (file) throw new Failure("BAD_REQUEST", { field: "of", message: "Either a file or an earlier import" });
    return openEarlier(request, body.of, reading);
  }
  if (!file) throw new Failure("BAD_REQUEST", { field: "file", message: "Required" });
  return { ...(await read(file, reading)), unstored: { file, cells: { reading, created_at: now.toISOString() } } };
};

const openEarlier = async (request: Request, id: string, reading: Reading): Promise<UploadedSheet> => {
  const { user, now } = request;
  const { of, cells } = await findCells(request, id);
  if (!cells || !isCurrent(cells, now)) throw gone();
  const { rows, sheet, created_at } = cells;
  if (isSame(cells, reading)) return { of, rows: rows.map(fromSent), sheet, unstored: {} };
  const file = await readBytes(fileKey(user._id, of));
  if (!file) throw gone();
  return { of, ...(await read(file, reading)), unstored: { cells: { reading, created_at } } };
};

const gone = () => new Failure("RESOURCE_NOT_FOUND", { field: "of", message: "Not there any more, send the file" });

/** The cells lie beside the import with the file, which others name. */
const findCells = async ({ user }: ApplyRequest, id: string) => {
  if (!isImportId(id)) throw gone();
  const cellsOf = (of: string) => readStored<StoredCells>(cellsKey(user._id, of));
  const own = await cellsOf(id);
  if (own) return { of: id, cells: own };
  const { of } = (await readStored<StoredImport>(keyOf(user._id, id))) ?? {};
  return { of: of ?? id, cells: of && (await cellsOf(of)) };
};

/** Whether other answers leave the cells as they are: naming the sheet that was found reads the same one. */
const isSame = ({ reading: before, sheet }: StoredCells, { kind, sheet: wanted, head_row }: Reading): boolean =>
  before.kind === kind &&
  before.head_row === head_row &&
  (before.sheet === wanted || (wanted !== undefined && wanted === sheet?.name));

/** The file of a sheet that is open for a preview. */
export const fileOf = async (user: string, { of = "", unstored }: UploadedSheet): Promise<Uint8Array> => {
  const file = unstored.file ?? (await readBytes(fileKey(user, of)));
  if (!file) throw gone();
  return file;
};

const filledKey = (user: string, id: string): string => `imports/${user}/${id}.filled`;

export const storeFilled = (user: string, id: string, file: Uint8Array): Promise<void> =>
  writeBytes(filledKey(user, id), file);

/** The address of a sheet that is filled in, under the name of the file that was sent. */
export const filledAddress = (user: string, { _id, settings, sheet }: StoredImport): Promise<string> => {
  const name = settings.name ?? (sheet.name === undefined ? "Stock.csv" : "Stock.xlsx");
  return downloadAddress(s3, { Bucket, Key: filledKey(user, _id) }, name);
};

/** Stores what is not stored of a sheet whose preview has this id. */
export const storeSheet = async (user: string, id: string, { of = id, rows, sheet, unstored }: UploadedSheet) => {
  const { file, cells } = unstored;
  await Promise.all([
    file && writeBytes(fileKey(user, of), file),
    cells && writeStored(cellsKey(user, of), { ...cells, rows: rows.map(toSent), sheet } satisfies StoredCells),
  ]);
};
