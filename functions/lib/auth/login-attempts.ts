// Counts failed sign-ins, so that nobody can guess for long: those with a device token by the token, all others by
// username and network address, also for usernames that nobody has.
import { hash } from "node:crypto";
import { isIPv6 } from "node:net";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { dynamo, getItem, ifCondition } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";
import { log } from "../log.ts";
import type { DeviceToken } from "./device-token.ts";

/** Failures allowed in one window, and its length in seconds; the first failure opens it. */
const perAddress = { max: 5, window: 15 * 60 };
const perName = { max: 50, window: 24 * 3_600 };
/** Failures with one device token; after that the token is ignored. */
const maxPerDevice = 10;

interface Count {
  failures: number;
  /** When the window ends, in epoch seconds. */
  expires: number;
}

/** The item of a name. */
interface NameCount extends Count {
  addresses: Record<string, Count>;
}

/** An attempt counts as a failure until it has succeeded. */
interface Attempt {
  /** Uncounts this attempt; without a device token, the failures from the same address too. */
  succeeded(): Promise<void>;
}

const nameKey = (lock: string): string => `login#${lock}`;
const deviceKey = (nonce: string): string => `device#${nonce}`;

/** One IPv6 connection has a whole /64, so all its addresses count as one. */
const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(address)) return address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
};

/** Short, and different for each username, so that the table shows neither addresses nor who shares one. */
const hashOf = (lock: string, ip: string): string =>
  hash("sha256", `${lock}\n${networkOf(ip)}`, "base64url").slice(0, 8);

const isOpen = (count: Count | undefined, now: number): count is Count => count !== undefined && count.expires > now;

/** Seconds until a count allows an attempt again. */
const secondsFull = (count: Count | undefined, { max }: { max: number }, now: number): number =>
  isOpen(count, now) && count.failures >= max ? count.expires - now : 0;

/**
 * Counts an attempt before the password is checked, so that parallel attempts count too. After too many it is refused
 * with 429 by a read alone.
 */
export const countAttempt = async (lock: string, ip: string, at: Date): Promise<Attempt> => {
  const [key, address, now] = [nameKey(lock), hashOf(lock, ip), Math.floor(at.getTime() / 1_000)];
  for (;;) {
    const stored = await getItem<NameCount>(keysTable, { key });
    const wait = Math.max(secondsFull(stored, perName, now), secondsFull(stored?.addresses[address], perAddress, now));
    if (wait > 0) throw new Failure("TOO_MANY_REQUESTS").retryIn(wait);
    const counted = await update(key, incrementOf(stored, address, now));
    // Undefined if a parallel attempt has opened a window or reached a limit since the read: read again.
    if (!counted) continue;
    if (counted.failures === perName.max) log("INFO", "guessing", { limit: "username" });
    return {
      succeeded: () =>
        takeBack(key, counted, {
          UpdateExpression: "SET failures = failures - :one REMOVE addresses.#address",
          // Only in the window in which it was counted, and not after a new password has cleared the count.
          ConditionExpression: "expires = :expires",
          ExpressionAttributeNames: { "#address": address },
          ExpressionAttributeValues: { ":one": 1, ":expires": counted.expires },
        }),
    };
  }
};

/** Counts an attempt with a device token; undefined if the token has failed too often. */
export const countDeviceAttempt = async ({ user, nonce, expires }: DeviceToken): Promise<Attempt | undefined> => {
  const key = deviceKey(nonce);
  const counted = await update(key, {
    UpdateExpression: "SET failures = if_not_exists(failures, :none) + :one, expires = :expires",
    ConditionExpression: "attribute_not_exists(failures) OR failures < :max",
    ExpressionAttributeValues: { ":none": 0, ":one": 1, ":max": maxPerDevice, ":expires": expires },
  });
  if (counted?.failures === maxPerDevice) log("INFO", "guessing", { limit: "device token", user });
  // Earlier failures stay: the sign-in gives a new token, and a stolen copy of this one must not gain guesses by it.
  return (
    counted && {
      succeeded: () =>
        takeBack(key, counted, {
          UpdateExpression: "SET failures = failures - :one",
          ConditionExpression: "attribute_exists(failures)",
          ExpressionAttributeValues: { ":one": 1 },
        }),
    }
  );
};

/** After a change of the password or username. Device tokens end with a new password anyway. */
export const clearAttempts = async (lock: string): Promise<void> => {
  await dynamo.send(new DeleteCommand({ TableName: keysTable, Key: { key: nameKey(lock) } }));
};

interface CountUpdate {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/** Adds a failure. The condition covers only what the increment relies on, so that parallel ones do not disturb it. */
const incrementOf = (stored: NameCount | undefined, address: string, now: number): CountUpdate => {
  const { addresses = {} } = stored ?? {};
  const ofAddress = addresses[address];
  const first: Count = { failures: 1, expires: now + perAddress.window };
  if (!isOpen(stored, now)) {
    const open = Object.entries(addresses).filter(([, count]) => isOpen(count, now));
    const next = isOpen(ofAddress, now) ? { ...ofAddress, failures: ofAddress.failures + 1 } : first;
    return {
      UpdateExpression: "SET failures = :one, expires = :expires, addresses = :addresses",
      ConditionExpression: "NOT expires > :now",
      ExpressionAttributeValues: {
        ":one": 1,
        ":now": now,
        ":expires": now + perName.window,
        ":addresses": { ...Object.fromEntries(open), [address]: next },
      },
    };
  }
  const isKnown = isOpen(ofAddress, now);
  return {
    UpdateExpression: isKnown
      ? "SET failures = failures + :one, addresses.#address.failures = addresses.#address.failures + :one"
      : "SET failures = failures + :one, addresses.#address = :first",
    ConditionExpression: `expires > :now AND failures < :max AND ${
      isKnown
        ? "addresses.#address.expires > :now AND addresses.#address.failures < :maxOfAddress"
        : "NOT addresses.#address.expires > :now"
    }`,
    ExpressionAttributeNames: { "#address": address },
    ExpressionAttributeValues: {
      ":one": 1,
      ":now": now,
      ":max": perName.max,
      ...(isKnown ? { ":maxOfAddress": perAddress.max } : { ":first": first }),
    },
  };
};

/** The count after an update; undefined if its condition failed. */
const update = (key: string, change: CountUpdate): Promise<Count | undefined> =>
  ifCondition(async () => {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({ TableName: keysTable, Key: { key }, ...change, ReturnValues: "ALL_NEW" }),
    );
    return Attributes as Count;
  });

/** An attempt that is the only one leaves no item behind. */
const takeBack = async (key: string, { failures, expires }: Count, change: CountUpdate): Promise<void> => {
  if (failures === 1 && (await removeOnly(key, expires))) return;
  await update(key, change);
};

const removeOnly = (key: string, expires: number): Promise<unknown> =>
  ifCondition(() =>
    dynamo.send(
      new DeleteCommand({
        TableName: keysTable,
        Key: { key },
        ConditionExpression: "failures = :one AND expires = :expires",
        ExpressionAttributeValues: { ":one": 1, ":expires": expires },
      }),
    ),
  );
