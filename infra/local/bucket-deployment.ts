// The files that CDK's bucket deployments upload on AWS, read here from the synthesized assets.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Assembly, Json } from "./assembly.ts";
export interface DeployedFile {
  content: Buffer;
  cacheControl?: string;
}

export type FindFile = (bucket: string, key: string) => DeployedFile | undefined;

export const readBucketDeployments = (assembly: Assembly): FindFile => {
  const files = new Map<string, () => DeployedFile>();
  for (const { stack, properties } of assembly.of("Custom::CDKBucketDeployment")) {
    const deployment = assembly.resolve(properties, stack);
    const { SourceObjectKeys, SourceMarkers = [], SourceMarkersConfig = [] } = deployment;
    const { DestinationBucketName: bucket, DestinationBucketKeyPrefix: prefix } = deployment;
    const folderOfBucket = [bucket, prefix].filter(Boolean).join("/");
    for (const [index, key] of SourceObjectKeys.entries()) {
      const folder = assembly.asset(key);
      const fill = replaceMarkers(SourceMarkers[index] ?? {}, SourceMarkersConfig[index]?.jsonEscape);
      for (const file of filesOf(folder)) {
        const name = relative(folder, file).split(sep).join("/");
        if (!isIncluded(name, deployment)) continue;
        const cacheControl = deployment.SystemMetadata?.["cache-control"];
        files.set(`${folderOfBucket}/${name}`, () => ({ content: fill(readFileSync(file)), cacheControl }));
      }
    }
  }
  const read = new Map<string, DeployedFile>();
  return (bucket, key) => {
    const name = `${bucket}/${key}`;
    const file = read.get(name) ?? files.get(name)?.();
    if (file) read.set(name, file);
    return file;
  };
};

/** Symbolic links are left out: they may lead anywhere. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

/** The source of a regular expression for a pattern of CloudFront or `aws s3 sync`: `*` matches slashes too. */
export const globSource = (pattern: string): string =>
  pattern
    .replace(/[.+^$()|[\]{}\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");

/** As in `aws s3 sync`, where the include patterns come after the exclude patterns and override them. */
const isIncluded = (name: string, { Exclude = [], Include = [] }: Json): boolean => {
  const matches = (pattern: string) => new RegExp(`^${globSource(pattern)}$`).test(name);
  return Include.some(matches) || !Exclude.some(matches);
};

/** Replaces the markers that stand in a file for values known only at deployment. */
const replaceMarkers = (markers: Record<string, string>, jsonEscape?: boolean) => (content: Buffer) => {
  if (Object.keys(markers).length === 0) return content;
  let text = content.toString();
  for (const [marker, value] of Object.entries(markers))
    text = text.replaceAll(marker, jsonEscape ? JSON.stringify(value).slice(1, -1) : value);
  return Buffer.from(text);
};
