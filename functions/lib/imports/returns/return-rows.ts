// Import of returns files: each line is a return that a channel has advised. A file that is sent again changes what has changed.
// Nothing else of a line is read: no name, address or number of a buyer is stored.
import type { Parsed } from "#shared/api.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { ImportRow } from "#shared/import.ts";
import { maxUnits } from "#shared/limits.ts";
import { isRoundedCode } from "#shared/product-code.ts";
import { adviceChanges, hasNumber, type ReturnKind, type ReturnLine, sumReturnLines } from "#shared/return-line.ts";
import { sumBy } from "#shared/sum.ts";
import { fieldChanges, recordEdit } from "../../audit/changes.ts";
import { datedAfter } from "../../audit/edit.ts";
import { partsOf } from "../../catalogue/product-sets.ts";
import type { ReturnRow, Write } from "../../db/tables.ts";
import { findReturns, returnSubject, type Wanted, writeReturn } from "../../returns/store.ts";
import { type Cell, isDamaged, type Row } from "../../spreadsheets/cell.ts";
import { isNothingIn, notUnits, problemOf, unitsOf } from "../../spreadsheets/cell-values.ts";
import { cutByCost } from "../groups.ts";
import { type ApplyRequest, type ImportKindRules, productTag, withoutRows } from "../import-kind.ts";
import { leftOver } from "../left-over.ts";
import { notTakenAsks } from "../not-taken.ts";
import { lineCoder } from "../orders/line-code.ts";
import { idOf, textOf } from "../orders/order-lines.ts";
import { readFinder } from "../orders/order-of-program.ts";
import { dayReader, isNoSize } from "../orders/status-words.ts";
import { countRecords, maxRowActions, type RowWrites, readOutcome, writeGroup } from "../records.ts";
import { cellOf, problemAt, type Table, toTable } from "../table.ts";
import { numbersIn, returnFields, sizeColumn, tellReturns, whyNoReturns } from "./return-columns.ts";

type Settings = Parsed<"POST /v1/imports/returns">;

/** A return is written, and an edit of it recorded. */
const maxReturns = Math.floor(maxRowActions / 2);
/** Characters of a number, and of a code. */
const longest = 100;

export const returnRules: ImportKindRules<Settings, ReturnLine[]> = {
  fields: (rows) => returnFields(rows),

  preview: async (fileRows, { channel, columns, head_row }, { now }) => {
    const today = dayOf(now);
    const { rows: productRows, ...finder } = await readFinder(channel);
    const byId = new Map(productRows.map((row) => [row._id, row]));
    const isKnown = ({ text }: Cell) => finder.find(text) !== undefined;
    const fields = returnFields(fileRows, isKnown, ({ text }) => finder.isOwn(text));
    const table = toTable(fileRows, fields, columns, { head_row });
    const { unused } = leftOver(table, fields, [], columns);
    if (table.missing.length > 0) return withoutRows(table, { unused });
    const why = whyNoReturns(table, channel);
    if (why) throw new Failure("BAD_REQUEST", why);

    const readDay = dayReader(table.rows.map(advisedText(table)), today);
    const read = table.rows.map((row) => readRow(table, row, readDay, today));
    const codeOf = lineCoder(read, finder, false);
    const coded = read.map((one) => ({ ...one, listed: codeOf(one).listed }));
    const told = sumReturnLines(
      coded.flatMap(({ status, line: said, listed }) => {
        if (status && status !== "cancelled") return [];
        // If it was advised before, it is not expected any more.
        const line = status ? { ...said, units: 0 } : said;
        if (!listed) return [line];
        // Of a combo each product comes back by itself.
        return partsOf(listed).map(({ product, units }, at): ReturnLine => {
          const p_id = byId.get(product)?.p_id;
          return {
            ...line,
            code: at === 0 ? line.code : `${line.code} ${p_id}`,
            product,
            p_id,
            units: line.units * units,
          };
        });
      }),
    );
    const found = await findReturns(channel, told.map(wantedOf), now);
    const lines = told.flatMap((line, at) => {
      const before = found[at];
      return before
        ? [{ ...line, effect: effectOf(before, line, today), ...(!isNew(before) && { _id: before._id }) }]
        : [];
    });
    // A row of a combo is of several returns, of which only one may change.
    const byRow = new Map(
      lines.flatMap(({ rows, effect }) => (effect === "same" ? [] : rows.map((row) => [row, effect] as const))),
    );
    const rows = coded.map(({ row, status: own, line, listed, source, problems }): ImportRow => {
      const effect = byRow.get(row) ?? "same";
      const status = own === "cancelled" && effect === "changed" ? effect : (own ?? effect);
      const product = byId.get(listed?.product ?? "");
      const isUnknown = !product && (status === "new" || status === "changed");
      return {
        ...{ _id: String(row), status, code: line.code, quantity: line.units, changes: [], problems },
        ...(product && { product: productTag(product) }),
        ...(line.order && { order: line.order }),
        ...(isUnknown && { not_taken: [problemAt(table, "code", source, "stands for no product yet")] }),
      };
    });
    return {
      table,
      found: { unused, asks: notTakenAsks(rows), sum: sumBy(told, ({ units }) => units) },
      rows,
      groups: cutByCost(
        lines.flatMap(({ effect, ...line }) => (effect === "same" ? [] : line)),
        () => 1,
        maxReturns,
      ),
    };
  },

  async apply(request, stored, index) {
    const before = await readOutcome(stored, index);
    if (before) return before;
    const lines = stored.groups[index] ?? [];
    const { channel } = stored.settings;
    // The open ones were searched when the file was read.
    const found = await findReturns(channel, lines.map(wantedOf), request.now, true);
    const rows = lines.map(
      (line, at): RowWrites => ({
        ...{ row: line.rows[0] ?? 0, rows: line.rows.length },
        writes: writesOf(request, line, found[at]),
      }),
    );
    return writeGroup(request, stored, index, rows);
  },

  countApplied: (_request, stored) => countRecords(stored),
};

