// The address at which a stored file can be downloaded for a minute, under a name.
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** Seconds for which an address is valid. */
const expiresIn = 60;

export const downloadAddress = (
  s3: S3Client,
  at: { Bucket: string | undefined; Key: string },
  name: string,
): Promise<string> => {
  const ResponseContentDisposition = `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`;
  return getSignedUrl(s3, new GetObjectCommand({ ...at, ResponseContentDisposition }), { expiresIn });
};

const asciiName = (name: string): string => name.replace(/[^\w .-]/g, "_");
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
