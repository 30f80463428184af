// What a channel may sell, from the tables: its codes, the products that they stand for, and units in its warehouses.
import { mayBeSold } from "#shared/availability.ts";
import { idsOf, pickable, unitsIn, warehousesFor } from "#shared/catalogue.ts";
import type { Channel } from "#shared/channel.ts";
import { channelsWithout, noneLeft } from "#shared/channel-warehouses.ts";
import { Failure } from "#shared/failure.ts";
import { codeForm, codesOf } from "#shared/product-code.ts";
import { readBuffer } from "../catalogue/buffers.ts";
import { type ProductSet, partsOf } from "../catalogue/product-sets.ts";
import { aliases, isActive, products, stocks, warehouses } from "../db/tables.ts";
import { codeFinder } from "./orders/code-finder.ts";

/** 422 if the channel has no warehouse left: 0 of everything would end its listings. */
export const readAvailability = async (channel: Channel) => {
  const [productRows, aliasRows, warehouseRows, stockRows, buffer] = await Promise.all([
    products.list(),
    aliases.list(),
    warehouses.listWithDeleted(),
    stocks.list(),
    readBuffer(channel),
  ]);
  const own = aliasRows.filter((alias) => alias.channel === channel);
  const { find } = codeFinder(productRows, own);
  const active = warehouseRows.filter(isActive);
  const chosen = warehousesFor(channel, active, channelsWithout(warehouseRows));
  const from = chosen ? new Set(chosen) : idsOf(pickable(active));
  if (from.size === 0) throw new Failure("UNPROCESSABLE_CONTENT", { field: "channel", message: noneLeft(channel) });
  const held = new Map(stockRows.map((row) => [row._id, unitsIn(row.held, from)]));
  const unitsOf = (product: string): number => held.get(product) ?? 0;
  const availableOf = (set: ProductSet): number => mayBeSold(partsOf(set), unitsOf, buffer);
  /** The codes of the channel, and of products that none of them stands for alone all codes of their own; those of `only` some products. */
  const listings = (only?: ReadonlySet<string>) => {
    const named = new Set(own.filter(({ more }) => !more).map(({ product }) => product));
    const bare = productRows.filter(({ _id }) => !named.has(_id)).flatMap(codesOf);
    const codes = new Map([...bare, ...own.map(({ code }) => code)].map((code) => [codeForm(code), code]));
    return [...codes.values()].flatMap((code) => {
      const set = find(code);
      const isAsked = set && (!only || partsOf(set).some(({ product }) => only.has(product)));
      return isAsked ? [{ code, available: availableOf(set) }] : [];
    });
  };
  return { buffer, find, availableOf, listings, products: productRows };
};
