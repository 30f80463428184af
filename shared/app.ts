// The application context: the lists of products and warehouses from which users pick.
import * as v from "valibot";
import { Product } from "./product.ts";
import { Warehouse } from "./warehouse.ts";

export const ContextProduct = v.pick(Product, ["_id", "p_id", "name", "image", "stock", "codes", "pack"]);
export type ContextProduct = v.InferOutput<typeof ContextProduct>;

export const Context = v.object({ product: v.array(ContextProduct), warehouse: v.array(Warehouse) });
export type Context = v.InferOutput<typeof Context>;
