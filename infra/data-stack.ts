// What must outlive every deployment: tables, buckets and secrets.
import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  Table as DynamoTable,
  type ITable,
  ProjectionType,
} from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, BucketEncryption, ObjectOwnership, Bucket as S3Bucket } from "aws-cdk-lib/aws-s3";
import { Secret as ManagedSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";

interface Shape {
  key: string;
  sort?: string;
  /** Index name: partition and sort key. */
  indexes?: Record<string, [string, string]>;
  /** Attribute with the second at which an item expires. */
  ttl?: string;
}

/** A table per noun; all keys are strings. */
const tables = {
  Users: { key: "_id" },
  Products: { key: "_id" },
  Stocks: { key: "_id" },
  Warehouses: { key: "_id" },
  Categories: { key: "_id" },
  Shipments: { key: "_id", indexes: { open: ["open", "expected_delivery"] } },
  Movements: { key: "_id", indexes: { byDay: ["day", "created_at"] } },
  Days: { key: "day" },
  History: { key: "product", sort: "day" },
  Keys: { key: "key", ttl: "expires" },
} satisfies Record<string, Shape>;

/** Days that what was overwritten or deleted can be had back. */
const recoverable = 35;

/** Generated at the first deployment, letters and digits: length. */
const secrets = { signing: 64, root: 20 };

export type Table = keyof typeof tables;
export type Bucket = "images" | "reports";
export type Secret = keyof typeof secrets;

export class DataStack extends Stack {
  readonly tables = {} as Record<Table, DynamoTable>;
  readonly buckets: Record<Bucket, S3Bucket>;
  readonly secrets = {} as Record<Secret, ManagedSecret>;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    for (const [name, shape] of Object.entries(tables)) {
      const table = this.table(name, shape);
      this.tables[name as Table] = table;
      // Also when restored tables are in use: an export that another stack still imports cannot be taken away.
      for (const value of [table.tableName, table.tableArn]) this.exportValue(value);
    }
    this.buckets = { images: this.bucket("Images"), reports: this.bucket("Reports") };
    this.showOnWeb(this.buckets.images);
    // A link to an export is good for a minute; snapshots stay.
    this.buckets.reports.addLifecycleRule({
      prefix: "exports/",
      expiration: Duration.days(1),
      noncurrentVersionExpiration: Duration.days(1),
    });
    for (const [name, length] of Object.entries(secrets)) this.secrets[name as Secret] = this.secret(name, length);
  }

  /** The tables that are read and written: our own, or those that were restored to take their place. */
  inUse(scope: Stack, { name: stage, restored }: Stage): Record<Table, ITable> {
    if (!restored) return this.tables;
    const named = Object.keys(tables).map((noun) => {
      const name = `inventory-${stage}-${noun.toLowerCase()}-${restored}`;
      return [noun, DynamoTable.fromTableName(scope, `Restored${noun}`, name)];
    });
    return Object.fromEntries(named);
  }

  private table(name: string, { key, sort, indexes = {}, ttl }: Shape): DynamoTable {
    const table = new DynamoTable(this, name, {
      partitionKey: { name: key, type: AttributeType.STRING },
      ...(sort && { sortKey: { name: sort, type: AttributeType.STRING } }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: recoverable },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(ttl && { timeToLiveAttribute: ttl }),
    });
    for (const [indexName, [partition, sort]] of Object.entries(indexes))
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: partition, type: AttributeType.STRING },
        sortKey: { name: sort, type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
      });
    return table;
  }

  private bucket(name: string): S3Bucket {
    const bucket = new S3Bucket(this, name, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: Duration.days(recoverable),
          // What stays of a deleted file when its versions are gone, and of an upload that was broken off.
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(bucket, { "AwsSolutions-S1": "Who reads its files needs no log of its own" });
    return bucket;
  }

  /** Not to the one distribution: naming it would make this stack depend on the web's, which depends on this one. */
  private showOnWeb(bucket: S3Bucket): void {
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [bucket.arnForObjects("*")],
        // The one key that CloudFront is documented to send; it names the account too.
        conditions: {
          ArnLike: { "AWS:SourceArn": `arn:${this.partition}:cloudfront::${this.account}:distribution/*` },
        },
      }),
    );
  }

  private secret(name: string, passwordLength: number): ManagedSecret {
    const secret = new ManagedSecret(this, name === "root" ? "FirstRoot" : "Signing", {
      generateSecretString: { passwordLength, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(secret, { "AwsSolutions-SMG4": "Rotated by hand or by need; sessions of the previous key stay valid" });
    return secret;
  }
}
