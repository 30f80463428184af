// Finds the product of a scanned code that the pure find-by-code.ts does not know: the code of a channel's listing,
// which may be a pack, or of a new product.
import { type Dispatch, type SetStateAction, useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import type { Alias } from "#shared/alias.ts";
import { normalised } from "#shared/name.ts";
import type { Coded } from "#shared/product-code.ts";
import { call } from "../lib/api/client.ts";
import { lastKnown } from "../lib/api/offline-cache.ts";
import { findById } from "../lib/find-by-id.ts";
import { preferenceOf } from "../lib/preference.ts";
import { usReadings, wasScannerSeen } from "../lib/scan/takers.ts";
import { writeText } from "../lib/stored.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { useApplicationContext } from "./application-context.ts";
import { catalogueAddress, useLists } from "./catalogue.tsx";
import { findByCode } from "./find-by-code.ts";

/** The product of a code, and its units: several for a pack. */
export interface Found<P> {
  product: P;
  units: number;
}

const findListing = async <P extends { _id: string }>(products: readonly P[], code: string) => {
  const alias = await findAlias(code);
  const product = alias && findById(products, alias.product._id);
  return product && { product, units: alias.units };
};

/** Set once somebody has said on this device that its scans are keys of a US keyboard. */
const usConfirmed = "scan us keys";

/** By the code as it was read; by its keys on a US keyboard only if that is sure. */
const findScanned = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const { us, isSure } = usReadings.get(code) ?? {};
  const counts = us !== undefined && (isSure || preferenceOf(usConfirmed, ""));
  return findByCode(products, code) ?? (counts ? findByCode(products, us) : undefined);
};

/**
 * Passes on the product of a scanned code: at once if a known product has the code, else once the products are loaded.
 * An unknown code reloads them.
 */
export function useFindByCode<P extends Coded & { _id: string }>(
  products: readonly P[],
): <T>(code: string, use: (found: Found<P> | undefined) => T) => T | Promise<T> {
  const { refreshing } = useLists();
  const { mutate } = useSWRConfig();
  const latest = useRef(products);
  latest.current = products;
  // The next scan finds the codes of these products ready.
  useEffect(() => {
    if (wasScannerSeen()) whenIdle(() => findByCode(products, ""));
  }, [products]);
  const early = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (!refreshing) for (const go of early.current.splice(0)) go();
  }, [refreshing]);
  const ask = useConfirm();
  /** The product of the code as a US keyboard types it, once the person confirms it. */
  const offer = async (code: string): Promise<Found<P> | undefined> => {
    const us = usReadings.get(code)?.us;
    const product = us === undefined ? undefined : findByCode(latest.current, us);
    if (!product) return undefined;
    const question = {
      title: `No product ${code}. ${us}?`,
      text: "The keyboard of this device seems to be set to another language than the scanner.",
      action: `Take ${us}`,
      harmless: true,
    };
    if (!(await ask(question))) return undefined;
    writeText("localStorage", usConfirmed, "yes");
    return { product, units: 1 };
  };
  const search = async (code: string): Promise<Found<P> | undefined> => {
    if (refreshing) await new Promise<void>((go) => early.current.push(go));
    else void mutate(catalogueAddress);
    const product = findScanned(latest.current, code);
    return product ? { product, units: 1 } : ((await findListing(latest.current, code)) ?? offer(code));
  };
  return (code, use) => {
    const product = findScanned(products, code);
    return product ? use({ product, units: 1 }) : search(code).then(use);
  };
}

/** The latest version of a callback, for use after a wait. */
export const useLatest = <F extends (...args: never[]) => unknown>(callback: F): F => {
  const latest = useRef(callback);
  latest.current = callback;
  return ((...args) => latest.current(...args)) as F;
};

/**
 * Searches for the product of a scanned code by its P.ID; for the code itself as long as nothing is known to have it. A
 * text typed meanwhile stays.
 */
export function useCodeSearch(search: Dispatch<SetStateAction<string>>): (code: string) => void {
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);
  return (code) => {
    search(code);
    void find(code, (found) => found && search((text) => (text === code ? found.product.p_id : text)));
  };
}

/** Before the aliases are read none is known; they are read for the next scan. */
export const isAlias = (code: string): boolean => {
  if (!last && wasScannerSeen()) void read();
  return aliasesOf(code, last).length > 0;
};

const aliasesOf = (code: string, aliases: readonly Alias[] = []): readonly Alias[] => {
  const wanted = normalised(code);
  return aliases.filter((alias) => normalised(alias.code) === wanted);
};

/** Milliseconds after which the aliases are read again. */
const cachedFor = 60_000;

let known: { at: number; list: Promise<readonly Alias[]> } | undefined;
let last: readonly Alias[] | undefined;

/** The aliases; without an answer those that were read last, on this visit or an earlier one. */
const read = (): Promise<readonly Alias[]> => {
  if (known && Date.now() - known.at < cachedFor) return known.list;
  const list = call("GET /v1/aliases", {}).then(
    (fresh) => {
      last = fresh;
      return fresh;
    },
    async () => {
      known = undefined;
      last ??= ((await lastKnown("/v1/aliases"))?.data as Alias[] | undefined) ?? [];
      return last;
    },
  );
  known = { at: Date.now(), list };
  return list;
};

/** Undefined if no listing has the code, or listings of several channels mean different things by it. */
export const findAlias = async (code: string): Promise<Alias | undefined> => {
  const named = aliasesOf(code, await read());
  const [one] = named;
  return named.every(({ product, units }) => product._id === one?.product._id && units === one.units) ? one : undefined;
};
