// Keeps the products that were chosen for a channel's codes, so that nobody is asked for them again.
import { createHash } from "node:crypto";
import type { Channel } from "#shared/channel.ts";
import type { AliasChoice } from "#shared/import.ts";
import { normalised } from "#shared/name.ts";
import { isRoundedCode } from "#shared/product-code.ts";
import { putAll } from "../../db/batch-reads.ts";
import { type AliasRow, aliases } from "../../db/tables.ts";
import type { ApplyRequest } from "../import-kind.ts";

/** A code has one alias in a channel: a later choice replaces it. */
const aliasId = (channel: Channel, code: string): string =>
  createHash("sha256")
    .update(`${channel}#${normalised(code)}`)
    .digest("hex")
    .slice(0, 32);

export const keepAliases = async ({ user, now }: ApplyRequest, channel: Channel, chosen: AliasChoice[]) => {
  const by = { _id: user._id, name: user.name, username: user.username };
  const rows = chosen
    .filter(({ code }) => !isRoundedCode(code))
    .map((choice): AliasRow => {
      const { code, product, units } = choice;
      return { _id: aliasId(channel, code), channel, code, product, units, user: by, created_at: now.toISOString() };
    });
  // DynamoDB refuses a batch that writes an item twice.
  await putAll(aliases.name, [...new Map(rows.map((row) => [row._id, row])).values()]);
};
