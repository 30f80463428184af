// Multipart bodies: text fields and files, within limits.
import busboy from "@fastify/busboy";
import { Failure } from "#shared/failure.ts";
import { fileLimit } from "#shared/limits.ts";
import type { SentBody } from "./input.ts";

/** Bytes of a text field. The longest is JSON: the products of the unknown codes of an order file. */
const maxFieldBytes = 512 * 1024;

const malformed = (message: string) => new Failure("BAD_REQUEST", { field: "body", message });

/** Reads a multipart body. `name` is the field of at most `most` files; those of other fields and empty files are ignored. */
export const readUpload = (body: Buffer, contentType: string, name: string, most = 1): Promise<SentBody> =>
  new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null);
    const files: Buffer[] = [];
    const form = reader(contentType, most);
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
        if (field === name && chunks.length > 0) files.push(Buffer.concat(chunks));
      });
      stream.on("error", () => reject(malformed("The file is incomplete")));
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      const ofFiles = limit === "filesLimit" && most > 1 && { field: name, message: `At most ${most}` };
      form.on(limit, () => reject(ofFiles ? new Failure("BAD_REQUEST", ofFiles) : malformed("Too many parts")));
    }
    form.on("finish", () => resolve({ fields, files }));
    form.on("error", () => reject(malformed("Not a complete multipart body")));
    form.end(body);
  });

const reader = (contentType: string, files: number) => {
  const unreadable = malformed("multipart/form-data with a boundary expected");
  // The parser would also accept a URL-encoded form.
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unreadable;
  try {
    return busboy({
      headers: { "content-type": contentType },
      limits: { fileSize: fileLimit.bytes, files, fields: 20, fieldSize: maxFieldBytes },
    });
  } catch {
    throw unreadable;
  }
};
