// The S3 engine, with the buckets of the templates in a folder.
// @ts-expect-error: it comes without types
import S3rver from "@20minutes/s3rver";

interface Storage {
  /** Host and port. */
  host: string;
  stop(): Promise<void>;
}

export const startStorage = async (directory: string, buckets: string[]): Promise<Storage> => {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // It computes another path than the SDK for calls on a bucket, and would refuse listing.
    allowMismatchedSignatures: true,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await server.run();
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
};
