// Sessions: tokens with a user's id and epoch. Role and validity are read from the user's row on every call.
import { Failure } from "#shared/failure.ts";
import { type BatchGet, getAll, type RowsByTable } from "../db/batch-reads.ts";
import { type UserRow, users } from "../db/tables.ts";
import { sessionHours, signToken, verifyToken } from "./token.ts";

const audience = "inventory-manager-web";

/** A signed token for a user. */
export const openSession = (user: UserRow, now: Date): Promise<string> => signToken(audience, user, now, sessionHours);

/** The user of a call, and the rows that were read together with the user's. */
export interface Caller {
  user: UserRow;
  prefetched: RowsByTable;
}

/**
 * The user of a bearer token; 401 unless the token is valid and the user still exists. Once the token is verified, what
 * else the call needs is read in the same round trip as the user.
 */
export const authenticate = async (
  authorization: string | undefined,
  prefetch: () => Promise<BatchGet[]>,
): Promise<Caller> => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "")?.[1];
  if (!token) throw new Failure("UNAUTHORIZED");
  const { sub = "", epoch } = await verifyToken(audience, token);
  const prefetched = await getAll(users.batchGet([sub]), ...(await prefetch()));
  const user = users.rowsIn(prefetched).get(sub);
  if (!user || user.epoch !== epoch) throw new Failure("UNAUTHORIZED");
  return { user, prefetched };
};
