// Custom domains: names, certificates, and the records to enter at the name server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stages } from "#infra/config.ts";
import type { Json } from "#infra/local/assembly.ts";
import { templatesOf } from "#tests/support/template.ts";

const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/own`;
const domain = {
  site: "stock.example.in",
  api: "api.stock.example.in",
  dev: "dev.stock.example.in",
  certificates: { site: certificate("us-east-1"), apis: certificate("ap-south-1") },
};

test("site and APIs answer at custom domains, over TLS 1.2 or later, and the page knows their addresses", () => {
  const { of, assembly } = templatesOf({ ...stages.prod, domain });
  const [distribution] = of("AWS::CloudFront::Distribution");
  expect(distribution?.properties.DistributionConfig).toMatchObject({
    Aliases: [domain.site],
    ViewerCertificate: { AcmCertificateArn: domain.certificates.site, MinimumProtocolVersion: "TLSv1.2_2021" },
  });
  const names = of("AWS::ApiGatewayV2::DomainName").map(({ properties }) => properties);
  expect(names.map(({ DomainName }) => DomainName)).toEqual([domain.api, domain.dev]);
  for (const { DomainNameConfigurations } of names)
    expect(DomainNameConfigurations).toEqual([{ CertificateArn: domain.certificates.apis, EndpointType: "REGIONAL" }]);
  const mapped = of("AWS::ApiGatewayV2::ApiMapping").map(({ properties }) => properties.Stage);
  expect(mapped).toEqual(["$default", "$default"]);
  const [headers] = of("AWS::CloudFront::ResponseHeadersPolicy");
  const policy = JSON.stringify(headers?.properties);
  expect(policy).toContain(`connect-src 'self' https://${domain.api} https://${domain.dev};`);
  const descriptions = assembly.describedOutputs().map(({ description }) => description);
  for (const name of [domain.site, domain.api, domain.dev]) expect(descriptions).toContain(`CNAME of ${name}`);
});

test("on a change to custom domains the exports that the site imports stay", { tags: "exhaustive" }, () => {
  const exported = ({ folder }: { folder: string }): string[] => {
    const { Outputs } = JSON.parse(readFileSync(join(folder, "InventoryProdApi.template.json"), "utf8"));
    return Object.values<Json>(Outputs).flatMap(({ Export }) => Export?.Name ?? []);
  };
  const before = exported(templatesOf(stages.prod));
  expect(before.filter((name) => name.includes("ApiEndpoint"))).toHaveLength(2);
  expect(exported(templatesOf({ ...stages.prod, domain }))).toEqual(expect.arrayContaining(before));
});

test("a certificate outside CloudFront's region is refused when the stacks are synthesized", () => {
  const certificates = { ...domain.certificates, site: certificate("ap-south-1") };
  expect(() => templatesOf({ ...stages.prod, domain: { ...domain, certificates } })).toThrow(/us-east-1/);
});
