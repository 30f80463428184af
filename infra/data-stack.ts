// The data stack: the tables, buckets and secrets that must outlive every deployment.
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

interface TableShape {
  key: string;
  sort?: string;
  /** Index name: partition and sort key. */
  indexes?: Record<string, [string, string]>;
  /** Attribute that holds an item's expiry, in epoch seconds. */
  ttl?: string;
}

/** One table per noun; all keys are strings. */
const tables = {
  Users: { key: "_id" },
  Products: { key: "_id" },
  Stocks: { key: "_id" },
  Warehouses: { key: "_id" },
  Categories: { key: "_id" },
  Events: { key: "_id" },
  Shipments: { key: "_id", indexes: { open: ["open", "expected_delivery"], byDay: ["day", "created_at"] } },
  PurchaseOrders: { key: "_id", indexes: { open: ["open", "expected_delivery"], byDay: ["day", "created_at"] } },
  Returns: { key: "_id", indexes: { open: ["open", "created_at"], byDay: ["day", "created_at"] }, ttl: "expires" },
  Movements: { key: "_id", indexes: { byDay: ["day", "created_at"] } },
  Changes: { key: "_id", indexes: { byDay: ["day", "created_at"], byRow: ["row", "created_at"] } },
  Counts: { key: "_id" },
  CountLines: { key: "count", sort: "line" },
  Picked: { key: "_id" },
  Aliases: { key: "_id" },
  Imports: { key: "key", ttl: "expires" },
  Days: { key: "day" },
  History: { key: "product", sort: "day" },
  Keys: { key: "key", ttl: "expires" },
} satisfies Record<string, TableShape>;

/** Days for which overwritten or deleted data can be restored. */
const recoveryDays = 35;

/** Lengths of the secrets that the first deployment generates, in letters and digits. */
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
      // Exported even while restored tables are in use: CloudFormation cannot remove an export that is still imported.
      for (const value of [table.tableName, table.tableArn]) this.exportValue(value);
    }
    this.buckets = { images: this.bucket("Images"), reports: this.bucket("Reports") };
    this.allowCloudFront(this.buckets.images);
    // As long as the return that names it, if that does not change any more.
    this.buckets.images.addLifecycleRule({ prefix: "images/returns/", expiration: Duration.days(400) });
    // The link to an export is valid for a minute only, an import for a day; snapshots stay for ever.
    for (const prefix of ["exports/", "imports/"])
      this.buckets.reports.addLifecycleRule({
        prefix,
        expiration: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(1),
      });
    for (const [name, length] of Object.entries(secrets)) this.secrets[name as Secret] = this.secret(name, length);
  }

  /** The tables that the Lambdas use: the stack's own, or the restored ones that replace them. */
  tablesInUse(scope: Stack, { name: stage, restored }: Stage): Record<Table, ITable> {
    if (!restored) return this.tables;
    const named = Object.keys(tables).map((noun) => {
      const name = `inventory-${stage}-${noun.toLowerCase()}-${restored}`;
      return [noun, DynamoTable.fromTableName(scope, `Restored${noun}`, name)];
    });
    return Object.fromEntries(named);
  }

  private table(name: string, { key, sort, indexes = {}, ttl }: TableShape): DynamoTable {
    const table = new DynamoTable(this, name, {
      partitionKey: { name: key, type: AttributeType.STRING },
      ...(sort && { sortKey: { name: sort, type: AttributeType.STRING } }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: recoveryDays },
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
          noncurrentVersionExpiration: Duration.days(recoveryDays),
          // Removes the delete marker of an object without versions, and the parts of an aborted upload.
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(bucket, { "AwsSolutions-S1": "Reads of its objects need no access log" });
    return bucket;
  }

  /**
   * Allows every distribution of the account to read. Naming the one of the web stack would make the two stacks depend
   * on each other.
   */
  private allowCloudFront(bucket: S3Bucket): void {
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [bucket.arnForObjects("*")],
        // The only condition key that CloudFront is documented to send; it contains the account.
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
    acknowledge(secret, {
      "AwsSolutions-SMG4": "Rotated by hand when needed; sessions signed with the previous key stay valid",
    });
    return secret;
  }
}
