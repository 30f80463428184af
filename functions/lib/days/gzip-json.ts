// JSON that is stored gzipped: snapshots, folded sales and product histories. A file of its own, so that what reads sales
// does not bundle the S3 client of snapshots.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

export const gzipJson = (value: unknown): Promise<Buffer> => zip(JSON.stringify(value));

export const gunzipJson = async <T>(bytes: Uint8Array): Promise<T> => JSON.parse((await unzip(bytes)).toString());
