// Tokens of programs: `im_<id of the program>_<32 random digits>_<checksum>`. Scanners of repositories recognise such a form, and one
// that was cut or mistyped is refused without a read. Only hashes are stored.
import { createHash, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { formerTokenHours } from "#shared/program.ts";
import type { UserRow } from "../db/tables.ts";

type Secrets = NonNullable<UserRow["secrets"]>;

/** Former tokens that work beside the newest: who renews again and again for want of an answer keeps the one in use. */
const maxFormer = 5;

const checksumOf = (text: string): string => hash("sha256", text, "hex").slice(0, 6);
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

export const newToken = (program: string): string => {
  const text = `im_${program}_${randomBytes(16).toString("hex")}`;
  return `${text}_${checksumOf(text)}`;
};

/** Of a new token, and of those before it that are still valid, the newest first. */
export const withToken = (token: string, days: number, now: Date, before: Secrets = []): Secrets => {
  const until = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  const end = until(formerTokenHours);
  const former = before.filter((one) => one.until > now.toISOString());
  return [
    { hash: hashOf(token).toString("base64url"), until: until(24 * days) },
    ...former.slice(0, maxFormer).map((one) => ({ ...one, until: one.until < end ? one.until : end })),
  ];
};

export interface ProgramToken {
  program: string;
  token: string;
}

/** The token in a header, if it is one of a program by its form. */
export const readProgramToken = (authorization = ""): ProgramToken | undefined => {
  const [, token = "", text = "", program = "", checksum] =
    /^[Bb]earer ((im_([0-9A-Z]{26})_[0-9a-f]{32})_([0-9a-f]{6}))$/.exec(authorization) ?? [];
  return checksum !== undefined && checksum === checksumOf(text) ? { program, token } : undefined;
};

/** Compares in constant time. */
export const isTokenOf = ({ kind, secrets = [] }: UserRow, token: string, now: Date): boolean =>
  kind === "program" &&
  secrets.some(
    (one) => one.until > now.toISOString() && timingSafeEqual(hashOf(token), Buffer.from(one.hash, "base64url")),
  );
