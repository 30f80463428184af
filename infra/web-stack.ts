// The web stack: the site and the product images on CloudFront, its security headers, and `config.json` with URLs and
// build of the API.
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  type BehaviorOptions,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { Domain, Stage } from "./config.ts";
import { acknowledge, acknowledgeUpload } from "./constructs/acknowledge.ts";
import { addLogGroup } from "./constructs/log-group.ts";
import { countRefusedPostings } from "./constructs/metric-filters.ts";
import { webBuildOf } from "./local/build.ts";

interface Props extends StackProps {
  stage: Stage;
  /** Base URLs of the main API and the developer API. */
  apis: { api: string; dev: string };
  /** By which the app knows whether another API answers, after a rollback. */
  apiBuild: string;
  images: IBucket;
  reports: IBucket;
  /** Folder of the built web app. */
  site: string;
}

/**
 * Viewer-request function: every address that is not a file of the site gets index.html, even one with a dot in it. The
 * router in the page does the rest.
 */
const spaRewrite = String.raw`function handler(event) {
  var request = event.request;
  if (!/^\/(assets|icons)\/|\.(js|json|svg|txt)$/.test(request.uri)) request.uri = "/index.html";
  return request;
}`;

const contentSecurityPolicy = ({ api, dev }: Props["apis"], reports: string): string =>
  Object.entries({
    "default-src": "'none'",
    // The barcode scanner is WebAssembly where the browser has none built in; eval stays forbidden.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' blob: data:",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "connect-src": `'self' ${api} ${dev}`,
    // Downloads submit a form, and Chromium applies this directive to the redirect that follows too.
    "form-action": `'self' ${api} ${reports}`,
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");

const permissionsPolicy = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()";

export class WebStack extends Stack {
  constructor(scope: Construct, id: string, { stage, apis, apiBuild, images, reports, site, ...props }: Props) {
    super(scope, id, props);
    const files = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(files, { "AwsSolutions-S1": "Public files that are requested from the distribution" });

    // CloudFront's names are the account's, not the region's.
    const name = `inventory-${stage.name}-${this.region}`;
    const headers = this.headers(name, apis, reports.bucketRegionalDomainName);
    const distribution = this.distribution(name, files, images, headers, stage.domain);
    new CfnOutput(this, "Address", { value: `https://${stage.domain?.site ?? distribution.domainName}` });
    if (stage.domain)
      new CfnOutput(this, "Target", { value: distribution.domainName, description: `CNAME of ${stage.domain.site}` });
    this.deploy(files, distribution, site, { ...apis, build: apiBuild }, stage);
    countRefusedPostings(this, stage, webBuildOf(site));
  }

  private headers(name: string, apis: Props["apis"], reports: string): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: name,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(apis, reports), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
      },
      // The camera scans barcodes. COOP isolates our window from pages of other origins that open it.
      customHeadersBehavior: {
        customHeaders: [
          { header: "Permissions-Policy", value: permissionsPolicy, override: true },
          { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
        ],
      },
    });
  }

  private distribution(
    name: string,
    files: IBucket,
    images: IBucket,
    responseHeadersPolicy: ResponseHeadersPolicy,
    domain?: Domain,
  ): Distribution {
    const shared = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      compress: true,
    };
    const accessControl = (id: string) =>
      new S3OriginAccessControl(this, `${id}Access`, { originAccessControlName: `${name}-${id.toLowerCase()}` });
    const imagesBehavior: BehaviorOptions = {
      ...shared,
      // Imported by attributes: with the bucket itself CDK would make the data stack's policy name this distribution.
      origin: S3BucketOrigin.withOriginAccessControl(
        Bucket.fromBucketAttributes(this, "Images", {
          bucketArn: images.bucketArn,
          bucketRegionalDomainName: images.bucketRegionalDomainName,
        }),
        { originAccessControl: accessControl("Images") },
      ),
    };
    const distribution = new Distribution(this, "Distribution", {
      defaultBehavior: {
        ...shared,
        origin: S3BucketOrigin.withOriginAccessControl(files, { originAccessControl: accessControl("Files") }),
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new ViewerFunction(this, "OnePage", {
              functionName: name,
              code: FunctionCode.fromInline(spaRewrite),
              runtime: FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: { "/images/*": imagesBehavior },
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.site],
        certificate: Certificate.fromCertificateArn(this, "Certificate", domain.certificates.site),
      }),
    });
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "No geo restriction: staff travel",
      "AwsSolutions-CFR2": "Static files only; the API throttles itself",
      "AwsSolutions-CFR3": "Static files only; the API has its own access log",
      "AwsSolutions-CFR4": "The default certificate allows no other TLS minimum; a custom domain sets its own",
      "Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac":
        "The data stack's bucket policy allows CloudFront",
    });
    return distribution;
  }

  private deploy(files: Bucket, distribution: Distribution, site: string, settings: object, stage: Stage): void {
    const logGroup = addLogGroup(this, "Uploads", stage, { part: "uploads" });
    const hashed = new BucketDeployment(this, "Hashed", {
      logGroup,
      sources: [Source.asset(site)],
      destinationBucket: files,
      exclude: ["*"],
      include: ["assets/*"],
      // A tab that was opened before the deployment still requests its old files.
      prune: false,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    const ofRelease = {
      logGroup,
      sources: [Source.asset(site), Source.jsonData("config.json", settings)],
      destinationBucket: files,
      exclude: ["assets/*", ".vite/*"],
      prune: false,
      cacheControl: [CacheControl.noCache()],
    };
    // Kept for good: `rollback` in ops/aws.sh copies them back.
    new BucketDeployment(this, "Kept", { ...ofRelease, destinationKeyPrefix: `releases/${webBuildOf(site)}` });
    const named = new BucketDeployment(this, "Named", {
      ...ofRelease,
      distribution,
      distributionPaths: ["/*"],
    });
    // index.html goes last, since the files it refers to must already be there.
    named.node.addDependency(hashed);
    acknowledgeUpload(files);
  }
}
