// The CloudFront distribution of the templates: its behaviours, viewer functions, origins and headers.
import { hash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Assembly, Json } from "./assembly.ts";
import { type DeployedFile, type FindFile, globSource, readBucketDeployments } from "./bucket-deployment.ts";
import { readJson } from "./json-file.ts";
import { splitUrl } from "./payload.ts";
import { isPlainKey, type S3Engine } from "./s3.ts";

interface Behavior {
  matches(path: string): boolean;
  bucket: string;
  headers: Record<string, string>;
  compress: boolean;
  /** Runs the viewer-request function on a path. */
  rewrite(uri: string): string;
}

/** `siteConfig`: a file whose members `config.json` has too, once it exists. */
export const distributionListener = (
  assembly: Assembly,
  readObject: S3Engine["read"],
  siteConfig: string,
): RequestListener => {
  const [distribution] = assembly.of("AWS::CloudFront::Distribution");
  if (!distribution) throw new Error("The templates have no distribution.");
  const { stack, properties } = distribution;
  const { CacheBehaviors = [], DefaultCacheBehavior, Origins } = properties.DistributionConfig;
  const behaviors = [...CacheBehaviors, DefaultCacheBehavior].map((one) => readBehavior(one, Origins, assembly, stack));
  const deployed = withSiteConfig(readBucketDeployments(assembly), siteConfig);
  return async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(403).end();
    const [path] = splitUrl(request.url ?? "/");
    const chosen = behaviors.find(({ matches }) => matches(path));
    if (!chosen) return void response.writeHead(404).end();
    for (const [name, value] of Object.entries(chosen.headers)) response.setHeader(name, value);
    await respond(request, response, chosen, decode(chosen.rewrite(path)).slice(1), deployed, readObject);
  };
};

const withSiteConfig =
  (find: FindFile, siteConfig: string): FindFile =>
  (bucket, key) => {
    const file = find(bucket, key);
    const added = key === "config.json" && readJson<object>(siteConfig);
    if (!file || !added) return file;
    return { ...file, content: Buffer.from(JSON.stringify({ ...JSON.parse(file.content.toString()), ...added })) };
  };

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const readBehavior = (one: Json, origins: Json[], assembly: Assembly, stack: string): Behavior => {
  const origin = origins.find(({ Id }) => Id === one.TargetOriginId);
  const bucket = assembly.target(origin.DomainName, stack);
  if (!bucket)
    throw new Error(`The origin of ${one.PathPattern ?? "the distribution"} is not a bucket of the templates.`);
  const pattern = new RegExp(`^/?${globSource(one.PathPattern ?? "*")}$`);
  const policy = assembly.target(one.ResponseHeadersPolicyId, stack);
  const [viewer] = one.FunctionAssociations ?? [];
  const code = viewer && assembly.target(viewer.FunctionARN, stack)?.properties.FunctionCode;
  const run = code && runInNewContext(`${code}; handler`);
  return {
    matches: (path) => pattern.test(path),
    bucket: assembly.resolve({ Ref: bucket.id }, bucket.stack),
    headers: policy
      ? securityHeaders(assembly.resolve(policy.properties.ResponseHeadersPolicyConfig, policy.stack))
      : {},
    compress: one.Compress ?? false,
    rewrite: (uri) => (run ? run({ request: { uri } }).uri : uri),
  };
};

const securityHeaders = ({
  SecurityHeadersConfig: security = {},
  CustomHeadersConfig: custom,
}: Json): Record<string, string> => {
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } = security;
  const hsts = StrictTransportSecurity;
  return {
    ...(ContentSecurityPolicy && { "content-security-policy": ContentSecurityPolicy.ContentSecurityPolicy }),
    ...(ContentTypeOptions && { "x-content-type-options": "nosniff" }),
    ...(FrameOptions && { "x-frame-options": FrameOptions.FrameOption }),
    ...(ReferrerPolicy && { "referrer-policy": ReferrerPolicy.ReferrerPolicy }),
    ...(hsts && {
      "strict-transport-security": `max-age=${hsts.AccessControlMaxAgeSec}${hsts.IncludeSubdomains ? "; includeSubDomains" : ""}`,
    }),
    ...Object.fromEntries((custom?.Items ?? []).map(({ Header, Value }: Json) => [Header.toLowerCase(), Value])),
  };
};

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, compress }: Behavior,
  key: string,
  deployed: FindFile,
  readObject: S3Engine["read"],
): Promise<void> => {
  const file = deployed(bucket, key);
  if (file) return sendFile(request, response, file, key, compress);
  // A bucket is not listed, and `fetch` would resolve a key such as `images/../..` to another bucket.
  const object = key !== "" && isPlainKey(key) ? await readObject(bucket, key, request.method) : undefined;
  // S3 answers 403 for a missing object too, when the caller may not list the bucket.
  if (!object?.ok) return void response.writeHead(403, { "content-type": "application/xml" }).end(denied);
  for (const name of ["content-type", "content-length", "cache-control", "etag", "last-modified"]) {
    const value = object.headers.get(name);
    if (value) response.setHeader(name, value);
  }
  response.writeHead(200);
  if (object.body) Readable.fromWeb(object.body as never).pipe(response);
  else response.end();
};

const denied = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`;

const contentTypes: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/vnd.microsoft.icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain",
};

/** Bytes from which CloudFront compresses a file. */
const minCompressibleBytes = 1_000;

const sendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  file: DeployedFile,
  key: string,
  compress: boolean,
): void => {
  const type = contentTypes[extname(key)] ?? "application/octet-stream";
  const etag = `"${hash("md5", file.content, "hex")}"`;
  response.setHeader("etag", etag);
  if (file.cacheControl) response.setHeader("cache-control", file.cacheControl);
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
  const text = /^text|json|javascript|svg|wasm/.test(type) && file.content.length >= minCompressibleBytes;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = compress && text && ["br", "gzip"].find((name) => accepted.includes(name));
  const content = encoding ? compressed(file.content, encoding) : file.content;
  response.writeHead(200, {
    "content-type": type,
    "content-length": content.length,
    ...(compress && text && { vary: "Accept-Encoding" }),
    ...(encoding && { "content-encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : content);
};

const compressedCache = new WeakMap<Buffer, Map<string, Buffer>>();

const compressed = (content: Buffer, encoding: string): Buffer => {
  const byEncoding = compressedCache.get(content) ?? new Map<string, Buffer>();
  compressedCache.set(content, byEncoding);
  const cached = byEncoding.get(encoding);
  if (cached) return cached;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const result = encoding === "br" ? brotliCompressSync(content, quality) : gzipSync(content);
  byEncoding.set(encoding, result);
  return result;
};
