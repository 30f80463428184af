// The answer to whatever was posted.
import { type Movement, type Posted, rowsOf } from "#shared/movement.ts";
import { readTags, type Tags } from "../catalogue/tags.ts";
import { idFrom, type Order } from "./post.ts";

/** The id of the movement, or of the whole batch, and its rows. */
export const posted = async ({ user, key }: Order, movements: readonly Movement[], tags?: Tags): Promise<Posted> => {
  const { product, warehouse } = tags ?? (await readTags(movements));
  return { movement: idFrom(user._id, key), data: movements.flatMap((one) => rowsOf(one, product, warehouse)) };
};
