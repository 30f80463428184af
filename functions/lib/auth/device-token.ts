// Device tokens: given with each sign-in, and sent with the next one, so that guesses by strangers cannot keep out
// somebody who has signed in on this device before. Nothing is stored when one is issued.
import { randomUUID } from "node:crypto";
import type { UserRow } from "../db/tables.ts";
import { signToken, verifyToken } from "./token.ts";

const audience = "inventory-manager-device";
/** A year; each sign-in gives a new one. A rotation of the signing key or a new password ends it earlier. */
const hours = 365 * 24;

export interface DeviceToken {
  user: string;
  epoch: number;
  nonce: string;
  /** Epoch seconds. */
  expires: number;
}

export const issueDeviceToken = (user: UserRow, now: Date): Promise<string> =>
  signToken(audience, user, now, hours, randomUUID());

/** Undefined without a token, or for an invalid one: neither keeps anybody from signing in. */
export const readDeviceToken = async (token: string | undefined): Promise<DeviceToken | undefined> => {
  if (!token) return undefined;
  try {
    const { sub = "", epoch, jti = "", exp = 0 } = await verifyToken(audience, token);
    return { user: sub, epoch: Number(epoch), nonce: jti, expires: exp };
  } catch {
    // In an outage of Secrets Manager too: the password still decides.
    return undefined;
  }
};

export const isDeviceOf = (token: DeviceToken, user: UserRow | undefined): boolean =>
  token.user === user?._id && token.epoch === user.epoch;
