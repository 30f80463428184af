// Tickets: one download of one path and query by one user, since a form cannot carry a bearer token.
import { createHash, randomBytes } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { dynamo } from "../db/dynamo.ts";
import { type UserRow, users } from "../db/tables.ts";
import { TableName } from "../db/unique-keys.ts";

type Query = Record<string, string | undefined>;

const print = (...parts: string[]): string => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** What a ticket is for; the order of the query and its empty values do not matter. */
const purposeOf = (path: string, query: Query): string => {
  const sent = Object.entries(query).filter(([name, value]) => name !== "ticket" && value);
  return print(path, JSON.stringify(sent.sort(([a], [b]) => (a < b ? -1 : 1))));
};

/** Stored hashed: who reads the table cannot use it. */
const keyOf = (ticket: string): string => `ticket#${print(ticket)}`;

export const issueTicket = async (user: UserRow, path: string, query: Query, now: Date): Promise<string> => {
  const ticket = randomBytes(32).toString("base64url");
  const expires = Math.floor(now.getTime() / 1_000) + ticketSeconds;
  const Item = { key: keyOf(ticket), user: user._id, epoch: user.epoch, purpose: purposeOf(path, query), expires };
  await dynamo.send(new PutCommand({ TableName, Item }));
  return ticket;
};

/** The user a ticket speaks for; it is gone with its first use, whatever that was. Anything wrong with it is 401. */
export const redeemTicket = async (ticket: string, path: string, query: Query, now: Date): Promise<UserRow> => {
  const used = /^[\w-]{43}$/.test(ticket) ? await take(keyOf(ticket)) : undefined;
  const good = used && used.purpose === purposeOf(path, query) && Number(used.expires) * 1_000 > now.getTime();
  const user = good ? await users.find(String(used.user)) : undefined;
  if (!user || user.epoch !== used?.epoch) throw new Failure("UNAUTHORIZED");
  return user;
};

const take = async (key: string): Promise<Record<string, unknown> | undefined> => {
  try {
    const { Attributes } = await dynamo.send(
      new DeleteCommand({
        TableName,
        Key: { key },
        ConditionExpression: "attribute_exists(#key)",
        ExpressionAttributeNames: { "#key": "key" },
        ReturnValues: "ALL_OLD",
      }),
    );
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
