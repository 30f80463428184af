// The synthesized templates, with every reference resolved as on this machine.
import { type Json, readAssembly } from "#infra/local/assembly.ts";
import { synthesize } from "#infra/local/build.ts";

export interface Found {
  id: string;
  type: string;
  properties: Json;
  /** Policies of replacement and deletion beside the properties. */
  template: Json;
}

export const region = "ap-south-1";

/** Resources of a stage by type. */
export const templates = async (stage: "dev" | "prod") => {
  const { ASSEMBLY: dev = "", WEB_BUILT: web = "" } = process.env;
  const folder = stage === "dev" ? dev : await synthesize(stage, web);
  const apis = new Map<string, string>();
  const assembly = readAssembly(folder, { region, apis, storage: "storage.local" });
  for (const { id } of assembly.of("AWS::ApiGatewayV2::Api")) apis.set(id, "https://api.local");
  const of = (type: string | RegExp): Found[] =>
    assembly.of(type).map(({ id, stack, type, properties, template }) => ({
      id,
      type,
      template,
      properties: assembly.resolve(properties, stack),
    }));
  return { of, assembly };
};
