// Stores the products that were chosen for a channel's codes, so that nobody is asked again, and ends an alias when its
// code becomes a product's own. Both are in the record of changes.
import { hash } from "node:crypto";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import type { AliasChoice } from "#shared/import.ts";
import { normalised } from "#shared/name.ts";
import type { EndedAlias } from "#shared/product.ts";
import { codeForm, codesOf, isPlaceholder, isRoundedCode } from "#shared/product-code.ts";
import { mayAct } from "#shared/role.ts";
import { toUserTag } from "#shared/user.ts";
import { type Author, fieldChanges, record, type Subject } from "../audit/changes.ts";
import { slices } from "../db/batch-reads.ts";
import { type AliasRow, aliases, type ProductRow, type UserRow, type Write, writeAll } from "../db/tables.ts";
import { isSameSet, type ProductSet, partsOf, setsOf } from "./product-sets.ts";

/** A code has one alias in a channel. */
export const aliasId = (channel: Channel, code: string): string =>
  hash("sha256", `${channel}#${normalised(code)}`, "hex").slice(0, 32);

type Coded = Pick<ProductRow, "_id" | "p_id" | "codes">;

export const aliasSubject = ({ _id, channel, code }: Pick<AliasRow, "_id" | "channel" | "code">): Subject => ({
  kind: "alias",
  row: _id,
  name: `${channelLabel(channel)} ${code}`,
});

/** Whether a user may let a code stand for something else: managers, who chose it, and anybody once its product is deleted. */
export const mayReplace = (
  { _id, role }: Pick<UserRow, "_id" | "role">,
  alias: AliasRow,
  active: { has: (product: string) => boolean },
): boolean =>
  mayAct(role, "manager") || alias.user._id === _id || partsOf(alias).some(({ product }) => !active.has(product));

/** Aliases in one transaction, each with the record of its change. */
const ofTransaction = 50;

/**
 * Stores the chosen products, once however often they are sent. Skips codes that a product now has, or that somebody
 * else has chosen for meanwhile.
 */
export const keepAliases = async (
  author: Author & { user: UserRow },
  channel: Channel,
  chosen: readonly AliasChoice[],
  productRows: readonly Coded[],
): Promise<void> => {
  const { user, now } = author;
  const byId = new Map(productRows.map((row) => [row._id, row]));
  const taken = new Set(productRows.flatMap(codesOf).map(codeForm));
  const named = setsOf(chosen).filter(
    (set) =>
      !isRoundedCode(set.code) &&
      !isPlaceholder(set.code) &&
      !taken.has(codeForm(set.code)) &&
      partsOf(set).every(({ product }) => byId.has(product)),
  );
  const wanted = new Map(named.map((choice) => [aliasId(channel, choice.code), choice]));
  const stored = await aliases.findAll(wanted.keys());
  const fieldsOf = (set: ProductSet | undefined) => {
    const named = (product: string) => byId.get(product)?.p_id ?? product;
    const more = set?.more?.map(({ product, units }) => ` + ${units} × ${named(product)}`) ?? [];
    return { product: set && [named(set.product), ...more].join(""), units: set?.units };
  };
  const writes = [...wanted].flatMap(([_id, choice]): Write[][] => {
    const before = stored.get(_id);
    if ((before && isSameSet(before, choice)) || (before && !mayReplace(user, before, byId))) return [];
    const alias: AliasRow = { _id, channel, ...choice, user: toUserTag(user), created_at: now.toISOString() };
    const fields = fieldChanges(fieldsOf(before), fieldsOf(choice));
    return [[aliases.put(alias, before), record(author, aliasSubject(alias), before ? "changed" : "created", fields)]];
  });
  for (const some of slices(writes, ofTransaction)) await writeUnlessChanged(some);
};

/** Ends the aliases of codes that a product has taken: they would stand for nothing any more. */
export const endAliases = async (author: Author, codes: readonly string[], p_id: string): Promise<EndedAlias[]> => {
  const ids = codes.flatMap((code) => channels.map((channel) => aliasId(channel, code)));
  const found = [...(await aliases.findAll(ids)).values()];
  const writes = found.map((alias) => [
    aliases.remove(alias._id, { created_at: alias.created_at }),
    record(author, aliasSubject(alias), "deleted", [{ field: "taken_by", to: p_id }]),
  ]);
  for (const some of slices(writes, ofTransaction)) await writeUnlessChanged(some);
  return found.map(({ channel, code }) => ({ channel, code }));
};

/** All at once, or one by one without those that somebody has changed meanwhile. */
export const writeUnlessChanged = async (writes: readonly Write[][]): Promise<void> => {
  try {
    await writeAll(writes.flat());
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
    if (writes.length > 1) for (const one of writes) await writeUnlessChanged([one]);
  }
};
