// Custom domains: names, certificates, and the records to enter at the name server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Domain, type GitHub, stages } from "#infra/config.ts";
import type { Json } from "#infra/local/assembly.ts";
import { templatesOf } from "#tests/support/template.ts";

const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/own`;
const runbook = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
/** Settings as the runbook shows them. */
const shown = (pattern: RegExp) =>
  runInNewContext(`(${pattern.exec(runbook)?.[1]?.replaceAll("…", "111111111111:certificate/own")})`);
const domain: Domain = shown(/^ {4}domain: (\{[\s\S]*?^ {4}\})/m);
const github: GitHub = shown(/`github: (\{.*\})`/);

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

test("the outputs that the runbook names are those of the stacks", () => {
  const { folder } = templatesOf({ ...stages.prod, domain, github });
  const outputs = ["Api", "Web"].flatMap((part) =>
    Object.keys(JSON.parse(readFileSync(join(folder, `InventoryProd${part}.template.json`), "utf8")).Outputs),
  );
  const names = /outputs? `(?:InventoryProdWeb\.)?(\w+)`(?: and\s+`(\w+)`)?|one for `(\w+)`/g;
  const named = [...runbook.matchAll(names)].flatMap(([, ...found]) => found.filter(Boolean));
  expect(named).toHaveLength(6);
  expect(outputs).toEqual(expect.arrayContaining(named));
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
