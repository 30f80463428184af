// The S3 engine, s3rver: the buckets of the templates in a folder.
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
// @ts-expect-error: the package has no types
import S3rver from "@20minutes/s3rver";

/**
 * The only access key s3rver accepts, so every client uses it. DynamoDB Local keeps one database per key and region.
 */
export const accessKey = "S3RVER";

interface S3Engine {
  /** Host and port. */
  host: string;
  stop(): Promise<void>;
}

export const startS3 = async (directory: string, buckets: string[]): Promise<S3Engine> => {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // For calls on a bucket it signs another path than the SDK does, and would refuse to list objects.
    allowMismatchedSignatures: true,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  writeWholeObjects(server.store);
  const { port } = await server.run();
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
};

interface Store {
  putContent(path: string, content: Readable | Buffer): Promise<[size: number, md5: string]>;
  putMetadata(bucket: string, key: string, metadata: object, md5?: string): Promise<void>;
  getResourcePath(bucket: string, key: string, resource: string): string;
}

/**
 * An object appears once all of it is written, as on AWS. s3rver writes into the object itself, and would keep the part
 * that has come when the upload breaks off or the process is killed: a snapshot that nobody can read or write again.
 */
const writeWholeObjects = (store: Store): void => {
  const putContent = store.putContent.bind(store);
  const putMetadata = store.putMetadata.bind(store);
  store.putContent = async (path, content) => {
    const part = `${path}.${randomUUID()}.part`;
    try {
      // Of a stream it waits for the end, of a buffer it does not.
      const written = await putContent(part, Buffer.isBuffer(content) ? Readable.from([content]) : content);
      await rename(part, path);
      return written;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  // A reader would find an empty file while it is written anew.
  store.putMetadata = async (bucket, key, metadata, md5) => {
    const part = `${key}.${randomUUID()}.part`;
    await putMetadata(bucket, part, metadata, md5);
    for (const resource of ["metadata.json", ...(md5 ? ["object.md5"] : [])])
      await rename(store.getResourcePath(bucket, part, resource), store.getResourcePath(bucket, key, resource));
  };
};
