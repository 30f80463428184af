// The site in the templates of both stages: access, caching, and what a page may do.
import { describe, expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { templates } from "#tests/support/template.ts";

describe.each(["dev", "prod"] as const)("stage %s", async (stage) => {
  const { of } = await templates(stage);
  const [distribution] = of("AWS::CloudFront::Distribution");
  const { HttpVersion, DefaultCacheBehavior, CacheBehaviors, CustomErrorResponses, Origins } =
    distribution?.properties.DistributionConfig ?? {};
  const [headers] = of("AWS::CloudFront::ResponseHeadersPolicy");
  const { SecurityHeadersConfig, CustomHeadersConfig } = headers?.properties.ResponseHeadersPolicyConfig ?? {};

  test("the site is served over TLS and HTTP/3, compressed, and with its headers on every answer", () => {
    expect(HttpVersion).toBe("http2and3");
    for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors])
      expect(behavior).toMatchObject({
        ViewerProtocolPolicy: "redirect-to-https",
        Compress: true,
        // CachingOptimized: caches gzip and brotli separately, for the time that the files' headers give.
        CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
        ResponseHeadersPolicyId: headers?.id,
      });
  });

  test("an app route serves the page; a missing file or image is an error", () => {
    expect(CacheBehaviors.map(({ PathPattern }: Json) => PathPattern)).toEqual(["/images/*"]);
    expect(CacheBehaviors[0].FunctionAssociations).toBeUndefined();
    expect(DefaultCacheBehavior.FunctionAssociations).toHaveLength(1);
    // An error page applies to the whole distribution: a missing picture would become the app.
    expect(CustomErrorResponses).toBeUndefined();
  });

  test("only the distribution may read its buckets, with signed requests", () => {
    const controls = of("AWS::CloudFront::OriginAccessControl");
    for (const { properties } of controls)
      expect(properties.OriginAccessControlConfig).toMatchObject({
        OriginAccessControlOriginType: "s3",
        SigningBehavior: "always",
        SigningProtocol: "sigv4",
      });
    expect(Origins).toHaveLength(2);
    for (const { OriginAccessControlId, S3OriginConfig, CustomOriginConfig } of Origins) {
      expect(controls.map(({ id }) => `${id}.Id`)).toContain(OriginAccessControlId);
      expect([S3OriginConfig, CustomOriginConfig]).toEqual([{ OriginAccessIdentity: "" }, undefined]);
    }
  });

  test("a page runs its own code only, is framed by nobody, and sends forms to no other host", () => {
    expect(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; manifest-src 'self'; worker-src 'self'; " +
        "connect-src 'self' https://api.local https://api.local; form-action 'self' https://api.local storage.local; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: "DENY" },
      ReferrerPolicy: { ReferrerPolicy: "same-origin" },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
    });
    const others = CustomHeadersConfig.Items.map(({ Header, Value }: Json) => `${Header}: ${Value}`);
    expect(others).toEqual([
      "Permissions-Policy: camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
      "Cross-Origin-Opener-Policy: same-origin",
    ]);
  });

  test("hashed files are cached forever and never deleted; all others, the worker too, are revalidated each time", () => {
    const [hashed, kept, named] = of("Custom::CDKBucketDeployment");
    expect(hashed?.properties).toMatchObject({
      Include: ["assets/*"],
      Exclude: ["*"],
      Prune: false,
      SystemMetadata: { "cache-control": "public, max-age=31536000, immutable" },
    });
    expect(named?.properties).toMatchObject({
      Exclude: ["assets/*", ".vite/*"],
      // Tabs that run an older version still request its files.
      Prune: false,
      SystemMetadata: { "cache-control": "no-cache" },
      DistributionId: distribution?.id,
      DistributionPaths: ["/*"],
    });
    const { DistributionId: _, DistributionPaths: __, ...files } = named?.properties ?? {};
    // The same once more, to be brought back by a rollback.
    expect(kept?.properties).toMatchObject({
      ...files,
      DestinationBucketKeyPrefix: expect.stringMatching(/^releases\/[0-9a-f]{12}$/),
    });
    // The page names files that must be there.
    expect(named?.template.DependsOn).toContain(hashed?.id);
  });
});
