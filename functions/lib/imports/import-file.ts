// The file in which an import is kept for a day. Its key has the id of who made it, so nobody else finds it.
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Failure } from "#shared/failure.ts";
import { importHours, importRole } from "#shared/import.ts";
import { mayAct } from "#shared/role.ts";
import { gunzipJson, gzipJson } from "../days/gzip-json.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import type { ApplyRequest, StoredImport } from "./import-kind.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const Bucket = process.env.REPORTS_BUCKET;
const keyOf = (user: string, id: string): string => `imports/${user}/${id}.json.gz`;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export const writeImport = async (user: string, stored: StoredImport): Promise<void> => {
  const Body = await gzipJson(stored);
  await s3.send(new PutObjectCommand({ Bucket, Key: keyOf(user, stored._id), Body, ContentType: "application/gzip" }));
};

/** The user's import; 404 if there is none or its day is over, 403 if the user has lost the role for it. */
export const readImport = async ({ user, now }: ApplyRequest, id = ""): Promise<StoredImport> => {
  const stored = uuid.test(id) ? await findImport(keyOf(user._id, id)) : undefined;
  const age = now.getTime() - Date.parse(stored?.created_at ?? "");
  if (!stored || age >= importHours * 3_600_000) throw new Failure("RESOURCE_NOT_FOUND");
  if (!mayAct(user.role, importRole[stored.kind])) throw new Failure("FORBIDDEN");
  return stored;
};

const findImport = async (Key: string): Promise<StoredImport | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return gunzipJson((await Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
