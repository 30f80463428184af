// Sessions: tokens with a user's id, an epoch and an id of their own. Role and validity are read from the user's row on
// every call.
import { randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { Failure } from "#shared/failure.ts";
import { type BatchGet, getAll, type RowsByTable } from "../db/batch-reads.ts";
import { type UserRow, users } from "../db/tables.ts";
import { isTokenOf, type ProgramToken } from "./program-token.ts";
import { type Audience, sessionHours, signToken, verifyToken } from "./token.ts";

const audience = "inventory-manager-web";

const endAudience = "inventory-manager-end";

/** A signed token for a user, and the ticket that ends its session. */
export const openSession = async (user: UserRow, now: Date): Promise<{ token: string; end: string }> => {
  const id = randomUUID();
  const sign = (audience: Audience) => signToken(audience, user, now, sessionHours, id);
  const [token, end] = await Promise.all([sign(audience), sign(endAudience)]);
  return { token, end };
};

/** The session that a ticket ends, which has expired if the ticket has; 401 for anything else. */
export const readEndTicket = (ticket: string): Promise<JWTPayload> => verifyToken(endAudience, ticket);

/** Whether the session of these claims was ended before it expired. */
export const isOver = (
  { epoch, ended = {}, sessions_from = 0 }: Pick<UserRow, "epoch" | "ended" | "sessions_from">,
  claims: JWTPayload,
): boolean => claims.epoch !== epoch || Object.hasOwn(ended, claims.jti ?? "") || Number(claims.iat) < sessions_from;

/** The user of a call, and the rows that were read together with the user's. */
export interface Caller {
  user: UserRow;
  prefetched: RowsByTable;
  /** The claims of the caller's token. */
  session?: JWTPayload;
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
  const claims = await verifyToken(audience, token);
  const { sub = "" } = claims;
  const prefetched = await getAll(users.batchGet([sub]), ...(await prefetch()));
  const user = users.rowsIn(prefetched).get(sub);
  if (!user || user.kind || isOver(user, claims)) throw new Failure("UNAUTHORIZED");
  return { user, prefetched, session: claims };
};

/** The user that a program is; 401 unless the token is one of its own that is valid. Nothing else is read until its call is counted. */
export const authenticateProgram = async ({ program, token }: ProgramToken, now: Date): Promise<UserRow> => {
  const user = users.rowsIn(await getAll(users.batchGet([program]))).get(program);
  if (!user || !isTokenOf(user, token, now)) throw new Failure("UNAUTHORIZED");
  return user;
};
