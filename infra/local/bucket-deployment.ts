// The files that the templates' bucket deployments put into a bucket, read where synthesis left them.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Assembly, Json } from "./assembly.ts";
import { glob } from "./glob.ts";

export interface Deployed {
  content: Buffer;
  cacheControl?: string;
}

/** Finds a file by bucket and key. */
export type Find = (bucket: string, key: string) => Deployed | undefined;

export const readDeployments = (assembly: Assembly): Find => {
  const files = new Map<string, () => Deployed>();
  for (const { stack, properties } of assembly.of("Custom::CDKBucketDeployment")) {
    const deployment = assembly.resolve(properties, stack);
    const { SourceObjectKeys, SourceMarkers = [], SourceMarkersConfig = [], DestinationBucketName } = deployment;
    for (const [index, key] of SourceObjectKeys.entries()) {
      const folder = assembly.asset(key);
      const fill = filling(SourceMarkers[index] ?? {}, SourceMarkersConfig[index]?.jsonEscape);
      for (const file of filesOf(folder)) {
        const name = relative(folder, file).split(sep).join("/");
        if (!deploys(name, deployment)) continue;
        const cacheControl = deployment.SystemMetadata?.["cache-control"];
        files.set(`${DestinationBucketName}/${name}`, () => ({ content: fill(readFileSync(file)), cacheControl }));
      }
    }
  }
  const read = new Map<string, Deployed>();
  return (bucket, key) => {
    const name = `${bucket}/${key}`;
    const file = read.get(name) ?? files.get(name)?.();
    if (file) read.set(name, file);
    return file;
  };
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/** As `aws s3 sync` does: the last pattern that matches decides. */
const deploys = (name: string, { Exclude = [], Include = [] }: Json): boolean => {
  const matches = (pattern: string) => new RegExp(`^${glob(pattern)}$`).test(name);
  return Include.some(matches) || !Exclude.some(matches);
};

/** Values known only when deploying stand in the files as markers. */
const filling = (markers: Record<string, string>, jsonEscape?: boolean) => (content: Buffer) => {
  if (Object.keys(markers).length === 0) return content;
  let text = content.toString();
  for (const [marker, value] of Object.entries(markers))
    text = text.replaceAll(marker, jsonEscape ? JSON.stringify(value).slice(1, -1) : value);
  return Buffer.from(text);
};
