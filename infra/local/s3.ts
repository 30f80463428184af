// The S3 engine, s3rver: the buckets of the templates in a folder, for requests that are signed with this run's credentials.
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { dirname, join, sep } from "node:path";
import { Readable } from "node:stream";
// @ts-expect-error: the package has no types
import S3rver from "@20minutes/s3rver";
import { listen } from "./http-server.ts";
import { type Credentials, type Refusal, refusalOf, sign } from "./signature.ts";

const engineKey = "S3RVER";

export interface S3Engine {
  /** Host and port. */
  host: string;
  /** Reads an object as a distribution does, whose requests are signed too. */
  read(bucket: string, key: string, method?: string): Promise<Response>;
  stop(): Promise<void>;
}

export const startS3 = async (directory: string, buckets: string[], credentials: Credentials): Promise<S3Engine> => {
  const server = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    // Signatures are checked below: for calls on a bucket s3rver signs another path than the SDK does, and it accepts
    // unsigned requests.
    allowMismatchedSignatures: true,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  writeWholeObjects(server.store);
  await server.configureBuckets();
  const answer: RequestListener = server.callback();
  const { port, stop } = await listen(async (request, response) => {
    const refusal = await refusalOf(request, credentials);
    if (refusal) return refuse(response, 403, ...refusalAnswers[refusal]);
    if (!staysInside(directory, buckets, request.url ?? "/"))
      return refuse(response, 400, "InvalidURI", "Couldn't parse the specified URI.");
    request.url = request.url?.replace(credentials.accessKeyId, engineKey);
    request.headers.authorization &&= request.headers.authorization.replace(credentials.accessKeyId, engineKey);
    return answer(request, response);
  });
  const host = `127.0.0.1:${port}`;
  return {
    host,
    read: async (bucket, key, method = "GET") => {
      const url = `/${[bucket, ...key.split("/")].map(encodeURIComponent).join("/")}`;
      const headers = await sign({ method, url, headers: { host } }, "s3", "local", credentials);
      return fetch(`http://${host}${url}`, { method, headers, redirect: "manual" });
    },
    stop: async () => {
      await stop();
      server.logger.close();
    },
  };
};

/** As S3 writes them. */
const refusalAnswers: Record<Refusal, [code: string, message: string]> = {
  unsigned: ["AccessDenied", "Access Denied"],
  "wrong key": ["InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records."],
  "wrong signature": [
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  ],
  expired: ["AccessDenied", "Request has expired"],
};

const refuse = (response: ServerResponse, status: number, code: string, message: string): void => {
  response.writeHead(status, { "content-type": "application/xml", connection: "close" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
};

/** Whether a key has no part that would lead out of its folder. S3 would take such a part as a name. */
export const isPlainKey = (key: string): boolean =>
  !key.includes("\0") && !key.split(/[/\\]/).some((part) => part === "." || part === "..");

/** Whether a path names a bucket of ours, and no link on the disk leads out of it. */
const staysInside = (directory: string, buckets: string[], url: string): boolean => {
  const path = decodePath(url);
  const [, bucket = "", ...parts] = path?.split("/") ?? [];
  if (path === undefined || !isPlainKey(path) || !buckets.includes(bucket)) return false;
  const root = realpathSync(join(directory, bucket));
  const object = join(root, `${parts.join("/")}._S3rver_object`);
  return [object, dirname(object)].every((file) => {
    const found = realpathOfNearest(file);
    return found === root || found.startsWith(root + sep);
  });
};

const decodePath = (url: string): string | undefined => {
  try {
    return decodeURIComponent(url.split("?")[0] ?? "/");
  } catch {
    return undefined;
  }
};

/** The real path of a file, or of the nearest folder above it that exists. */
const realpathOfNearest = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return realpathOfNearest(dirname(path));
  }
};

interface Store {
  putContent(path: string, content: Readable | Buffer): Promise<[size: number, md5: string]>;
  putMetadata(bucket: string, key: string, metadata: object, md5?: string): Promise<void>;
  getResourcePath(bucket: string, key: string, resource: string): string;
}

/**
 * Makes an object appear only when all of it is written, as on AWS. s3rver alone writes into the object itself, so an
 * upload that breaks off would leave a truncated snapshot, which nobody can read or write again.
 */
const writeWholeObjects = (store: Store): void => {
  const putContent = store.putContent.bind(store);
  const putMetadata = store.putMetadata.bind(store);
  store.putContent = async (path, content) => {
    const part = `${path}.${randomUUID()}.part`;
    try {
      // It waits for the end of a stream, but not of a buffer.
      const written = await putContent(part, Buffer.isBuffer(content) ? Readable.from([content]) : content);
      await rename(part, path);
      return written;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  // Otherwise a reader would find an empty file while it is overwritten.
  store.putMetadata = async (bucket, key, metadata, md5) => {
    const part = `${key}.${randomUUID()}.part`;
    await putMetadata(bucket, part, metadata, md5);
    for (const resource of ["metadata.json", ...(md5 ? ["object.md5"] : [])])
      await rename(store.getResourcePath(bucket, part, resource), store.getResourcePath(bucket, key, resource));
  };
};
