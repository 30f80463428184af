// Ends a session before it expires: until then its id is stored in the user's row, which every call reads.
import type { JWTPayload } from "jose";
import { ifCondition, updateWithRetry } from "../db/dynamo.ts";
import { type UserRow, users } from "../db/tables.ts";
import { isOver } from "./session.ts";
import { sessionHours } from "./token.ts";

/** Ended sessions of a user that are stored one by one. */
export const maxEnded = 50;

type Ended = Required<Pick<UserRow, "ended">> & Pick<UserRow, "sessions_from">;

/**
 * The fields of a user's row after a session has ended. Beyond `maxEnded`, the oldest ended sessions are stored only as
 * a time, and every session that began by then is over. Times are Unix seconds.
 */
export const withEnded = (
  { ended = {}, sessions_from }: Pick<UserRow, "ended" | "sessions_from">,
  { jti = "", exp = 0 }: JWTPayload,
  now: number,
): Ended => {
  const unexpired = Object.entries({ ...ended, [jti]: exp })
    .filter(([, expires]) => expires > now)
    .sort(([, a], [, b]) => b - a);
  // Sorted by expiry, so the first that is dropped is the latest of these.
  const firstDropped = unexpired[maxEnded]?.[1];
  const from =
    firstDropped === undefined ? sessions_from : Math.max(sessions_from ?? 0, firstDropped - sessionHours * 3_600 + 1);
  return {
    ended: Object.fromEntries(unexpired.slice(0, maxEnded)),
    ...(from !== undefined && { sessions_from: from }),
  };
};

/** Does nothing if the session is over already, or its user is gone. */
export const endSession = async (claims: JWTPayload, now: Date): Promise<void> => {
  for (;;) {
    const user = await users.find(claims.sub ?? "");
    if (!user || isOver(user, claims)) return;
    const { ended, sessions_from } = withEnded(user, claims, now.getTime() / 1_000);
    const hasEnded = await ifCondition(async () => {
      await updateWithRetry({
        TableName: users.name,
        Key: { _id: user._id },
        UpdateExpression: `SET ended = :ended${sessions_from === undefined ? "" : ", sessions_from = :from"}`,
        ConditionExpression: user.ended ? "ended = :before" : "attribute_exists(#id) AND attribute_not_exists(ended)",
        ...(!user.ended && { ExpressionAttributeNames: { "#id": "_id" } }),
        ExpressionAttributeValues: {
          ":ended": ended,
          ...(user.ended && { ":before": user.ended }),
          ...(sessions_from !== undefined && { ":from": sessions_from }),
        },
      });
      return true;
    });
    // Otherwise another session of this user has just ended: read again.
    if (hasEnded) return;
  }
};
