// Returns: what comes back of orders, received, undone and claimed.
import { channelLabel, channels } from "#shared/channel.ts";
import { addDays, dayRangeText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Return, ReturnsExport } from "#shared/return.ts";
import { claimStateLabel, dayFields } from "#shared/return-label.ts";
import { rateDays, returnRates } from "#shared/return-rate.ts";
import {
  balanceOf,
  claimsOf,
  isToFile,
  returnState,
  returnsShown,
  type StoredClaim,
  unitsOf,
  withClaim,
} from "#shared/return-units.ts";
import { sumBy } from "#shared/sum.ts";
import { recordEdit } from "./lib/audit/changes.ts";
import { datedAfter } from "./lib/audit/edit.ts";
import { readProductTags } from "./lib/catalogue/tags.ts";
import { readSales } from "./lib/days/daily-sales.ts";
import { rangeIn, readByDay, readPageByDay } from "./lib/db/day-index.ts";
import { movements, type ReturnRow, returns, stocks, writeFresh } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import type { Request } from "./lib/http/request.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";
import { findPosted } from "./lib/ledger/batch.ts";
import { postingAnswer } from "./lib/ledger/post.ts";
import { sendReport } from "./lib/reports/report.ts";
import { receiveReturn } from "./lib/returns/receive.ts";
import { rateColumns, returnColumns, toReportRows } from "./lib/returns/reports.ts";
import { readSettings, saveSettings, toSettings } from "./lib/returns/settings.ts";
import { isKept, openReturns, returnSubject, returnsByDay, toReturns, writeReturn } from "./lib/returns/store.ts";

/** Characters of a return in an answer, with one parcel and one claim. */
const returnLength = 700;

const handlers: Handlers<"returns"> = {
  "GET /v1/returns": async (request) => {
    const { query, today, now } = request;
    const range = rangeOf(query, today);
    if (!range) return shown(await openReturns(now), request);
    const lengthOf = ({ receipts }: ReturnRow) => returnLength * Math.max(1, receipts.length);
    const { rows, next } = await readPageByDay<ReturnRow>(returnsByDay, { ...range, after: query.after }, lengthOf);
    return new Page(await shown(rows, request), next && { ...(query as Record<string, string>), ...next });
  },

  "GET /v1/returns/export": async (request) => {
    const { query, today, now } = request;
    const range = rangeOf(query, today);
    const portions = range ? readByDay<ReturnRow>(returnsByDay, range) : [await openReturns(now)];
    async function* rows() {
      for await (const portion of portions) yield toReportRows(await shown(portion, request));
    }
    return sendReport({
      name: range ? `Returns ${dayRangeText(range)}` : "Open Returns",
      title: "Returns",
      columns: returnColumns,
      rows: rows(),
      about: [
        ["Changed", range ? dayRangeText(range) : "Open ones"],
        ["Channel", query.channel ? channelLabel(query.channel) : "All"],
        ["Shown", query.show ? returnsShown[query.show].label : "All"],
      ],
      now,
    });
  },

  "GET /v1/returns/summary": async ({ today, now }) => {
    const [rows, settings] = await Promise.all([openReturns(now), readSettings()]);
    const claims = rows.flatMap((row) => claimsOf(row, settings.channels[row.channel] ?? {}, today)).filter(isToFile);
    const days = claims.flatMap(({ last_day }) => last_day ?? []).sort();
    const [day] = days;
    return {
      awaited: sumBy(rows, (row) => (returnState(row) === "lost" ? 0 : balanceOf(row).awaited)),
      to_file: claims.length,
      ...(day && { next: { day, claims: days.filter((one) => one === day).length } }),
      without_days: channels.filter((channel) => {
        const days = settings.channels[channel];
        return rows.some((row) => row.channel === channel) && !dayFields.every((field) => days?.[field]);
      }),
    };
  },

  "GET /v1/returns/settings": async () => toSettings(await readSettings()),

  "PUT /v1/returns/settings": async (request) => {
    await saveSettings(request, request.body);
    return toSettings(await readSettings());
  },

  "GET /v1/returns/rates": async ({ query, today }) => {
    const rates = await readRates(query.product, today);
    // Of all products those of which something came: an answer has 6 MB.
    return query.product ? rates : rates.filter(({ units }) => unitsOf(units) > 0);
  },

  "GET /v1/returns/rates/export": async ({ today, now }) =>
    sendReport({
      name: `Return Rates ${today}`,
      title: "Return rates",
      columns: rateColumns,
      rows: [await readRates(undefined, today)],
      now,
    }),

  "GET /v1/returns/{id}": async ({ path, today }) => readReturn(path.id ?? "", today),

  "POST /v1/returns": async (request) => {
    const movement = await receiveReturn(request, request.body, request.files);
    return { ...(await postingAnswer([movement])), return: await readReturn(movement.of_return ?? "", request.today) };
  },

  "PUT /v1/returns/{id}/claims": async (request) => {
    const { claim: id, state, reference, seen } = request.body;
    const _id = request.path.id ?? "";
    await writeFresh(async () => {
      const row = await returns.get(_id);
      const { [row.channel]: days = {} } = (await readSettings()).channels;
      const claim = claimsOf(row, days, request.today).find((one) => one._id === id);
      if (!claim) throw new Failure("RESOURCE_NOT_FOUND", { field: "claim", message: "No such claim" });
      const to = {
        state,
        units: claim.units,
        reference: state === "to_file" ? undefined : (reference ?? claim.reference) || undefined,
      };
      const { state: now = "to_file", reference: known } = row.claims?.[id] ?? {};
      if (now === to.state && known === to.reference) return [];
      if (seen && seen !== claim.state)
        throw new Failure("CONFLICT", {
          field: "state",
          message: `It is ${claimStateLabel(claim.state).toLowerCase()} by now`,
        });
      const author = datedAfter(request, row);
      const text = (one: Pick<StoredClaim, "state" | "reference">) =>
        [claimStateLabel(one.state), one.reference].filter(Boolean).join(", ");
      const field = { field: "claim", from: text(claim), to: text(to) };
      return [writeReturn(withClaim(row, id, to), author.now), ...recordEdit(author, returnSubject(row), [field])];
    });
    return readReturn(_id, request.today);
  },
};

