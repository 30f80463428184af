// JSON that is stored gzipped, in items and in files. Apart from stored-json.ts, so that readers of items do not bundle the
// client of S3.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

export const gzipJson = (value: unknown): Promise<Buffer> => zip(JSON.stringify(value));

export const gunzipJson = async <T>(bytes: Uint8Array): Promise<T> => JSON.parse((await unzip(bytes)).toString());
