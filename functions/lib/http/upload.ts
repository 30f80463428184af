// Multipart bodies: text fields and at most one file, within limits.
import busboy from "@fastify/busboy";
import { Failure } from "#shared/failure.ts";
import { fileLimit } from "#shared/limits.ts";
import type { SentBody } from "./input.ts";

/** Bytes of a text field. The longest is JSON: the products of the unknown codes of an order file. */
const maxFieldBytes = 512 * 1024;

const malformed = (message: string) => new Failure("BAD_REQUEST", { field: "body", message });

/** Reads a multipart body. `name` is the file field; files of other fields and empty files are ignored. */
export const readUpload = (body: Buffer, contentType: string, name: string): Promise<SentBody> =>
  new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null);
    const upload: SentBody = { fields };
    const form = reader(contentType);
    form.on("field", (field: string | undefined, value, _, isCut) => {
      if (field === undefined) return reject(malformed("A part has no name"));
      if (isCut) reject(new Failure("PAYLOAD_TOO_LARGE", { field, message: `At most ${maxFieldBytes / 1024} KB` }));
      fields[field] = value;
    });
    form.on("file", (field, stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", () => reject(new Failure("PAYLOAD_TOO_LARGE", { field, message: fileLimit.message })));
      stream.on("end", () => {
        if (field === name && chunks.length > 0) upload.file = Buffer.concat(chunks);
      });
      stream.on("error", () => reject(malformed("The file is incomplete")));
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      form.on(limit, () => reject(malformed("Too many parts")));
    form.on("finish", () => resolve(upload));
    form.on("error", () => reject(malformed("Not a complete multipart body")));
    form.end(body);
  });

const reader = (contentType: string) => {
  const unreadable = malformed("multipart/form-data with a boundary expected");
  // The parser would also accept a URL-encoded form.
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unreadable;
  try {
    return busboy({
      headers: { "content-type": contentType },
      limits: { fileSize: fileLimit.bytes, files: 1, fields: 20, fieldSize: maxFieldBytes },
    });
  } catch {
    throw unreadable;
  }
};
