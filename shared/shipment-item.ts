// What a container still owes of a product: apart from its schemas, which a list of containers does without.
import type { Item } from "./shipment.ts";

/** Units that are still to come. */
export const owed = ({ quantity, received, closed = 0 }: Item): number => Math.max(0, quantity - received - closed);