/** None for the open returns. */
const rangeOf = (query: ReturnsExport, today: string) => (query.start || query.end ? rangeIn(query, today) : undefined);

type Asked = Pick<Request<"GET /v1/returns/export">, "query" | "now" | "today">;

/** Those that the query asks for, as they are shown. */
const shown = async (rows: readonly ReturnRow[], { query, now, today }: Asked): Promise<Return[]> => {
  const { channel, product, show } = query;
  const kept = rows.filter(
    (row) => isKept(row, now) && (!channel || row.channel === channel) && (!product || row.product === product),
  );
  return (await toReturns(kept, today)).filter((one) => !show || returnsShown[show].test(one));
};

const readReturn = async (id: string, today: string): Promise<Return> => {
  const [one] = await toReturns([await returns.get(id)], today);
  if (!one) throw new Failure("RESOURCE_NOT_FOUND");
  return one;
};

/** Rates of a product, or of all that were sold or came back. */
const readRates = async (product: string | undefined, today: string) => {
  const range = { start: addDays(today, 1 - Math.max(...rateDays)), end: today };
  const rows: ReturnRow[] = [];
  // A return that was received in these days has changed in them last, or later.
  for await (const some of readByDay<ReturnRow>(returnsByDay, range))
    rows.push(...some.filter((row) => !product || row.product === product));
  const stockRows = product ? [...(await stocks.findAll([product])).values()] : await stocks.listWithDeleted();
  const rates = returnRates(rows, await readSales(range, today, stockRows), today);
  const own = product ? rates.filter((rate) => rate.product === product) : rates;
  const tagOf = await readProductTags([...new Set(own.map((rate) => rate.product))]);
  return own.map((rate) => ({ ...rate, product: tagOf(rate.product) }));
};

/** A parcel that a request has received, and its return as it is by now. */
const findReceived = async (id: string) => {
  const posted = await findPosted(id);
  const { of_return = "" } = (posted && (await movements.find(id))) ?? {};
  const row = await returns.find(of_return);
  const [one] = row ? await toReturns([row], row.day) : [];
  return posted && one && { ...posted, answer: { ...posted.answer, return: one } };
};

export const handler = serve("returns", handlers, { readUpload, findDone: { "POST /v1/returns": findReceived } });
