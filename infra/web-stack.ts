// The web app on CloudFront: its files, its settings, the pictures, and the headers that keep it honest.
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
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { Domain, Stage } from "./config.ts";
import { acknowledge, acknowledgeUpload } from "./constructs/acknowledge.ts";

interface Props extends StackProps {
  stage: Stage;
  /** Addresses of the API and of the developers' one. */
  apis: { api: string; dev: string };
  images: IBucket;
  reports: IBucket;
  /** Folder of the built web app. */
  site: string;
}

/** S3 is asked only for what ends as files of the site do; any other address is the one page, also with a full stop. */
const onePage = String.raw`function handler(event) {
  var request = event.request;
  if (!/^\/assets\/|\.(js|json|svg)$/.test(request.uri)) request.uri = "/index.html";
  return request;
}`;

const policy = ({ api, dev }: Props["apis"], reports: string): string =>
  Object.entries({
    "default-src": "'none'",
    // Scanning by camera runs a WebAssembly reader of our own where the browser has none; eval stays forbidden.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' blob: data:",
    "manifest-src": "'self'",
    "connect-src": `'self' ${api} ${dev}`,
    // Downloads are forms; Chromium also asks this of where the API leads them.
    "form-action": `'self' ${api} ${reports}`,
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");

const permissions = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()";

export class WebStack extends Stack {
  constructor(scope: Construct, id: string, { stage, apis, images, reports, site, ...props }: Props) {
    super(scope, id, props);
    const files = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(files, { "AwsSolutions-S1": "Files anyone may read; the distribution is what is asked for them" });

    const headers = this.headers(apis, reports.bucketRegionalDomainName);
    const distribution = this.distribution(files, images, headers, stage.domain);
    new CfnOutput(this, "Address", { value: `https://${stage.domain?.site ?? distribution.domainName}` });
    if (stage.domain)
      new CfnOutput(this, "Target", { value: distribution.domainName, description: `CNAME of ${stage.domain.site}` });
    this.deploy(files, distribution, site, apis, stage);
  }

  private headers(apis: Props["apis"], reports: string): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Headers", {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: policy(apis, reports), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
      },
      // The camera is for scanning; a page that is no window of ours cannot reach into ours.
      customHeadersBehavior: {
        customHeaders: [
          { header: "Permissions-Policy", value: permissions, override: true },
          { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
        ],
      },
    });
  }

  private distribution(
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
    const pictures: BehaviorOptions = {
      ...shared,
      // By its attributes: the bucket itself would let the data stack's policy point back at this distribution.
      origin: S3BucketOrigin.withOriginAccessControl(
        Bucket.fromBucketAttributes(this, "Images", {
          bucketArn: images.bucketArn,
          bucketRegionalDomainName: images.bucketRegionalDomainName,
        }),
      ),
    };
    const distribution = new Distribution(this, "Distribution", {
      defaultBehavior: {
        ...shared,
        origin: S3BucketOrigin.withOriginAccessControl(files),
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new ViewerFunction(this, "OnePage", {
              code: FunctionCode.fromInline(onePage),
              runtime: FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: { "/images/*": pictures },
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.site],
        certificate: Certificate.fromCertificateArn(this, "Certificate", domain.certificates.site),
      }),
    });
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "Staff travel",
      "AwsSolutions-CFR2": "Static files only; the API throttles itself",
      "AwsSolutions-CFR3": "Static files only; the API logs who asked for what",
      "AwsSolutions-CFR4": "The default certificate has no other minimum; a custom domain brings its own",
      "Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac": "The data stack's policy lets it in",
    });
    return distribution;
  }

  private deploy(
    files: Bucket,
    distribution: Distribution,
    site: string,
    apis: Props["apis"],
    { logs: retention }: Stage,
  ): void {
    const logGroup = new LogGroup(this, "Uploads", { retention, removalPolicy: RemovalPolicy.DESTROY });
    const hashed = new BucketDeployment(this, "Hashed", {
      logGroup,
      sources: [Source.asset(site)],
      destinationBucket: files,
      exclude: ["*"],
      include: ["assets/*"],
      // A tab opened before a deployment still asks for the files of its own.
      prune: false,
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    const named = new BucketDeployment(this, "Named", {
      logGroup,
      sources: [Source.asset(site), Source.jsonData("config.json", apis)],
      destinationBucket: files,
      exclude: ["assets/*", ".vite/*"],
      prune: false,
      cacheControl: [CacheControl.noCache()],
      distribution,
      distributionPaths: ["/*"],
    });
    // The page last: it names files that must be there.
    named.node.addDependency(hashed);
    acknowledgeUpload(files);
  }
}