const wantedOf = ({ _id, order, reference, tracking, code, p_id, product }: ReturnLine): Wanted => ({
  ...{ _id, numbers: { order, reference, tracking }, codes: [code, p_id], product },
});

const isNew = ({ version }: ReturnRow): boolean => version === 0;

/** What a line does to its return. Of one that nobody has advised a cancelled line says nothing. */
const effectOf = (row: ReturnRow, line: ReturnLine, today: string): "new" | "changed" | "same" => {
  if (isNew(row)) return line.units > 0 ? "new" : "same";
  return Object.keys(adviceChanges(row, line, today)).length > 0 ? "changed" : "same";
};

const writesOf = (request: ApplyRequest, line: ReturnLine, row: ReturnRow | undefined): Write[] => {
  const today = dayOf(request.now);
  if (!row || effectOf(row, line, today) === "same") return [];
  const author = datedAfter(request, row);
  const changed = adviceChanges(row, line, today);
  const { product, chosen: _, ...others } = changed;
  const fields = fieldChanges(row, { ...others, ...(product && { p_id: line.p_id }) });
  const edit = isNew(row) ? [] : recordEdit(author, returnSubject(row), fields);
  return [writeReturn({ ...row, ...(changed as Partial<ReturnRow>) }, author.now), ...edit];
};

/** Words of returns that the courier brings back undelivered; any other text is a customer's. */
const ofUndelivered = /courier|rto|undeliver|not delivered|logistic|origin/i;
const kindIn = (text: string): ReturnKind | undefined =>
  text === "" ? undefined : ofUndelivered.test(text) ? "undelivered" : "customer";

const damagedRow = "Has more fields than heads, or a lost character: quotes are missing, so it is not taken";

const isOff = (status: string): boolean => /cancel|reject|declin|denied/i.test(status);

const advisedText =
  (table: Table) =>
  (row: Row): string =>
    cellOf(table, "advised_on", row)?.text.trim() ?? "";

/** What a row says. `status`: why it is no return that comes. */
const readRow = (table: Table, source: Row, readDay: ReturnType<typeof dayReader>, today: string) => {
  const cell = (field: string) => cellOf(table, field, source);
  const text = (field: string) => (field in table.columns ? idOf(cell(field)) : "");
  const size = textOf(source.cells[sizeColumn(table)] ?? null);
  const [seller, listing] = [text("code"), text("listing")];
  const written = [seller || listing, size && !isNoSize(size) ? size : ""].filter(Boolean).join(" ");
  const units = isNothingIn(cell("quantity")) ? 1 : unitsOf(cell("quantity"), 0, maxUnits);
  const { order, reference, tracking } = { order: text("order"), ...numbersIn(table, text) };
  const numbers = { ...(order && { order }), ...(reference && { reference }), ...(tracking && { tracking }) };
  const problems: ImportRow["problems"] = [];
  const report = (field: string, message: string) => void problems.push(problemAt(table, field, source, message));
  if (units === undefined) report("quantity", problemOf(cell("quantity")) ?? notUnits(0, maxUnits));
  if (written === "") report("code", problemOf(cell("code")) ?? "Required");
  if (!hasNumber(numbers)) report("order", "Needs the number of the order, the return or the parcel");
  for (const field of ["order", "reference", "tracking", "code"] as const) {
    if (isRoundedCode(text(field))) report(field, "A spreadsheet has rounded this number");
    if (text(field).length > longest) report(field, `At most ${longest} characters`);
  }
  const advisedOn = readDay(advisedText(table)(source));
  const isTold = tellReturns.some((field) => cell(field)?.text.trim());
  const line: ReturnLine = {
    ...numbers,
    ...{
      rows: [source.number],
      code: written,
      units: units ?? 0,
      kind: kindIn(text("kind")),
      // A date that a sheet writes for none is none.
      advised_on: advisedOn && advisedOn >= "2000" && advisedOn <= today ? advisedOn : undefined,
    },
  };
  // A name of the buyer may stand under any of its heads, so no cell of it is shown.
  const damaged = isDamaged(source) && { ...problemAt(table, "code", source, damagedRow), value: "" };
  const status: ImportRow["status"] | undefined = damaged
    ? "wrong"
    : !isTold || units === 0
      ? "same"
      : isOff(text("status"))
        ? "cancelled"
        : problems.length > 0
          ? "wrong"
          : undefined;
  return {
    ...{ row: source.number, source, line: damaged ? { rows: line.rows, code: "", units: 0 } : line, status },
    problems: damaged ? [damaged] : status === "wrong" ? problems : [],
    ...{ seller, listing, size, title: "", isRounded: false, isCodeUnusable: false },
  };
};
