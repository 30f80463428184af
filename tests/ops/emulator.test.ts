// The copy of the templates for an emulator differs only in what the emulator is known not to support.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { forEmulator } from "#ops/emulator/template.ts";
import { templates } from "#tests/support/template.ts";

const { folder } = await templates("prod");
const files = readdirSync(folder).filter((file) => file.endsWith(".template.json"));

test.each(files)("%s is copied unchanged except for five things", (file) => {
  const before = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { template: after, removed } = forEmulator(before);
  const otherwise = Object.entries<Json>(before.Resources)
    .filter(([id, resource]) => after.Resources[id] && JSON.stringify(after.Resources[id]) !== JSON.stringify(resource))
    .map(([, resource]) => [resource.Type, JSON.stringify(resource)]);
  for (const [type, text] of otherwise)
    if (type === "AWS::Lambda::Function") expect(text).toContain("AWS_CA_BUNDLE");
    else if (type === "AWS::CloudWatch::Alarm") expect(text).toContain('"Metrics"');
    else expect([type, text]).toEqual(["AWS::ApiGatewayV2::Api", expect.stringContaining("CorsConfiguration")]);
  expect(removed.filter((type) => !/^AWS::(CodeDeploy::|Logs::QueryDefinition$)/.test(type))).toEqual([]);
  const exports = ({ Outputs }: Json) => Object.values<Json>(Outputs).map(({ Export }) => Export?.Name);
  expect(exports(after)).toEqual(exports(before));
  const secrets = Object.values<Json>(before.Resources).filter(({ Type }) => Type === "AWS::SecretsManager::Secret");
  expect(JSON.stringify(after.Outputs).match(/"Fn::GetAtt":\["\w+","Id"\]/g) ?? []).toHaveLength(secrets.length);
});
