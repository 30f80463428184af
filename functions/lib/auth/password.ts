// Hashes passwords by Argon2id, as PHC strings. New ones arrive composed (NFC): shared/user.ts does that.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP's second recommendation: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const deriveTag = async (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism, tagLength } = cost,
): Promise<Buffer> => {
  try {
    return await promisify(argon2)("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength });
  } catch (cause) {
    // Some builds of Node.js lack the function, others have it and throw. The first deployment shows which.
    const isMissing = !argon2 || (cause as NodeJS.ErrnoException).code === "ERR_CRYPTO_ARGON2_NOT_SUPPORTED";
    if (!isMissing) throw cause;
    throw new Error("Passwords cannot be hashed: this Node.js has no Argon2, which needs OpenSSL 3.2 or later", {
      cause,
    });
  }
};

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(await deriveTag(password, nonce))}`;
};

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** Compared for unknown users, so that their sign-in takes the same time. No password matches it. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;

/** Tries the password composed and as typed: a hash from before passwords were composed may be of decomposed letters. */
export const verifyPassword = async (typed: string, hash: string = dummyHash): Promise<boolean> => {
  const forms = [...new Set([typed.normalize("NFC"), typed])];
  return (await Promise.all(forms.map((form) => isHashOf(hash, form)))).includes(true);
};

const isHashOf = async (hash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce = "", expected = ""] = phc.exec(hash) ?? [];
  const wanted = Buffer.from(expected, "base64");
  const own = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  };
  return timingSafeEqual(await deriveTag(password, Buffer.from(nonce, "base64"), own), wanted);
};
