// Finds the product of a code of a channel's listings, which may stand for several units. Loaded with the first code that no
// product has.
import type { Alias } from "#shared/alias.ts";
import { normalised } from "#shared/name.ts";
import { call } from "../lib/api/client.ts";
import { lastKnown } from "../lib/api/offline-cache.ts";

/** Milliseconds after which they are read again. */
const keptFor = 60_000;

let known: { at: number; list: Promise<readonly Alias[]> } | undefined;
let last: readonly Alias[] | undefined;

/** Without an answer those that were read last, on this visit or an earlier one. */
const read = (): Promise<readonly Alias[]> => {
  if (known && Date.now() - known.at < keptFor) return known.list;
  const list = call("GET /v1/aliases", {}).then(
    (fresh) => {
      last = fresh;
      return fresh;
    },
    async () => {
      known = undefined;
      return last ?? ((await lastKnown("/v1/aliases"))?.data as Alias[] | undefined) ?? [];
    },
  );
  known = { at: Date.now(), list };
  return list;
};

/** Undefined if no listing has the code, or listings of several channels mean different things by it. */
export const findAlias = async (code: string): Promise<Alias | undefined> => {
  const wanted = normalised(code);
  const named = (await read()).filter((alias) => normalised(alias.code) === wanted);
  const [one] = named;
  return named.every(({ product, units }) => product._id === one?.product._id && units === one.units) ? one : undefined;
};
