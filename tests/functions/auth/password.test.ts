// Checking a password takes the same work for every username.
import { beforeEach, expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "#functions/lib/auth/password.ts";

const work = vi.hoisted(() => [] as unknown[]);

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const argon2: typeof crypto.argon2 = (algorithm, given, callback) => {
    const { memory, passes, parallelism, tagLength, nonce } = given;
    work.push({ algorithm, memory, passes, parallelism, tagLength, nonce: (nonce as Buffer).length });
    return crypto.argon2(algorithm, given, callback);
  };
  return { ...crypto, argon2 };
});

beforeEach(() => {
  work.length = 0;
});

const cost = { algorithm: "argon2id", memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, nonce: 16 };

test("a user who does not exist costs the same work as one who does", async () => {
  const hash = await hashPassword("the right password");
  await verifyPassword("a wrong password", hash);
  await verifyPassword("a wrong password", undefined);
  expect(work).toEqual([cost, cost, cost]);
});

test("a typed password that is not composed is hashed as typed and composed, for a user who does not exist too", async () => {
  const typed = "the right pe\u0301rson";
  const [old, composed] = [await hashPassword(typed), await hashPassword(typed.normalize("NFC"))];
  work.length = 0;
  const verified = [old, composed, undefined].map((hash) => verifyPassword(typed, hash));
  expect(await Promise.all(verified)).toEqual([true, true, false]);
  expect(work).toEqual(Array(6).fill(cost));
});

test("two hashes of one password differ, and are PHC strings", async () => {
  const [one, two] = [await hashPassword("the right password"), await hashPassword("the right password")];
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});
