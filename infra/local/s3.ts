// The S3 engine, s3rver: the buckets of the templates in a folder.
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
  const { port } = await server.run();
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
};
