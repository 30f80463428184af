// Export tickets: each lets one user download one path and query once. A form, which fetches the file, cannot send a
// bearer token.
import { hash, randomBytes } from "node:crypto";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { dynamo } from "../db/dynamo.ts";
import { type UserRow, users } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import { type Caller, isOver } from "./session.ts";

type Query = Record<string, string | undefined>;

const fingerprint = (...parts: string[]): string => hash("sha256", parts.join("\n"), "base64url");

/** Hash of the path and query that a ticket is for, whatever the order of the query; empty values are left out. */
const purposeHash = (path: string, query: Query): string => {
  const sent = Object.entries(query).filter(([name, value]) => name !== "ticket" && value);
  return fingerprint(path, JSON.stringify(sent.sort(([a], [b]) => (a < b ? -1 : 1))));
};

/** Tickets are stored hashed, so that reading the table is not enough to use them. */
const keyOf = (ticket: string): string => `ticket#${fingerprint(ticket)}`;

export const issueTicket = async (
  { user, session: { jti, iat } = {} }: Pick<Caller, "user" | "session">,
  path: string,
  query: Query,
  now: Date,
): Promise<string> => {
  const ticket = randomBytes(32).toString("base64url");
  const expires = Math.floor(now.getTime() / 1_000) + ticketSeconds;
  const session = { epoch: user.epoch, jti, iat };
  const Item = { key: keyOf(ticket), user: user._id, ...session, purpose: purposeHash(path, query), expires };
  await dynamo.send(new PutCommand({ TableName: keysTable, Item }));
  return ticket;
};

/** The user of a ticket, which is deleted by its first use, valid or not. 401 if anything is wrong with it. */
export const redeemTicket = async (ticket: string, path: string, query: Query, now: Date): Promise<UserRow> => {
  const stored = /^[\w-]{43}$/.test(ticket) ? await consume(keyOf(ticket)) : undefined;
  const isValid =
    stored && stored.purpose === purposeHash(path, query) && Number(stored.expires) * 1_000 > now.getTime();
  const user = isValid ? await users.find(String(stored.user)) : undefined;
  // The session that asked for it may have ended since.
  if (!user || !stored || isOver(user, stored)) throw new Failure("UNAUTHORIZED");
  return user;
};

/** Without a condition: DynamoDB returns nothing for an item that is not there. */
const consume = async (key: string): Promise<Record<string, unknown> | undefined> =>
  (await dynamo.send(new DeleteCommand({ TableName: keysTable, Key: { key }, ReturnValues: "ALL_OLD" }))).Attributes;
