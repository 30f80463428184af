// Passwords: Argon2id as PHC strings.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's second choice: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const tag = (password: string, nonce: Buffer, { memory, passes, parallelism, tagLength } = cost): Promise<Buffer> =>
  derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength });

const bare = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(await tag(password, nonce))}`;
};

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** A hash nobody has the password of: unknown users cost the same time. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(randomBytes(16))}$${bare(randomBytes(32))}`;

export const verifyPassword = async (password: string, hash: string = nobody): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce = "", expected = ""] = phc.exec(hash) ?? [];
  const wanted = Buffer.from(expected, "base64");
  const own = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  };
  return timingSafeEqual(await tag(password, Buffer.from(nonce, "base64"), own), wanted);
};
