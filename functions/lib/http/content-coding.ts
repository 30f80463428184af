// Content codings: which of them a client accepts (RFC 9110, 12.5.3), and bodies compressed with them.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressions = {
  br: (body: string) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => gzipped(body, { level: constants.Z_BEST_SPEED }),
};

export type Coding = keyof typeof compressions | "identity";

/** In order of preference: Brotli gives a fifth fewer bytes for twice the few milliseconds. */
const codings: readonly Coding[] = ["br", "gzip", "identity"];

/** Without the header any coding may be sent, but not every client reads them all: gzip only if it must be. */
const withoutHeader: readonly Coding[] = ["identity", "gzip"];

/** The codings that a client accepts, best first. Whoever refuses all of them gets the body as it is. */
export const acceptedCodings = (header: string | undefined): readonly Coding[] => {
  if (header === undefined) return withoutHeader;
  const quality = qualities(header);
  const accepted = codings.filter((coding) => quality(coding) > 0).sort((a, b) => quality(b) - quality(a));
  return accepted.length > 0 ? accepted : ["identity"];
};

/** Less than any that can be written. */
const least = 0.0001;

/** The quality of a coding by the header; a coding that the header does not name has the quality of `*`. */
const qualities = (header: string): ((coding: Coding) => number) => {
  const named = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part): [coding: string, quality: number] => {
        const [coding = "", ...parameters] = part.split(";").map((text) => text.trim());
        const written = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
        return [coding, written === undefined ? 1 : Number.parseFloat(written) || 0];
      }),
  );
  return (coding) => named.get(coding) ?? named.get("*") ?? (coding === "identity" ? least : 0);
};

/** A body as a Lambda answers it. */
export interface Encoded {
  headers: { "content-encoding"?: string };
  body: string;
  isBase64Encoded?: true;
  /** Bytes that it takes of the answer, which is JSON. */
  bytes: number;
}

/** Characters up to which compression does not pay. */
const maxUncompressed = 1_024;

/** The body in the best of the accepted codings; compressed rather than of more than `limit` bytes. */
export const encode = async (body: string, accepted: readonly Coding[], limit: number): Promise<Encoded> => {
  const compressed = accepted.find((coding) => coding !== "identity");
  const isPlain = accepted[0] === "identity" || (body.length <= maxUncompressed && accepted.includes("identity"));
  if (isPlain || !compressed) {
    const bytes = bytesInJson(body, limit);
    if (bytes <= limit || !compressed) return { headers: {}, body, bytes };
  }
  const base64 = (await compressions[compressed](body)).toString("base64");
  return {
    headers: { "content-encoding": compressed },
    body: base64,
    isBase64Encoded: true,
    bytes: base64.length,
  };
};

/** Bytes of a text in JSON. A character takes three at most, so that most texts need not be measured. */
const bytesInJson = (text: string, limit: number): number =>
  text.length * 3 <= limit ? text.length : Buffer.byteLength(JSON.stringify(text));
