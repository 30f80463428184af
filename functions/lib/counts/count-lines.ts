// The lines of counts: units that a counter found on one shelf. Each is stored once, however often and in whichever
// order it arrives, together with the units in stock when it arrived.
import type { InferOutput } from "valibot";
import type { CountLine, CountLineForm, CountLinesAnswer } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { toUserTag } from "#shared/user.ts";
import { type BatchGet, getAll, queryAll, type RowsByTable, slices } from "../db/batch-reads.ts";
import { type Action, Cancelled, transact } from "../db/dynamo.ts";
import { type CountRow, stocks, type UserRow } from "../db/tables.ts";
import { checkLock } from "../db/unique-keys.ts";
import { lockOf, roundIn, roundsOf } from "./counts.ts";

const TableName = process.env.COUNTLINES_TABLE ?? "";

export interface CountLineRow extends Omit<CountLine, "_id"> {
  count: string;
  line: string;
  /** Units in stock in the warehouse when the line arrived. Counters do not see them. */
  held?: number;
}

interface LinesRequest {
  user: UserRow;
  now: Date;
  /** The stock of the products, and the lines that have these ids already. */
  prefetched: RowsByTable;
}

type Refused = InferOutput<typeof CountLinesAnswer>["refused"];

/** A transaction has 100 actions, of which one checks that the count is open. */
const maxWrites = 99;

/** The fields of a count that storing its lines needs. */
type OpenCount = Pick<CountRow, "_id" | "warehouse" | "rounds" | "created_at">;

export const readLines = (count: string): Promise<CountLineRow[]> =>
  queryAll({
    TableName,
    KeyConditionExpression: "#count = :count",
    ExpressionAttributeNames: { "#count": "count" },
    ExpressionAttributeValues: { ":count": count },
    ConsistentRead: true,
  });

export const linesBatchGet = (count: string, ids: Iterable<string>): BatchGet => ({
  table: TableName,
  keys: [...new Set(ids)].map((line) => ({ count, line })),
});

const linesIn = (found: RowsByTable): Map<string, CountLineRow> =>
  new Map(((found.get(TableName) ?? []) as unknown as CountLineRow[]).map((row) => [row.line, row]));

/** As the API answers it: without the units in stock, which counters are not to see. */
export const toLine = ({ count: _, line, held: __, ...counted }: CountLineRow): CountLine => ({
  _id: line,
  ...counted,
});

/** Stores lines; a line that cannot be stored is refused alone. */
export const storeLines = async (
  request: LinesRequest,
  count: OpenCount,
  sent: readonly CountLineForm[],
): Promise<{ refused: Refused }> => {
  const round = roundIn(await roundsOf(count));
  if (sent.some((line) => line.round > round(line.product ?? "")))
    throw new Failure("BAD_REQUEST", { field: "round", message: "Unknown round" });
  if (sent.some((line) => !line.product && !line.code))
    throw new Failure("BAD_REQUEST", { field: "product", message: "A product or a code expected" });
  const refused: Refused = [];
  for (const lines of slices(latestOf(sent), maxWrites))
    refused.push(...(await storeSome(request, count, lines, linesIn(request.prefetched))));
  return { refused };
};

/** The version with the highest `rev` of each line. */
const latestOf = (sent: readonly CountLineForm[]): CountLineForm[] => {
  const latest = new Map<string, CountLineForm>();
  for (const line of sent) if (line.rev > (latest.get(line.id)?.rev ?? 0)) latest.set(line.id, line);
  return [...latest.values()];
};

const storeSome = async (
  request: LinesRequest,
  count: OpenCount,
  lines: readonly CountLineForm[],
  stored: ReadonlyMap<string, CountLineRow>,
): Promise<Refused> => {
  const stockRows = stocks.rowsIn(request.prefetched);
  const refused: Refused = [];
  const rows: CountLineRow[] = [];
  for (const line of lines) {
    const before = stored.get(line.id);
    if (before && before.user._id !== request.user._id) refused.push({ id: line.id, message: "Somebody else's line" });
    else if (before && before.rev >= line.rev) continue;
    else if (line.product && !stockRows.has(line.product)) refused.push({ id: line.id, message: "No such product" });
    else rows.push(toRow(request, count, line, before, stockRows.get(line.product ?? "")?.held[count.warehouse] ?? 0));
  }
  if (rows.length === 0) return refused;
  try {
    await transact([checkLock(lockOf(count.warehouse), count._id).action, ...rows.map(putLine)]);
    return refused;
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    // The same line may have arrived by another request meanwhile.
    const ids = lines.map(({ id }) => id);
    const storedNow = linesIn(await getAll(linesBatchGet(count._id, ids)));
    if (!error.failed[0]) return storeSome(request, count, lines, storedNow);
    const unstored = rows.filter(({ line, rev }) => (storedNow.get(line)?.rev ?? 0) < rev);
    return [...refused, ...unstored.map(({ line }) => ({ id: line, message: "The count is closed" }))];
  }
};

const toRow = (
  { user, now }: LinesRequest,
  count: OpenCount,
  { id, round, product, code, quantity, rev, withdrawn, age, began }: CountLineForm,
  before: CountLineRow | undefined,
  held: number,
): CountLineRow => {
  // Nothing was counted before the count was opened: a longer age is a mistake of the device's clock.
  const longest = Math.max(0, now.getTime() - Date.parse(count.created_at));
  const ago = (seconds: number): string => new Date(now.getTime() - Math.min(seconds * 1_000, longest)).toISOString();
  const began_at = ago(Math.max(began, age));
  return {
    count: count._id,
    line: id,
    round,
    ...(product ? { product, held } : { code }),
    quantity,
    rev,
    ...(withdrawn && { withdrawn }),
    user: toUserTag(user),
    // The earliest time that a version of the line says: the clock of a device that slept since may have stood still.
    began_at: before && before.began_at < began_at ? before.began_at : began_at,
    at: ago(age),
    arrived_at: now.toISOString(),
  };
};

/** Writes a line, unless the stored one has the same or a higher `rev`. */
const putLine = (Item: CountLineRow): Action => ({
  Put: {
    TableName,
    Item,
    ConditionExpression: "attribute_not_exists(#line) OR #rev < :rev",
    ExpressionAttributeNames: { "#line": "line", "#rev": "rev" },
    ExpressionAttributeValues: { ":rev": Item.rev },
  },
});
