// Codes of orders that programs bring which stand for no product, until somebody chooses one: in an item `asked#<channel>` of the
// Imports table, the newest first.
import { type Channel, channels } from "#shared/channel.ts";
import { codeForm, unwrapped } from "#shared/product-code.ts";
import type { UserTag } from "#shared/user.ts";
import { toTags } from "../../catalogue/tags.ts";
import { getAll } from "../../db/batch-reads.ts";
import { expiresIn, getItem, updateWithRetry } from "../../db/dynamo.ts";
import { aliases, products } from "../../db/tables.ts";
import { importsTable } from "../records.ts";
import { codeFinder } from "./code-finder.ts";

export interface AskedCode {
  code: string;
  /** The order that was refused for it. */
  order: string;
  by: UserTag;
  /** When it was first asked for. */
  at: string;
}

/** Of a channel. Each has up to 500 characters, and an item up to 400 KB. */
const maxAsked = 100;
/** For which a code is listed, and after which it is listed anew if it is still asked for. */
const askedDays = 30;

const keyOf = (channel: Channel) => ({ key: `asked#${channel}` });
const isRecent =
  (now: Date) =>
  ({ at }: AskedCode): boolean =>
    Date.parse(at) > now.getTime() - askedDays * 86_400_000;

/** Of two calls at once the later one counts: what is lost is asked for again with its order. */
export const keepAsked = async (channel: Channel, asked: readonly AskedCode[], now: Date): Promise<void> => {
  const { codes = [] } = (await getItem<{ codes?: AskedCode[] }>(importsTable, keyOf(channel))) ?? {};
  const before = codes.filter(isRecent(now));
  const known = new Set(before.map(({ code }) => codeForm(code)));
  const added = new Map(asked.map((one) => [codeForm(one.code), one]));
  const fresh = [...added].flatMap(([form, one]) => (known.has(form) ? [] : one));
  if (fresh.length === 0) return;
  await updateWithRetry({
    TableName: importsTable,
    Key: keyOf(channel),
    UpdateExpression: "SET codes = :codes, expires = :expires",
    ExpressionAttributeValues: {
      ":codes": [...fresh, ...before].slice(0, maxAsked),
      ":expires": expiresIn(now, askedDays),
    },
  });
};

/** Those that still stand for no product, with the products that they may stand for. */
export const listAsked = async (now: Date) => {
  const table = importsTable ?? "";
  const found = (await getAll({ table, keys: channels.map(keyOf) })).get(table) ?? [];
  if (found.length === 0) return [];
  const [rows, all] = await Promise.all([products.list(), aliases.list()]);
  const { product } = toTags({ product: new Map(rows.map((row) => [row._id, row])), warehouse: new Map() });
  return found.flatMap(({ key, codes }) => {
    const channel = channels.find((one) => keyOf(one).key === key);
    if (!channel) return [];
    const { find, explain } = codeFinder(
      rows,
      all.filter((alias) => alias.channel === channel),
    );
    const open = (codes as AskedCode[]).filter(
      (one) => isRecent(now)(one) && !find(one.code) && !find(unwrapped(one.code)),
    );
    return open.map((one) => {
      const { candidates, problem } = explain({ code: one.code, title: "", isRounded: false, ofSizes: [] });
      return { channel, ...one, candidates: candidates.map(product), ...(problem && { problem }) };
    });
  });
};
